/** A piece of a note as it stands. */
export interface Lexeme {
  kind: 'word' | 'boundary' | 'run';
  text: string;
  code: boolean;
  /** Opens a code span. */
  head: boolean;
}

const WIDE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー々';
/** A code span; a run of wide script (Korean puts blanks between its words); a word; a mark. */
const PIECE = new RegExp(
  `\`[^\`]{1,4096}\`|[${WIDE}]+(?: [${WIDE}]+)*|[^\\s\`${WIDE}、。，；：（）「」『』！？]+|[、。，；：！？]|[（）「」『』]`,
  'gu',
);
const RUN = new RegExp(`^[${WIDE}]`, 'u');
const WIDE_STOP = /^[、。，；：！？]$/;
const OPENERS = /^[("'“‘«[{]+/;
const CLOSERS = /[)"'”’»\]},;:.!?—]+$/;

/** Splits a folded note into words, boundaries between clauses, and runs of unspaced script. */
export function lexemesOf(text: string): Lexeme[] {
  const found: Lexeme[] = [];
  const boundary = (mark: string): void => void found.push({ kind: 'boundary', text: mark, code: false, head: false });
  for (const [piece] of withoutAsides(text).matchAll(PIECE)) {
    if (piece.startsWith('`') && piece.length > 1) {
      const words = piece.slice(1, -1).split(/\s+/).filter(Boolean);
      words.forEach((word, i) => found.push({ kind: 'word', text: unquoted(word), code: true, head: i === 0 }));
    } else if (WIDE_STOP.test(piece)) boundary(piece === '、' || piece === '，' ? ',' : piece === '？' ? '?' : '.');
    else if (RUN.test(piece)) found.push({ kind: 'run', text: piece, code: false, head: false });
    else addWord(piece, found, boundary);
  }
  return found;
}

function addWord(piece: string, found: Lexeme[], boundary: (mark: string) => void): void {
  if (piece === '-' || piece === '—' || piece === '--') return boundary(',');
  const opened = piece.replace(OPENERS, '');
  const closing = CLOSERS.exec(opened)?.[0] ?? '';
  // A call keeps its brackets: `append()`.
  const word = /\w\(\)[,;:.!?]*$/.test(opened)
    ? opened.replace(/[,;:.!?]+$/, '')
    : opened.slice(0, opened.length - closing.length);
  if (word !== '') found.push({ kind: 'word', text: word, code: false, head: false });
  if (closing.includes('?')) boundary('?');
  else if (/[.!]/.test(closing)) boundary('.');
  else if (/[;:]/.test(closing)) boundary(';');
  else if (/,/.test(closing)) boundary(',');
}

const unquoted = (word: string): string => word.replace(/^['"]+|['"]+$/g, '');

/** A short aside in brackets adds detail to a note, not meaning; one that is most of the note is no aside. */
function withoutAsides(text: string): string {
  const without = text.replace(/\s[(（][^()（）]{1,200}[)）]/g, ' ');
  return without.length * 2 > text.length ? without : text;
}
