import { flagsOf } from '../shell-call.js';
import { says } from '../messages.js';
import { agreed, code, type Family, NO_RECOVERY, ofKind } from './family.js';

const NAMED = /(?:^|[\s'"(])(-{1,2}[A-Za-z0-9][\w-]{0,60})/;
const LETTER = /-- ["']?(\w)/;

/** A long word behind one dash: `-maxdepth` is no cluster of letters. */
const WORD = /^-[a-z]{4,}$/;

/** The flag of the message as it stands in the call: `invalid option -- 'm'` may speak of `-maxdepth`. */
function flagIn(folded: string, line: string, flags: readonly string[]): string | undefined {
  const letter = LETTER.exec(line)?.[1];
  if (letter) {
    const flag =
      flags.find((one) => one.startsWith(`-${letter}`)) ??
      flags.find((one) => !one.startsWith('--') && one.includes(letter));
    return flag?.startsWith(`-${letter}`) && !WORD.test(flag) ? `-${letter}` : flag;
  }
  const named = NAMED.exec(line.replace(/[`‘“„»「]/g, "'"))?.[1];
  return named && folded.includes(named.toLowerCase())
    ? flags.find((flag) => flag === named || flag.startsWith(`${named}=`)) && named
    : undefined;
}

/** An option that the installed version of a program does not take. Same program and same flag, or it is another condition. */
export const unsupportedFlag: Family = {
  name: 'unsupported flag',
  see(failure, line, folded) {
    if (failure.tool !== undefined || !says(folded, 'bad_option')) return undefined;
    const speaker = failure.commands.find((command) => line.includes(`${command.program}:`));
    for (const command of speaker ? [speaker] : failure.commands) {
      const flag = flagIn(folded, line, flagsOf(command));
      if (flag) return { key: `${command.program} ${flag}`, program: command.program, line, slot: flag };
    }
    return {
      key: `${speaker?.program ?? ''} ?`,
      program: speaker?.program ?? '',
      line,
      refused: { reason: 'too_wide', detail: 'the rejected option stands nowhere in the call' },
    };
  },
  write(cluster) {
    const way = agreed(cluster, 1, ofKind('flags', 'other_program'));
    if (!way) return NO_RECOVERY;
    const condition = `When the installed ${code(cluster.program)} rejects ${code(cluster.slot!)}`;
    if (way.kind === 'other_program')
      return { condition, action: `use ${code([way.program, ...way.flags].join(' '))} instead`, recovery: way.program };
    if (!way.removed.some((flag) => flag.startsWith(cluster.slot!))) return NO_RECOVERY;
    if (way.added.length === 0) return { condition, action: 'leave it out', recovery: 'left it out' };
    return { condition, action: `use ${code(way.added.join(' '))} instead`, recovery: way.added.join(' ') };
  },
};
