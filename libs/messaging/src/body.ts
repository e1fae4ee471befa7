import { Refusal } from '#contracts';

/** Deeper bodies are refused: what walks them is recursive. */
const MAX_NESTING = 64;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON object in the bytes; no bytes mean `{}`.
 * @throws Refusal `not_utf8`, `invalid_json`
 */
export function decodeBody(bytes: Uint8Array): Record<string, unknown> {
  if (bytes.length === 0) return {};
  return parseObject(decodeText(bytes));
}

/** @throws Refusal `not_utf8` */
export function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Refusal('not_utf8');
  }
}

function parseObject(text: string): Record<string, unknown> {
  if (nesting(text) > MAX_NESTING) throw new Refusal('invalid_json', `Nested deeper than ${MAX_NESTING} levels.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The parser quotes the text it fails at, which may hold a secret: only the place is passed on.
    const place = /position \d+/.exec(String(error))?.[0];
    throw new Refusal('invalid_json', place === undefined ? undefined : `Not JSON at ${place}.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal('invalid_json', 'The body must be one JSON object.');
  }
  return value as Record<string, unknown>;
}

function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (quoted) {
      if (character === 0x5c) at++;
      else if (character === 0x22) quoted = false;
    } else if (character === 0x22) quoted = true;
    else if (character === 0x7b || character === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (character === 0x7d || character === 0x5d) depth--;
  }
  return deepest;
}
