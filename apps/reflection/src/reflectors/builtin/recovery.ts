import { type Call, type Failure, sawLessons } from './calls.js';
import { flagsOf, operandsOf, type SimpleCommand } from './shell-call.js';

/** What was done otherwise in the call that worked. */
export type Change =
  | { kind: 'retry' }
  | { kind: 'prerequisite'; before: string }
  | { kind: 'dropped_wrapper'; wrapper: string }
  | { kind: 'interpreter'; program: string }
  | { kind: 'quoted_path' }
  | { kind: 'single_quotes' }
  | { kind: 'requoted' }
  | { kind: 'environment'; assignment: string }
  | { kind: 'other_folder' }
  | { kind: 'flags'; program: string; removed: string[]; added: string[] }
  | { kind: 'other_program'; program: string; flags: string[] }
  | { kind: 'arguments'; keys: string[] }
  | { kind: 'other_tool'; tool: string }
  | { kind: 'other' };

/** How a job got past a failure. */
export type Recovery = Change & { failure: Failure; call: Call };

/** Calls after a failure that may still be about it. */
const REACH = 8;
const LOOKING = new Set([
  'ls',
  'cat',
  'head',
  'tail',
  'pwd',
  'echo',
  'printf',
  'which',
  'type',
  'command',
  'find',
  'grep',
  'rg',
  'cd',
  'stat',
  'file',
  'wc',
  'test',
  'true',
  'sleep',
  'whoami',
  'id',
  'env',
  'date',
  'df',
  'du',
  'ps',
]);

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();
const unquoted = (text: string): string => text.replace(/["'\\\s]/g, '');
const same = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((one, i) => one === b[i]);
const baseName = (path: string): string => path.replace(/\/+$/, '').split('/').at(-1) ?? path;

/** A program with its subcommand and what it was called on, without flags and paths: `pip install pyyaml`. */
export function gist(command: SimpleCommand): string {
  const plain = operandsOf(command).filter(
    (word) => /^[A-Za-z][\w@.:+-]{0,40}$/.test(word) && !/\.\w{1,5}$/.test(word),
  );
  return [command.program, ...plain.slice(0, 2)].join(' ');
}

function shared(a: readonly string[], b: readonly string[]): number {
  const set = new Set(b);
  return a.filter((one) => set.has(one)).length;
}

/** Flags that went and came. `-f/` to `-F/` is `-f` to `-F`: the value attached is the run's. */
function changed(was: readonly string[], is: readonly string[]): { removed: string[]; added: string[] } {
  const removed = was.filter((flag) => !is.includes(flag));
  const added = is.filter((flag) => !was.includes(flag));
  const short = (flag: string, others: readonly string[]): string =>
    /^-[A-Za-z]./.test(flag) && others.some((other) => other.slice(2) === flag.slice(2)) ? flag.slice(0, 2) : flag;
  return { removed: removed.map((flag) => short(flag, added)), added: added.map((flag) => short(flag, removed)) };
}

function byProgram(failed: Failure, worked: Call, culprit: string): Change | undefined {
  const before = failed.commands.find((command) => command.program === culprit) ?? failed.commands[0];
  if (!before) return undefined;
  const after = worked.commands.find((command) => command.program === before.program);
  const operands = operandsOf(before);
  if (after) {
    const [was, is] = [flagsOf(before), flagsOf(after)];
    const { removed, added } = changed(was, is);
    const now = operandsOf(after);
    const subcommands = operands[0] === now[0] || !/^[a-z][a-z-]*$/.test(operands[0] ?? '-');
    const alike = operands.length === 0 || shared(operands, now) / operands.length >= 0.5;
    if ((removed.length || added.length) && subcommands && (alike || removed.length + added.length <= 2))
      return { kind: 'flags', program: before.program, removed, added };
    const moved = operands.filter((one) => one.includes('/') && !now.includes(one));
    const elsewhere = (one: string) =>
      now.some((other) => !operands.includes(other) && baseName(other) === baseName(one));
    if (moved.length && moved.every(elsewhere)) return { kind: 'other_folder' };
    if (alike || !subcommands) return undefined;
    return { kind: 'other' };
  }
  const replacement = worked.commands.find((command) => !failed.programs.includes(command.program));
  if (!replacement) return undefined;
  if (operandsOf(replacement)[0] === before.program) return { kind: 'interpreter', program: replacement.program };
  const all = worked.commands.flatMap(operandsOf);
  const neighbours = failed.programs.filter((program) => program !== culprit && worked.programs.includes(program));
  const related =
    shared(
      operands.filter((one) => /[A-Za-z]/.test(one)),
      all,
    ) > 0 || neighbours.length > 0;
  return related ? { kind: 'other_program', program: replacement.program, flags: flagsOf(replacement) } : undefined;
}

function between(calls: Call[], failure: Failure, worked: Call): Call | undefined {
  return calls.findLast(
    (call) =>
      call.item > failure.item &&
      call.item < worked.item &&
      call.worked &&
      (call.tool !== undefined || call.programs.some((program) => !LOOKING.has(program))),
  );
}

function diffShell(failure: Failure, worked: Call, culprit: string, calls: Call[]): Change | undefined {
  const [was, is] = [squeeze(failure.text), squeeze(worked.text)];
  if (was === is || (is.endsWith(was) && /^[^'"]{1,400}(?:&&|;) ?$/.test(is.slice(0, is.length - was.length)))) {
    const step = is === was ? between(calls, failure, worked) : undefined;
    const command =
      step?.commands.find((one) => !LOOKING.has(one.program)) ??
      (is === was ? undefined : worked.commands.find((one) => one.program !== 'cd'));
    if (is !== was && /^cd /.test(is)) return { kind: 'other_folder' };
    if (step?.tool) return { kind: 'prerequisite', before: step.tool };
    return command ? { kind: 'prerequisite', before: gist(command) } : { kind: 'retry' };
  }
  for (const wrapper of ['sudo', 'doas']) {
    const without = squeeze(was.replaceAll(`${wrapper} `, ''));
    if (
      culprit === wrapper &&
      without !== was &&
      (without === is || shared(without.split(' '), is.split(' ')) / without.split(' ').length >= 0.6)
    )
      return { kind: 'dropped_wrapper', wrapper };
  }
  if (unquoted(was) === unquoted(is)) {
    if (
      worked.commands.some((command) =>
        command.words.some((word) => word.includes(' ') && !failure.commands.some((one) => one.words.includes(word))),
      )
    )
      return { kind: 'quoted_path' };
    const single = is.split("'").length > was.split("'").length && is.split('"').length < was.split('"').length;
    return { kind: single ? 'single_quotes' : 'requoted' };
  }
  const assigned = worked.assignments.filter((one) => !failure.assignments.includes(one));
  if (
    assigned.length === 1 &&
    same(
      worked.programs.filter((program) => program !== 'env'),
      failure.programs.filter((program) => program !== 'env'),
    )
  )
    return { kind: 'environment', assignment: assigned[0]! };
  return byProgram(failure, worked, culprit);
}

function diffTool(failure: Failure, worked: Call, calls: Call[]): Change | undefined {
  const [was, is] = [failure.arguments ?? {}, worked.arguments ?? {}];
  if (worked.tool !== failure.tool) {
    const values = Object.values(was).map((value) => JSON.stringify(value));
    const hit = values.filter(
      (value) => value.length > 4 && Object.values(is).some((other) => JSON.stringify(other) === value),
    ).length;
    return values.length > 0 && hit / values.length >= 0.5 && worked.tool
      ? { kind: 'other_tool', tool: worked.tool }
      : undefined;
  }
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]))
    .sort();
  if (keys.length) return keys.length <= 2 ? { kind: 'arguments', keys } : { kind: 'other' };
  const step = between(calls, failure, worked);
  return step ? { kind: 'prerequisite', before: step.tool ?? gist(step.commands[0]!) } : { kind: 'retry' };
}

/**
 * What the same job did next that worked. A job that was told lessons teaches no action: it may repeat ours.
 * `culprit` is the program that the error is about.
 */
export function recoveryOf(failure: Failure, calls: Call[], culprit: string): Recovery | undefined {
  if (sawLessons(failure.job)) return undefined;
  const later = calls.filter((call) => call.item > failure.item).slice(0, REACH);
  for (const call of later) {
    if (!call.worked) continue;
    const found =
      failure.tool === undefined
        ? call.tool === undefined && !call.prose
          ? diffShell(failure, call, culprit, calls)
          : undefined
        : diffTool(failure, call, calls);
    if (found) return { failure, call, ...found };
  }
  return undefined;
}

/** Equal for two recoveries that teach the same. */
export function recoveryKey(recovery: Change): string {
  switch (recovery.kind) {
    case 'prerequisite':
      return `prerequisite ${recovery.before}`;
    case 'interpreter':
    case 'other_program':
      return `${recovery.kind} ${recovery.program}`;
    case 'environment':
      return `environment ${recovery.assignment}`;
    case 'flags':
      return recovery.added.length
        ? `flags ${recovery.added.join(' ')}`
        : `without ${recovery.removed.map((flag) => flag.replace(/=.*/, '')).join(' ')}`;
    case 'arguments':
      return `arguments ${recovery.keys.join(' ')}`;
    case 'other_tool':
      return `other_tool ${recovery.tool}`;
    default:
      return recovery.kind;
  }
}
