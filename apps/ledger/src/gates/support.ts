import { SUPPORTING_CLASSES, type BundleJob, type CallClass, type HumanProof } from '#contracts';
import type { GateInput } from './gate.js';

/** One cited item that may support a note. */
export interface Support {
  job: BundleJob;
  item: number;
  digest: string;
  class?: CallClass;
  human?: HumanProof;
}

/**
 * What the citations hold that may support a note: calls of a supporting class and human messages, each once. `query_no`,
 * `declined` and `masked` calls support nothing. A job cited without an item stands for all of its items.
 */
export function supportOf({ evidence }: GateInput, bundle: readonly BundleJob[]): Support[] {
  const found = new Map<string, Support>();
  for (const { jobId, item } of evidence) {
    const job = bundle.find((one) => one.jobId === jobId);
    if (job === undefined) continue;
    const cited = (at: number): boolean => item === undefined || item === at;
    for (const call of job.calls) {
      if (cited(call.item) && SUPPORTING_CLASSES.includes(call.class))
        found.set(`${jobId}\n${call.item}`, { job, item: call.item, digest: call.digest, class: call.class });
    }
    for (const message of job.humanMessages) {
      if (cited(message.item))
        found.set(`${jobId}\n${message.item}`, {
          job,
          item: message.item,
          digest: message.digest,
          human: message.human,
        });
    }
  }
  return [...found.values()];
}
