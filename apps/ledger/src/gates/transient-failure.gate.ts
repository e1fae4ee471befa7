import { supportOf } from './support.js';
import type { Gate } from './gate.js';

const OUTAGE_MS = 24 * 60 * 60_000;

/** Gate 18: failures that pass by themselves, within a day, are one outage and no condition. */
export const transientFailure: Gate = (proposal, { bundle }) => {
  const support = supportOf(proposal, bundle);
  if (support.length === 0 || !support.every((one) => one.class === 'transient')) return undefined;
  const times = support.map(({ job }) => Date.parse(job.finishedAt));
  const span = Math.max(...times) - Math.min(...times);
  return span <= OUTAGE_MS ? { reason: 'transient_failure', detail: 'one outage within 24 hours' } : undefined;
};
