import { hasNestedQuotes } from '../shell-call.js';
import { says } from '../messages.js';
import { agreed, code, type Family, NO_RECOVERY, ofKind } from './family.js';

/** Quotes inside quotes that did not reach the shell. */
export const lostQuotes: Family = {
  name: 'lost quotes',
  see(failure, line, folded) {
    if (failure.tool !== undefined || !says(folded, 'unterminated_quote')) return undefined;
    const seen = { key: 'nested', program: 'shell', line };
    if (failure.prose)
      return { ...seen, key: 'talk', refused: { reason: 'not_a_command', detail: 'the call is talk, not a command' } };
    if (!hasNestedQuotes(failure.text))
      return {
        ...seen,
        key: 'open quote',
        refused: { reason: 'case_fact', detail: 'a quote left open in one command' },
      };
    return seen;
  },
  write: () => ({
    condition:
      "When a command with quotes or a substitution inside quotes fails with 'unexpected EOF while looking for matching'",
    action:
      'assume that the inner quotes were lost on the way: keep to one level of quotes, or write the script to a file and run that file',
  }),
};

const END_MARKS = ['\\;', '+'];

/** `find -exec` whose end mark is missing or did not arrive. */
export const unterminatedExec: Family = {
  name: 'unterminated -exec',
  see(failure, line, folded) {
    if (!failure.programs.includes('find') || !says(folded, 'exec_argument') || !folded.includes('-exec'))
      return undefined;
    return { key: '-exec', program: 'find', line };
  },
  write(cluster) {
    const marks = END_MARKS.filter((mark) =>
      cluster.working.some(({ text }) => text.includes('-exec') && text.includes(` ${mark}`)),
    );
    const lost =
      cluster.failures.filter((failure) => END_MARKS.some((mark) => failure.text.includes(` ${mark}`))).length * 2 >=
      cluster.failures.length;
    const end = marks.length ? marks.map(code).join(' or ') : 'an escaped semicolon';
    const quotes = lost ? ', and leave quotes out of that command, as they can cost it the mark' : '';
    return {
      condition: `When ${code('find')} reports a missing argument to ${code('-exec')}`,
      action: `end it with ${end}${quotes}`,
    };
  },
};

/** A pattern that the shell, not the program, expanded. */
export const expandedPattern: Family = {
  name: 'expanded pattern',
  see(failure, line, folded) {
    if (!failure.programs.includes('find') || !says(folded, 'pattern_expanded')) return undefined;
    return { key: 'find', program: 'find', line };
  },
  write: () => ({
    condition: `When ${code('find')} reports that paths must precede the expression`,
    action: 'assume that the shell expanded the name pattern first: put the pattern in single quotes',
  }),
};

/** More names than one call takes. */
export const longArguments: Family = {
  name: 'argument list too long',
  see(_failure, line, folded) {
    return says(folded, 'argument_list') ? { key: 'list', program: 'shell', line } : undefined;
  },
  write(cluster) {
    const way = agreed(cluster, 1, ofKind('other_program'));
    const instead = way
      ? `hand the names over in batches with ${code(way.program)} instead of one wildcard`
      : 'hand the names over in smaller batches instead of one wildcard';
    return {
      condition: "When a command fails with 'argument list too long'",
      action: instead,
      ...(way && { recovery: way.program }),
    };
  },
};

const EXTENSION = /\.\w{1,8}$/;
/** Whether `word` may be the first part of a path that goes on with `next`: of a path, or of a file name. */
const isHead = (word: string, next: string): boolean =>
  word.includes('/') || (!word.startsWith('-') && !EXTENSION.test(word) && EXTENSION.test(next));

/** A path with blanks that the shell took for several words. Certain only once quoting it worked. */
export const blankPath: Family = {
  name: 'path with blanks',
  see(failure, line, folded) {
    if (failure.tool !== undefined) return undefined;
    const split =
      says(folded, 'no_such_file') ||
      /too many arguments|binary operator expected|extra operand|ambiguous redirect/.test(folded);
    if (!split) return undefined;
    const told = (word: string) =>
      failure.lines.some((one) => one.includes(word) || /too many|operator|operand/.test(one));
    const adjacent = failure.commands.some(({ words }) =>
      words.some((word, i) => {
        const next = words[i + 1] ?? '';
        return isHead(word, next) && !word.includes(' ') && /^[\w(&]\S*$/.test(next) && told(word) && told(next);
      }),
    );
    return adjacent ? { key: 'blanks', program: 'shell', line } : undefined;
  },
  write(cluster) {
    if (!agreed(cluster, 1, ofKind('quoted_path'))) return NO_RECOVERY;
    return {
      condition: 'When a path contains blanks',
      action: 'put the whole path in quotes, or each part of it is taken for a path of its own',
      recovery: 'quoted the path',
    };
  },
};
