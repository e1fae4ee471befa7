import { fragment, normalise } from '../error-line.js';
import { messagesOf } from '../messages.js';
import type { Recovery } from '../recovery.js';
import { agreed, code, type Cluster, type Family, NO_RECOVERY, ofKind } from './family.js';

/** Messages that many causes share: alone they say nothing. */
const WIDE = [
  /no such file or directory|not found|does not exist|cannot stat|cannot access/,
  /permission denied|operation not permitted|access denied/,
  /file exists|already exists|is a directory$|not a directory$/,
  /invalid option|unrecognized option|unknown option|unknown predicate/,
  /syntax error|unexpected (?:token|end|indent)|invalid syntax/,
  /invalid argument$|bad request|internal (?:server )?error|unknown error|malformed/,
  /^(?:error|failed|failure|fatal|abort(?:ed)?|exit (?:code|status) <n>)[.!:]?$/,
  /timed out|timeout/,
];
const MIN_FRAGMENT = 10;

/** "When `prog` reports '…'", quoting only what will read the same on the next run. */
export function reported(cluster: Cluster): string | undefined {
  const words = fragment(cluster.line);
  if (words.length < MIN_FRAGMENT || !words.includes(' ')) return undefined;
  return `When ${code(cluster.program)} reports '${words.replace(/'/g, '')}'`;
}

const TEACHES = ofKind(
  'flags',
  'other_program',
  'prerequisite',
  'environment',
  'single_quotes',
  'other_tool',
  'interpreter',
);

function told(
  way: Recovery & {
    kind: 'flags' | 'other_program' | 'prerequisite' | 'environment' | 'single_quotes' | 'other_tool' | 'interpreter';
  },
): string {
  switch (way.kind) {
    case 'flags': {
      const added = code([way.program, ...way.added].join(' '));
      if (way.added.length === 0) return `leave out ${code(way.removed.join(' '))}`;
      return way.removed.length
        ? `use ${added} instead of ${code([way.program, ...way.removed].join(' '))}`
        : `call it as ${added}`;
    }
    case 'other_program':
      return `use ${code(way.program)} instead`;
    case 'interpreter':
      return `call it through ${code(way.program)}`;
    case 'prerequisite':
      return `run ${code(way.before)} first, then repeat the call`;
    case 'environment':
      return `set ${code(way.assignment)} for the call`;
    case 'single_quotes':
      return 'put the argument in single quotes';
    case 'other_tool':
      return `use ${code(way.tool)} instead`;
  }
}

/** Any other error: by program and message, and only with a way past it that worked alike in two origins. */
export const genericError: Family = {
  name: 'reported error',
  see(failure, line) {
    const error = normalise(line);
    const speaker =
      failure.programs.find((program) => line.includes(`${program}:`)) ??
      failure.tool ??
      failure.programs[0] ??
      'shell';
    const seen = { key: `${speaker} ${error}`, program: speaker, line };
    if (failure.prose)
      return { ...seen, refused: { reason: 'not_a_command', detail: 'the call is talk, not a command' } };
    const wide = WIDE.some((pattern) => pattern.test(error)) || messagesOf(error).length > 0;
    return wide ? { ...seen, refused: { reason: 'too_wide', detail: 'many causes share this message' } } : seen;
  },
  write(cluster) {
    const condition = reported(cluster);
    if (!condition) return { reason: 'too_wide', detail: 'the message says too little' };
    const way = agreed(cluster, 2, TEACHES);
    return way ? { condition, action: told(way), recovery: way.kind } : NO_RECOVERY;
  },
};

/** A program that does not end in time. */
export const overdue: Family = {
  name: 'time limit',
  see(failure, line) {
    return failure.class === 'timeout'
      ? {
          key: failure.programs[0] ?? failure.tool ?? 'shell',
          program: failure.programs[0] ?? failure.tool ?? 'shell',
          line,
        }
      : undefined;
  },
  write(cluster) {
    const way = agreed(cluster, 2, TEACHES);
    return way
      ? { condition: `When ${code(cluster.program)} runs into the time limit`, action: told(way), recovery: way.kind }
      : NO_RECOVERY;
  },
};
