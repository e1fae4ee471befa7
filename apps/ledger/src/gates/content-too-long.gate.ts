import { countTokens } from '#domain';
import type { Gate } from './gate.js';

/** Tokens of o200k_base. */
export const TOKEN_LIMIT = 100;

/** Gate 5: a note is read with every use of its skill. */
export const contentTooLong: Gate = ({ folded }) => {
  const tokens = countTokens(folded.content.trim());
  return tokens > TOKEN_LIMIT
    ? { reason: 'content_too_long', detail: `${tokens} tokens of at most ${TOKEN_LIMIT}` }
    : undefined;
};
