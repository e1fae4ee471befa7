import { asLatin, asPlainPunctuation } from './confusables.js';

/** Format characters (soft hyphen, zero width, bidi, tags), variation selectors, fillers, and controls that are no white space. */
const INVISIBLE = /[\p{Cf}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u3164\uFFA0\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;
/** Looks empty, takes a column. */
const BLANK_SYMBOL = /[\u2800\u{1D159}]/gu;
const LATIN = /\p{Script=Latin}/gu;
const LETTER = /\p{L}/gu;
const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Without the characters that nobody sees. */
export const withoutInvisible = (text: string): string =>
  text.replace(INVISIBLE, '').replace(CONTROL, '').replace(BLANK_SYMBOL, ' ');

/**
 * The one form that the gates read: NFKC, invisible characters removed, look-alike letters folded in words of mixed
 * script or in text that is mainly Latin. Case and white space stay.
 */
export function fold(text: string): string {
  const visible = asPlainPunctuation(withoutInvisible(withoutInvisible(text.toWellFormed()).normalize('NFKC')));
  const letters = count(visible, LETTER);
  if (letters === 0) return visible;
  const mainlyLatin = count(visible, LATIN) * 2 > letters;
  return visible.replace(WORD, (word) => {
    const all = count(word, LETTER);
    const latin = count(word, LATIN);
    if (latin === all) return word;
    return mainlyLatin || latin > 0 ? asLatin(word) : word;
  });
}

/** Runs of white space become one space; none at the ends. */
export const normaliseSpace = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Whether nothing is left to read. */
export const isBlank = (text: string): boolean => !/[\p{L}\p{N}\p{P}\p{S}]/u.test(fold(text));

/** Equal in folded form, case and white space. */
export const sameText = (a: string, b: string): boolean => canonicalText(a) === canonicalText(b);

/** The form in which {@link sameText} compares. */
export const canonicalText = (text: string): string => normaliseSpace(fold(text)).toLowerCase();
