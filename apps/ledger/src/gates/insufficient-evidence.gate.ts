import { supportOf } from './support.js';
import type { Gate } from './gate.js';

export const ORIGINS_NEEDED = 2;

/** Gate 17: two origins, or one whose cited message by a person is the correction. */
export const insufficientEvidence: Gate = (proposal, { bundle, trustPresumedPeople }) => {
  const support = supportOf(proposal, bundle);
  if (support.length === 0) return { reason: 'insufficient_evidence', detail: 'nothing cited that may support a note' };
  const origins = new Set(support.map(({ job }) => job.origin)).size;
  if (origins >= ORIGINS_NEEDED) return undefined;
  const saidByPerson = support.some(({ human }) => human === 'proven' || (human === 'presumed' && trustPresumedPeople));
  if (proposal.kind === 'correction' && saidByPerson) return undefined;
  return { reason: 'insufficient_evidence', detail: 'one origin only' };
};
