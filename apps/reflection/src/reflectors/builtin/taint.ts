import type { EvidenceRecord } from '#contracts';
import type { Call } from './calls.js';
import { bare } from './error-line.js';
import type { Recovery } from './recovery.js';

const CODE_SPAN = /`([^`]{1,200})`/g;
/** What a note tells to leave out is no part of what it tells to type. */
const LEFT_OUT = /(?:instead of|leave out) `[^`]{1,200}`/g;

/** What an action tells to type: the words of its code spans. */
export const tokensOf = (action: string): string[] =>
  [...action.replace(LEFT_OUT, '').matchAll(CODE_SPAN)].flatMap((match) => match[1]!.split(/\s+/).filter(Boolean));

const WORD = /[\p{L}\p{N}_]/u;
/** Whether a token stands in a text as a whole: `od` does not stand in `modify`. */
export function stands(token: string, text: string): boolean {
  for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + 1)) {
    const before = text[at - 1];
    const after = text[at + token.length];
    const open = before === undefined || !WORD.test(before) || !WORD.test(token[0]!);
    const close = after === undefined || !WORD.test(after) || !WORD.test(token.at(-1)!);
    if (open && close && !(before === '-' && token.startsWith('-'))) return true;
  }
  return false;
}

/** Whether a token first came up in an output of the job, before the agent or a person had said it. */
function firstInOutput(job: EvidenceRecord, token: string, until: number): boolean {
  if (stands(token, job.task)) return false;
  const fed = new Set(job.notHuman.map((message) => message.item));
  for (let i = 0; i < until; i += 1) {
    const item = job.items[i];
    if (item?.type === 'message' && stands(token, item.text)) return fed.has(i);
    if (item?.type !== 'command' && item?.type !== 'tool') continue;
    const call = item.type === 'command' ? item.command : `${item.name} ${JSON.stringify(item.arguments)}`;
    if (stands(token, call)) return false;
    if (stands(token, item.output) && stands(token, item.output.split('\n').map(bare).join('\n'))) return true;
  }
  return false;
}

/** A recovery whose every token was the agent's own: none came first from an output, unless the skill has it. */
export const isClean = (recovery: Recovery, tokens: readonly string[], skillText: string): boolean =>
  tokens.every((token) => stands(token, skillText) || !firstInOutput(recovery.failure.job, token, recovery.call.item));

/**
 * The tokens of an action that no trustworthy source has: a call by the agent that worked and whose token did not come
 * from an output, a person's message, or the skill.
 */
export function taintedTokens(action: string, working: readonly Call[], skillText: string): string[] {
  return tokensOf(action).filter((token) => {
    if (stands(token, skillText)) return false;
    return !working.some(({ job, item, text, tool }) => {
      const people = job.humanMessages.some((message) => {
        const said = job.items[message.item];
        return said?.type === 'message' && stands(token, said.text);
      });
      return (
        people || (stands(token, tool === undefined ? text : `${tool} ${text}`) && !firstInOutput(job, token, item))
      );
    });
  });
}
