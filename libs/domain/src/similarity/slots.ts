import type { UnitKind } from './unit.js';

export interface Slot {
  kind: Extract<UnitKind, 'flag' | 'number' | 'version' | 'name' | 'path' | 'file'>;
  keys: string[];
}

const FLAG = /^--?[A-Za-z][\w-]*(?:=.*)?$/;
const VERSION = /^v?\d{1,5}(?:\.(?:\d{1,6}|x|\*)){1,4}(?:[-+][\w.]{1,20})?$/i;
const NUMBER = /^(\d{1,12})(ms|s|m|min|h|d|k|kb|mb|gb|kib|mib|gib|%)?$/i;
const FILE =
  /^[\w.-]{0,80}\.(?:json|ya?ml|toml|ini|cfg|conf|env|lock|md|txt|csv|tsv|xlsx?|docx?|pdf|py|pyc|ipynb|js|mjs|cjs|ts|tsx|jsx|rb|go|rs|java|kt|c|h|cc|cpp|hpp|php|sh|bash|zsh|ps1|sql|html?|css|scss|xml|svg|png|jpe?g|gif|log|bak|tmp|gz|tgz|xz|bz2|zip|tar|7z|zst|deb|rpm|whl|jar|so|dll|exe|db|sqlite|parquet|proto|tf|gradle|properties|plist|pem|crt)$/i;
const EXTENSION = /^\.[a-z][a-z0-9]{0,7}$/i;
const WORDS: Record<string, string> = {
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  twice: '2',
};

/** The slot that a word fills, or undefined for a plain word. Keys are normalised: `-xzf` gives its letters. */
export function slotOf(text: string): Slot | undefined {
  if (FLAG.test(text)) return { kind: 'flag', keys: flagKeys(text) };
  if (VERSION.test(text)) return { kind: 'version', keys: [text.toLowerCase().replace(/^v/, '')] };
  const number = NUMBER.exec(text);
  if (number) return { kind: 'number', keys: [number[1]!] };
  if (Object.hasOwn(WORDS, text.toLowerCase())) return { kind: 'number', keys: [WORDS[text.toLowerCase()]!] };
  if (/^(?:~|\.{1,2})?\/[\w.@/-]*$/.test(text) && text.length > 1)
    return { kind: 'path', keys: [text.replace(/\/+$/, '') || '/'] };
  if (EXTENSION.test(text) || FILE.test(text)) return { kind: 'file', keys: [text.toLowerCase()] };
  if (/^[A-Za-z_][\w.]*\(\)$/.test(text)) return { kind: 'name', keys: [text.slice(0, -2).toLowerCase()] };
  if (/^[A-Za-z_]\w*(?:::\w+|\.\w+)+$/.test(text) && !/^[a-z]\.[a-z]$/i.test(text))
    return { kind: 'name', keys: [text.toLowerCase()] };
  if (
    /^[A-Za-z]+_\w+$/.test(text) ||
    /^[a-z]+[A-Z]\w*$/.test(text) ||
    /^[A-Z][a-z0-9]+[A-Z]\w*$/.test(text) ||
    /^[A-Z][A-Z0-9_]{4,}$/.test(text)
  )
    return { kind: 'name', keys: [text.toLowerCase()] };
  return undefined;
}

/** A short cluster counts by its letters, in any order; a long flag by its name. Values after `=` are left to other slots. */
function flagKeys(text: string): string[] {
  const name = text.split('=')[0]!;
  if (name.startsWith('--') || name.length > 6 || name.length === 2) return [name];
  return [...name.slice(1)].map((letter) => `-${letter}`);
}
