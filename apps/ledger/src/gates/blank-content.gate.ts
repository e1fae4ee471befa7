import { isBlank } from '#domain';
import type { Gate } from './gate.js';

/** Gate 3: something has to be left after folding. */
export const blankContent: Gate = ({ folded }) => (isBlank(folded.content) ? { reason: 'blank_content' } : undefined);
