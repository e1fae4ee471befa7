import type { Gate } from './gate.js';
import { isEnglishProse } from './english-prose.js';

/** Gate 7: notes of machines are English; commands, paths and identifiers in them do not count. */
export const notEnglish: Gate = ({ folded }) =>
  isEnglishProse(folded.content) ? undefined : { reason: 'not_english' };
