import { fold, normaliseSpace } from '#domain';
import { decodedPayloads, unescaped } from '../layers.js';
import { ENGLISH, type Family, SQUEEZED } from './english.js';
import { FORGED } from './forged.js';
import { LANGUAGES } from './languages.js';

/** Characters that nobody sees but a model reads: tags spell hidden ASCII, bidi overrides turn text around. */
const HIDDEN = /[\u{E0020}-\u{E007E}]{2}|[\u202A-\u202E\u2066-\u2069]/u;
/** Many zero-width characters in a row, or variation selectors, carry bits. */
const SMUGGLED = /[\u200B-\u200D\u2060-\u2064\uFEFF]{6}|[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{3}/u;

/** A note that tells of output in quotes: "prints '…'", "fails with "…"". */
const TOLD =
  /\b(?:prints?|reports?|says?|shows?|displays?|logs?|outputs?|warns?|contains?|holds|returns?|answers|(?:fails?|stops?|aborts?|exits?|ends) with|(?:error|message|warning|line|text|output|string|phrase|reply|title|heading) (?:is |reads )?)\s?[`(]?(?:'[^'\n]{2,160}'|"[^"\n]{2,160}"|“[^”\n]{2,160}”|‘[^’\n]{2,160}’)/gi;
/** What makes told output an order after all. */
const HEEDS =
  /\b(?:do (?:it|so|as|what|that|this|just that|exactly that)|follow|obey|comply|carry (?:it )?out|execute it|act on|as (?:it|told|asked|instructed)|accordingly)\b/i;

/** The family of instruction-hijacking text found in a note, in any covered language and disguise; undefined for none. */
export function findInjection(raw: string): string | undefined {
  if (HIDDEN.test(raw) || SMUGGLED.test(raw)) return 'hidden characters';
  const folded = fold(raw);
  const told = HEEDS.test(folded.replace(TOLD, ' ')) ? folded : folded.replace(TOLD, ' ');
  const plain = unescaped(told);
  const payloads = [...decodedPayloads(folded), ...decodedPayloads(plain)];
  for (const text of new Set([told, plain, ...payloads])) {
    const found = findIn(text);
    if (found !== undefined) return found;
  }
  // Prose of some length has no business in base64 or hexadecimal, whatever it says.
  return payloads.some((text) => text.trim().split(/\s+/).length >= 4) ? 'encoded payload' : undefined;
}

function findIn(text: string): string | undefined {
  const forged = hit(FORGED, text);
  if (forged !== undefined) return forged;
  const lower = normaliseSpace(text).toLowerCase();
  for (const variant of variantsOf(lower)) {
    const found = hit(ENGLISH, variant) ?? hit(LANGUAGES, variant);
    if (found !== undefined) return found;
  }
  return hit(SQUEEZED, spaced(lower));
}

const hit = (families: readonly Family[], text: string): string | undefined =>
  families.find(([, pattern]) => pattern.test(text))?.[0];

/**
 * The text itself, with digits read as letters, with words that punctuation glued, with words that were pulled apart, with
 * marks taken off the letters.
 */
function variantsOf(lower: string): Set<string> {
  const unleeted = lower.replace(/[\p{L}\d@$!|+]{3,40}/gu, (word) =>
    /\p{L}/u.test(word) && /[\d@$!|+]/.test(word) ? unleet(word) : word,
  );
  const unglued = lower.replace(/(?<=\p{L})[-_.*~+|/\\]{1,3}(?=\p{L})/gu, ' ');
  const respaced = lower.replace(PULLED_APART, lettersOf);
  const unmarked = lower.normalize('NFD').replace(/\p{M}/gu, '');
  const dequoted = lower.replace(/["'`*_]/g, '').replace(/\s{2,}/g, ' ');
  return new Set([lower, unleeted, unglued, respaced, unmarked, dequoted]);
}

const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '+': 't',
};
const unleet = (word: string): string => [...word].map((char) => LEET[char] ?? char).join('');

/** A run of single letters: "i g n o r e", "i.g.n.o.r.e". */
const PULLED_APART = /(?<!\p{L})(?:\p{L}[ .\-_*·|/,]{1,3}){5,200}\p{L}(?!\p{L})/gu;
const lettersOf = (run: string): string => run.replace(/[^\p{L}]/gu, '');

/** Only the parts that were pulled apart, letters alone: where the words of a whole sentence ran into one. */
const spaced = (lower: string): string => lettersOf((lower.match(PULLED_APART) ?? []).join(' '));
