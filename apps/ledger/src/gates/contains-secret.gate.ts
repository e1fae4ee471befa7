import type { Gate } from './gate.js';
import { findSecret } from './secrets.js';

/** Gate 9: a note is shown wherever its skill is. */
export const containsSecret: Gate = ({ folded }) => {
  const detail = findSecret(folded.all);
  return detail === undefined ? undefined : { reason: 'content_contains_secret', detail };
};
