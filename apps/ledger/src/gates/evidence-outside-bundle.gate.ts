import type { Gate } from './gate.js';

/** Gate 16: only what the round has read can be cited. */
export const evidenceOutsideBundle: Gate = ({ evidence }, { bundle }) => {
  const outside = evidence.find(({ jobId, item }) => {
    const job = bundle.find((one) => one.jobId === jobId);
    if (job === undefined) return true;
    return item !== undefined && ![...job.calls, ...job.humanMessages].some((one) => one.item === item);
  });
  return (
    outside && {
      reason: 'evidence_outside_bundle',
      detail: `${outside.jobId}${outside.item === undefined ? '' : ` item ${outside.item}`}`,
    }
  );
};
