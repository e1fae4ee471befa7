import { sentencesOf } from '#domain';
import type { Gate } from './gate.js';

export const SENTENCE_LIMIT = 3;

/** Gate 6: condition, action, how to verify; more is a manual. */
export const tooManySentences: Gate = ({ folded }) => {
  const { length } = sentencesOf(folded.content);
  return length > SENTENCE_LIMIT
    ? { reason: 'too_many_sentences', detail: `${length} of at most ${SENTENCE_LIMIT}` }
    : undefined;
};
