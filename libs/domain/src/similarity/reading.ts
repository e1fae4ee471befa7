import { canonicalText, fold, normaliseSpace } from '../text/fold.js';
import { isUnspaced } from './grammar.js';
import { languageOf } from './language.js';
import { lexemesOf } from './lexemes.js';
import { NoteReader } from './note-reader.js';
import { rootOf } from './stem.js';
import type { Reading } from './unit.js';
import { expandContractions, phraseAt } from './vocabulary.js';

/** "then" and its like between two steps, in the languages covered. */
const STEPS =
  /[\s,;](?:and )?(?:then|afterwards|and only then)\s|[\s,;]danach\s|[\s,;]dann\s|[，,；]\s?(?:然后|再|之后)|(?:それから|その後|次に)|(?:그다음|그런 다음|그 후)|[\s,;](?:sau đó|rồi)\s/iu;

const prepared = (text: string): string => expandContractions(normaliseSpace(fold(text)));

/** Words that name a program or a thing in the other note too: `find` in one makes "find" one in both. */
export function codeWordsOf(text: string): Set<string> {
  const found = new Set<string>();
  const unspaced = isUnspaced(languageOf(canonicalText(text)));
  for (const { kind, code, head, text: word } of lexemesOf(prepared(text))) {
    if (kind !== 'word' || !/^[a-z][\w+-]{1,30}$/.test(word)) continue;
    // A Latin word among Chinese, Japanese or Korean ones is a term of the trade.
    if ((code && head) || (!code && unspaced && phraseAt([rootOf(word)], 0, 'en') === undefined)) found.add(word);
  }
  return found;
}

/** Reads a note. @param codeWords those of this note and of the one it is compared with */
export function meaningOf(text: string, codeWords: ReadonlySet<string>): Reading {
  const meaning = new NoteReader(languageOf(canonicalText(text)), lexemesOf(prepared(text)), codeWords).read();
  return { ...meaning, steps: STEPS.test(text) };
}
