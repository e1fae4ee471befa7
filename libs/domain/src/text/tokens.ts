import { createRequire } from 'node:module';

type Encoding = typeof import('gpt-tokenizer/encoding/o200k_base');

const NO_SPECIAL = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
let encoding: Encoding | undefined;

/** Tokens of o200k_base, in which the length of a note is limited. Special tokens count as the plain text they are. */
export function countTokens(text: string): number {
  // The table takes 0.2 s and tens of megabytes: loaded by the first that counts, not by every program that imports the rules.
  encoding ??= createRequire(import.meta.url)('gpt-tokenizer/encoding/o200k_base') as Encoding;
  return encoding.countTokens(text, NO_SPECIAL);
}
