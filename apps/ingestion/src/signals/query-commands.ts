import type { RunningCommand } from '#domain';

import type { CallText } from './call-text.js';
import { hasErrorWords, spokenMessage } from './shell-messages.js';

/** Programs that ask, and the exit codes with which they answer "no". */
const QUERIES: Record<string, number[]> = {
  ...Object.fromEntries(
    [
      'grep egrep fgrep rgrep zgrep xzgrep bzgrep rg ag ack findstr',
      'diff sdiff diff3 colordiff zdiff cmp zcmp',
      'test [ [[ which whence where type hash pgrep pkill pidof fuser lsof expr',
    ]
      .flatMap((names) => names.split(' '))
      .map((name) => [name, [1]]),
  ),
  getent: [2],
  mountpoint: [1, 32],
};
/** Words after the program that make it a question. */
const SUBCOMMANDS: [program: string, words: RegExp, codes: number[]][] = [
  ['git', /^(?:grep|check-ignore|merge-base --is-ancestor|show-ref|ls-files --error-unmatch|rev-parse (?:-q|--quiet|--verify))\b/, [1]],
  ['git', /^diff(?:-index|-files)?\b.*\s--(?:exit-code|quiet|no-index)\b/, [1]],
  ['git', /^config (?:--\w+ )*(?:--get\S* )?[\w.-]+$/, [1]],
  ['systemctl', /^(?:--\S+ )*is-(?:active|enabled|failed)\b/, [1, 3, 4]],
  ['command', /^-[vV]\b/, [1, 127]],
  ['kill', /^-0\b/, [1]],
  ['jq', /^(?:\S+ )*(?:-\w*e\w*|--exit-status)\b/, [1, 4]],
  ['dpkg', /^--compare-versions\b/, [1]],
  ['find', /\s-exec\w* (?:\S*\/)?[efz]?grep\b.*\+$/, [1]],
]; // prettier-ignore

const COMPARES = /diff|cmp/;
/** xargs answers 123 where a command that it ran answered 1–125. */
const XARGS_NO = 123;
/** How far the words of a command are read. */
const WORDS_READ = 2_000;

/** What a query says to mean "no"; not an error. */
const SAYS_NO =
  /^(?:\S*which: no \S+ in \(|(?:\S*: )?(?:line \d+: )?(?:type|hash|command): .*not found|\S+ not found$|\S*cmp: EOF on |INFO: Could not find files|\S*lsof: WARNING)/;
const WARNING = /\bwarning\b|警告|경고|warnung|cảnh báo/i;

/**
 * Whether a failed call only answered "no": a command that can decide the exit code is a query, the code is its "no", and
 * nothing in the output says that something went wrong.
 */
export function answersNo({ exitCode, deciding, commands, lines }: CallText): boolean {
  if (exitCode === undefined) return false;
  const last = deciding.at(-1);
  const queries = deciding.filter((command) => codesOf(command).includes(exitCode));
  if (!last || queries.length === 0) return false;
  const programs = new Set(commands.flatMap(({ wrappers, program }) => [...wrappers, program]));
  const said = lines.filter((line) => !SAYS_NO.test(line));
  if (said.some((line) => !WARNING.test(line) && spokenMessage(line, programs))) return false;
  // A comparison prints the differences, whatever words they hold.
  if (queries.some(({ program }) => COMPARES.test(program))) return true;
  // Another command may have failed first: then its output says so.
  return !said.some(hasErrorWords);
}

function codesOf(command: RunningCommand): number[] {
  const { program, words, wrappers } = command;
  const rest = words.slice(1, 40).join(' ').slice(0, WORDS_READ);
  const codes =
    SUBCOMMANDS.find(([name, pattern]) => name === program && pattern.test(name === 'find' ? ` ${rest}` : rest))?.[2] ??
    (Object.hasOwn(QUERIES, program) ? QUERIES[program]! : []);
  return codes.length > 0 && wrappers.includes('xargs') ? [...codes, XARGS_NO] : codes;
}
