const BASE64 = /[A-Za-z0-9+/_-]{16,}={0,2}/g;
const HEX = /(?:0x)?(?:[0-9a-f]{2}[ :]?){8,}/gi;
const ESCAPES = /(?:\\x[0-9a-f]{2}|\\u\{?[0-9a-f]{2,6}\}?|&#x?[0-9a-f]{2,6};|%[0-9a-f]{2})/gi;
const ENTITIES: Record<string, string> = {
  colon: ':',
  sol: '/',
  period: '.',
  commat: '@',
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  num: '#',
  lowbar: '_',
  hyphen: '-',
  dash: '-',
  Tab: ' ',
  NewLine: ' ',
};
const NAMED = /&([A-Za-z]{2,10});/g;
const LAYERS = 3;

/** Percent, entity and backslash escapes undone, layer by layer. Bytes are read one by one: what hides in them is ASCII. */
export function unescaped(text: string): string {
  let current = text;
  for (let layer = 0; layer < LAYERS; layer++) {
    const next = current
      .replace(ESCAPES, (escape) => {
        const decimal = /^&#\d/.test(escape);
        const digits = /[0-9a-f]{2,6}(?=[;}]?$)/i.exec(escape)?.[0] ?? '';
        const code = Number.parseInt(digits, decimal ? 10 : 16);
        return code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
          ? String.fromCodePoint(code)
          : ' ';
      })
      .replace(NAMED, (entity, name: string) => (Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : entity))
      .replace(/\\([/:.])/g, '$1');
    if (next === current) break;
    current = next;
  }
  return current;
}

/** Readable text found in base64 or hexadecimal runs, up to two layers deep. */
export function decodedPayloads(text: string, depth = 2): string[] {
  if (depth === 0) return [];
  const found: string[] = [];
  for (const [run] of text.matchAll(BASE64)) {
    if (isReadable(fromBase64(run))) found.push(fromBase64(run));
  }
  for (const [run] of text.matchAll(HEX)) {
    const bytes = Buffer.from(run.replace(/^0x|[ :]/gi, ''), 'hex').toString('latin1');
    if (isReadable(bytes)) found.push(bytes);
  }
  return [...found, ...found.flatMap((inner) => decodedPayloads(inner, depth - 1))];
}

const fromBase64 = (run: string): string => Buffer.from(run, 'base64').toString('latin1');

/** Mostly letters and blanks with nothing unprintable: chance does not make twelve such bytes. */
function isReadable(text: string): boolean {
  if (text.length < 8 || /[^\x20-\x7e\s]/.test(text)) return false;
  const letters = text.match(/[A-Za-z ]/g)?.length ?? 0;
  return letters / text.length >= 0.75;
}
