import { namesOneThing, normalise } from '../error-line.js';
import { agreed, code, type Family, NO_RECOVERY, ofKind } from './family.js';
import { genericError, reported } from './generic.js';

const EDITOR = /edit|replace|patch|update|write|insert/i;
const nameOf = (failure: { tool?: string; programs: string[] }): string | undefined =>
  [failure.tool, failure.programs[0]].find((name) => name !== undefined && EDITOR.test(name));

/** An editor that refuses a change which would break the file. */
export const brokenEdit: Family = {
  name: 'edit refused',
  see(failure, line, folded) {
    const editor = nameOf(failure);
    if (!editor || !/syntax error|indentationerror|unexpected indent|does not parse|parse error/.test(folded))
      return undefined;
    return { key: editor, program: editor, line };
  },
  write: (cluster) => ({
    condition: `When ${code(cluster.program)} refuses a change because it would introduce a syntax error`,
    action: 'look at the lines around the place again and send the change with indentation and brackets that fit them',
  }),
};

/** An editor that cannot find the text to replace, or has not seen the file. */
export const unmatchedEdit: Family = {
  name: 'edit without match',
  see(failure, line, folded) {
    const editor = nameOf(failure);
    if (!editor) return undefined;
    if (
      /(?:string|text|pattern|context|snippet)[^.]{0,60}(?:not found|no match|did not (?:appear|match)|does not (?:appear|match))|no match(?:es)? (?:found )?for|failed to find|found \d+ matches|multiple occurrences|not unique/.test(
        folded,
      )
    )
      return { key: `${editor} match`, program: editor, line };
    if (/not been read|read it first|modified since|has changed since/.test(folded))
      return { key: `${editor} unread`, program: editor, line };
    return undefined;
  },
  write: (cluster) =>
    cluster.key.endsWith('match')
      ? {
          condition: `When ${code(cluster.program)} does not find the text to replace just once`,
          action:
            'read that part of the file again and copy the text from it, with enough lines around it to be unique',
        }
      : {
          condition: `When ${code(cluster.program)} refuses a file that was not read or has changed since`,
          action: 'read the file again before the change',
        },
};

/** A tool that refuses its arguments by a rule. A refusal about one named thing is a fact of that case. */
export const toolArguments: Family = {
  name: 'tool arguments',
  see(failure, line) {
    if (failure.tool === undefined) return undefined;
    const error = normalise(line);
    const seen = { key: `${failure.tool} ${error}`, program: failure.tool, line };
    if (namesOneThing(error))
      return { ...seen, refused: { reason: 'case_fact', detail: 'the message is about one named thing' } };
    return seen;
  },
  write(cluster) {
    const way = agreed(cluster, 2, ofKind('arguments'));
    if (!way) return genericError.write(cluster);
    const condition = reported(cluster);
    if (!condition) return { reason: 'too_wide', detail: 'the message says too little' };
    const fields = way.keys.map((key) => key.replace(/[_-]+/g, ' ')).join(' and ');
    const amounts = /add up|sum|total|amount|mismatch/i.test(cluster.line)
      ? ' so that its amounts agree with what the reply states'
      : '';
    return way.keys.length
      ? {
          condition,
          action: `correct the ${fields}${amounts} before the next call`,
          recovery: `changed ${way.keys.join(', ')}`,
        }
      : NO_RECOVERY;
  },
};
