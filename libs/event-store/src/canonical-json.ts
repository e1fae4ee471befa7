import { createHash } from 'node:crypto';

import canonicalize from 'canonicalize';

// The package is CommonJS; its types describe a default export that it does not have.
const serialize = canonicalize as unknown as (value: unknown) => string | undefined;

/** A lone surrogate as JSON.stringify escapes it, after an even run of backslashes. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/**
 * RFC 8785 text of a JSON value. Members that are undefined are left out.
 * Throws a TypeError for what JSON or I-JSON cannot say: undefined, NaN, infinities, lone surrogates
 * (call `toWellFormed()` on foreign text first).
 */
export function canonicalJson(value: unknown): string {
  let text: string | undefined;
  try {
    text = serialize(value);
  } catch (error) {
    throw new TypeError('the value has no canonical JSON form', { cause: error });
  }
  if (text === undefined) throw new TypeError('the value has no canonical JSON form');
  if (LONE_SURROGATE.test(text)) throw new TypeError('the value holds a lone surrogate, which RFC 8785 forbids');
  return text;
}

/** SHA-256 as lower-case hex; text is taken as UTF-8. */
export const sha256Hex = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
