/** Never the end of a sentence. */
const ABBREVIATIONS = new Set(
  'e.g i.e eg ie vs cf al approx ca resp incl excl esp dr mr mrs ms prof no nr fig sec ch vol pp p ed est max min dept art viz z.b d.h u.a bzw vgl ggf'.split(
    ' ',
  ),
);
/** The end of a sentence only before a capital. */
const MAYBE = new Set(['etc', 'usw', 'inc', 'ltd', 'co', 'corp', 'a.m', 'p.m', 'u.s']);
const CODE = /`[^`\n]{0,4096}`/g;
const CLOSERS = '\'"”’)]»`';
const WIDE_STOPS = '。！？｡';

/**
 * The sentences of a note. A stop inside a code span, version, number or file name ends none, nor does an
 * abbreviation; a line break always does.
 */
export function sentencesOf(text: string): string[] {
  // Same length, so that places agree; nothing in a code span looks like a stop.
  const masked = text.replace(CODE, (span) => `\`${'x'.repeat(Math.max(0, span.length - 2))}\``);
  const found: string[] = [];
  let from = 0;
  const cut = (end: number): void => {
    const sentence = text.slice(from, end).trim();
    if (/[\p{L}\p{N}]/u.test(sentence)) found.push(sentence);
    from = end;
  };
  for (let at = 0; at < masked.length; at++) {
    const char = masked[at]!;
    if (char === '\n') cut(at);
    else if (WIDE_STOPS.includes(char)) cut(at + 1);
    else if (char === '!' || char === '?' || char === '.') {
      let end = at + 1;
      while (end < masked.length && '.!?'.includes(masked[end]!)) end++;
      const stops = end - at;
      const closed = end;
      while (end < masked.length && CLOSERS.includes(masked[end]!)) end++;
      if (endsSentence(masked, at, end, { quoted: end > closed, dots: char === '.' ? stops : 0 })) cut(end);
      at = end - 1;
    }
  }
  cut(text.length);
  return found;
}

function endsSentence(text: string, stop: number, end: number, mark: { quoted: boolean; dots: number }): boolean {
  if (end >= text.length) return true;
  if (!/\s/.test(text[end]!)) return false;
  const next = /\S/.exec(text.slice(end, end + 64))?.[0];
  if (next === undefined) return true;
  const small = /\p{Ll}/u.test(next);
  // "prints 'Try again.' when …"
  if (mark.quoted && small) return false;
  if (mark.dots === 0) return true;
  if (mark.dots > 1) return !small;
  const before = /[\p{L}\p{N}.]{1,24}$/u.exec(text.slice(Math.max(0, stop - 24), stop))?.[0].toLowerCase() ?? '';
  if (ABBREVIATIONS.has(before)) return false;
  if (MAYBE.has(before)) return !small;
  return true;
}
