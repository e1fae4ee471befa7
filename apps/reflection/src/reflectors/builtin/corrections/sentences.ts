const FENCE = /```[^`]{0,20000}(?:```|$)/g;
const MAX_SENTENCES = 12;
const MAX_CHARS = 400;

/** Whether the dot at `i` ends a sentence: not inside `uv.lock`, `e.g.` or `3.13`. */
function ends(text: string, i: number): boolean {
  const c = text[i]!;
  if (c === '\n' || '。！？'.includes(c)) return true;
  if (c !== '.' && c !== '!' && c !== '?') return false;
  const next = text[i + 1];
  return (
    (next === undefined || /[\s"')\]]/.test(next)) &&
    !/\b(?:e\.g|i\.e|etc|vs|approx|z\.B|bzw)$/i.test(text.slice(Math.max(0, i - 8), i))
  );
}

/** The sentences a person wrote: no code blocks, no quoted lines, nothing as long as a pasted log. */
export function sentencesOf(text: string): string[] {
  const own = text
    .replace(FENCE, '\n')
    .split('\n')
    .filter((line) => !/^\s{0,3}>/.test(line))
    .join('\n')
    .slice(0, 6_000);
  const found: string[] = [];
  let start = 0;
  let span = false;
  for (let i = 0; i <= own.length && found.length < MAX_SENTENCES; i += 1) {
    if (own[i] === '`') span = !span;
    if (i < own.length && (span || !ends(own, i))) continue;
    const sentence = own
      .slice(start, i + 1)
      .replace(/\s+/g, ' ')
      .trim();
    if (sentence && sentence.length <= MAX_CHARS) found.push(sentence);
    start = i + 1;
  }
  return found;
}
