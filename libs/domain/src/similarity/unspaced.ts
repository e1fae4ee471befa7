import { UNSPACED, type Opening } from './grammar.js';
import { UNSPACED_CONCEPTS } from './vocabulary.js';

/** One thing found in a run of unspaced script. */
export interface RunPiece {
  concept?: string;
  pair?: string;
  opens?: Opening;
  closes?: Opening;
  negates?: 'after' | 'before';
}

const LONGEST = 14;

type Entry = RunPiece | 'stop';
const TABLES = Object.fromEntries(
  (['zh', 'ja', 'ko'] as const).map((language) => {
    const grammar = UNSPACED[language];
    const table = new Map<string, Entry>();
    for (const word of grammar.stop) table.set(word, 'stop');
    for (const [word, concept] of UNSPACED_CONCEPTS[language]) table.set(word, { concept });
    for (const [word, opens] of Object.entries(grammar.opens)) table.set(word, { opens });
    for (const [word, closes] of Object.entries(grammar.closesCondition)) table.set(word, { closes });
    for (const word of grammar.negates) table.set(word, { negates: 'after' });
    for (const word of grammar.negatesBefore) table.set(word, { negates: 'before' });
    return [language, table];
  }),
) as Record<'zh' | 'ja' | 'ko', Map<string, Entry>>;

/** Longest entry first at each place; what no entry covers becomes pairs of neighbouring characters. */
export function readRun(text: string, language: 'zh' | 'ja' | 'ko'): RunPiece[] {
  const table = TABLES[language];
  const found: RunPiece[] = [];
  let rest = '';
  const flush = (): void => {
    for (let i = 0; i + 1 < rest.length; i++) found.push({ pair: rest.slice(i, i + 2) });
    if (rest.length === 1) found.push({ pair: rest });
    rest = '';
  };
  for (let at = 0; at < text.length;) {
    let length = Math.min(LONGEST, text.length - at);
    while (length > 0 && !table.has(text.slice(at, at + length))) length--;
    const entry = length > 0 ? table.get(text.slice(at, at + length)) : undefined;
    if (entry === undefined && text[at] !== ' ') rest += text[at]!;
    else if (entry === undefined) flush();
    else {
      flush();
      if (entry !== 'stop') found.push(entry);
    }
    at += Math.max(1, length);
  }
  flush();
  return found;
}
