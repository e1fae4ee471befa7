import { CONCEPTS } from './lexicon.js';
import { SPACED } from './grammar.js';
import { rootOf } from './stem.js';
import type { NoteLanguage } from './language.js';

/** A phrase of roots, or of prefixes where `prefix`, and the concept it stands for. */
interface Phrase {
  words: string[];
  concept: string;
}

/** Words that change nothing inside an English phrase: "is not yet installed" is "not installed". */
const SILENT = new Set(
  'a an the is are be been being was were it its to can could will would may might must do does did yet currently already just still you your'.split(
    ' ',
  ),
);
export const isSilent = (word: string): boolean => SILENT.has(word);

/** Phrases by their first word, longest first. */
type Phrases = ReadonlyMap<string, Phrase[]>;

function compile(language: 'en' | 'de' | 'vi'): Phrases {
  const phrases = new Map<string, Phrase[]>();
  for (const [concept, entry] of Object.entries(CONCEPTS)) {
    for (const text of (entry[language] ?? '').split('|').filter(Boolean)) {
      const words = wordsOfPhrase(text, language);
      const [first] = words;
      // "being used" without its silent word would be any "used".
      if (first === undefined || (words.length === 1 && text.includes(' '))) continue;
      const known = phrases.get(first) ?? [];
      if (!known.some((other) => other.words.join(' ') === words.join(' '))) known.push({ words, concept });
      phrases.set(first, known);
    }
  }
  for (const list of phrases.values()) list.sort((a, b) => b.words.length - a.words.length);
  return phrases;
}

const wordsOfPhrase = (text: string, language: 'en' | 'de' | 'vi'): string[] =>
  language === 'en'
    ? expandContractions(text)
        .split(' ')
        .filter((word) => !SILENT.has(word))
        .map(rootOf)
    : text.split(' ');

/** "isn't" → "is not", "as it is" → "directly". "Cannot" is a failure, not a ban: "unable to". */
export const expandContractions = (text: string): string =>
  text
    .replace(/\b(?:cannot|can['’]t|can not|could not|couldn['’]t)\b/gi, 'unable to')
    .replace(/\bwon['’]t\b/gi, 'will not')
    .replace(/(\w)n['’]t\b/gi, '$1 not')
    .replace(/\bas (?:it |they )?(?:is|are|stands?)\b/gi, 'directly');

const COMPILED = { en: compile('en'), de: compile('de'), vi: compile('vi') };
/** German entries that end in `*`: any word with that beginning. */
const PREFIXES = new Map(
  [...COMPILED.de].flatMap(([first, list]) =>
    first.endsWith('*') ? [[first.slice(0, -1), list[0]!.concept] as const] : [],
  ),
);

export interface Hit {
  concept: string;
  /** Words that the phrase took. */
  length: number;
}

/** The longest phrase of the lexicon at the head of `roots` (lower-case words; English ones as roots). */
export function phraseAt(roots: readonly string[], at: number, language: 'en' | 'de' | 'vi'): Hit | undefined {
  const first = roots[at]!;
  const hit = COMPILED[language].get(first)?.find(({ words }) => words.every((word, i) => roots[at + i] === word));
  if (hit) return { concept: hit.concept, length: hit.words.length };
  if (language !== 'de') return undefined;
  for (let length = first.length; length >= 3; length--) {
    const concept = PREFIXES.get(first.slice(0, length));
    if (concept !== undefined) return { concept, length: 1 };
  }
  return undefined;
}

/** Entries of a language without blanks, as they stand. */
export const UNSPACED_CONCEPTS: Record<'zh' | 'ja' | 'ko', ReadonlyMap<string, string>> = {
  zh: entries('zh'),
  ja: entries('ja'),
  ko: entries('ko'),
};
function entries(language: 'zh' | 'ja' | 'ko'): Map<string, string> {
  const found = new Map<string, string>();
  for (const [concept, entry] of Object.entries(CONCEPTS)) {
    for (const text of (entry[language] ?? '').split('|').filter(Boolean))
      if (!found.has(text)) found.set(text, concept);
  }
  return found;
}

export const isStopWord = (word: string, language: NoteLanguage): boolean =>
  language in SPACED && SPACED[language as 'en'].stop.has(word);
