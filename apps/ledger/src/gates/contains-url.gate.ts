import type { Gate } from './gate.js';
import { findUrl } from './urls.js';

/** Gate 4: a note sends nobody anywhere. */
export const containsUrl: Gate = ({ folded }) => {
  const detail = findUrl(folded.all);
  return detail === undefined ? undefined : { reason: 'content_contains_url', detail };
};
