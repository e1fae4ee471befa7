import { foldLine } from './messages.js';

const CODE = /`([^`]{1,200})`/g;
const FILLER = new Set(
  'when if before after the a an is are was to of and or in on it its that with for not no do does you your about use instead first'.split(
    ' ',
  ),
);
const spans = (text: string): string[] => [...text.matchAll(CODE)].map((match) => match[1]!.toLowerCase());
const content = (text: string): string[] =>
  foldLine(text)
    .replace(/[^\p{L}\p{N}-]+/gu, ' ')
    .split(' ')
    .filter((word) => word.length > 1 && !FILLER.has(word));

/** Whether a text speaks of a condition: nearly all of its words, and one of its code spans. */
export function speaksOf(text: string, condition: string): boolean {
  const folded = foldLine(text);
  const said = new Set(content(text));
  const words = content(condition.replace(/\([^)]{0,200}\)/g, ''));
  const marks = spans(condition);
  if (marks.length && !marks.some((mark) => folded.includes(mark))) return false;
  return words.length > 0 && words.filter((word) => said.has(word)).length / words.length >= 0.75;
}

/** Whether a sentence of the skill says the whole note already. */
export const skillSays = (text: string, note: string): boolean =>
  text.split(/\n|(?<=[.!?])\s/).some((sentence) => speaksOf(sentence, note));
