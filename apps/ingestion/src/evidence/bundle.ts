import type { BundleJob, EvidenceRecord } from '#contracts';
import { DIGEST_BYTES } from './same-job.decider.js';

/** A job of a batch with the digests of its items. */
export interface BatchJob {
  record: EvidenceRecord;
  itemDigests: Buffer;
  /** Joined for a waiting candidate: all of its items may be cited, not only new ones. */
  waiting: boolean;
}

/** What may be cited in a round: by job, its failed calls and a person's messages, each with the digest of its item. */
export function bundleOf(jobs: BatchJob[]): BundleJob[] {
  const bundle = new Map<string, BundleJob>();
  for (const { record, itemDigests, waiting } of jobs) {
    const { jobId, finishedAt, origin, credential } = record;
    const from = waiting ? 0 : record.firstItem;
    const digest = (item: number): string =>
      itemDigests.toString('hex', item * DIGEST_BYTES, (item + 1) * DIGEST_BYTES);
    const calls = record.calls
      .filter(({ item }) => item >= from)
      .map((call) => ({ item: call.item, class: call.class, digest: digest(call.item) }));
    const humanMessages = record.humanMessages
      .filter(({ item }) => item >= from)
      .map(({ item, human }) => ({ item, human, digest: digest(item) }));
    // Two parts of one job are one job.
    const known = bundle.get(jobId) ?? { jobId, finishedAt, origin, credential, calls: [], humanMessages: [] };
    bundle.set(jobId, {
      ...known,
      finishedAt,
      calls: merged(known.calls, calls),
      humanMessages: merged(known.humanMessages, humanMessages),
    });
  }
  return [...bundle.values()];
}

function merged<T extends { item: number }>(one: T[], other: T[]): T[] {
  return [...new Map([...one, ...other].map((entry) => [entry.item, entry])).values()].sort((a, b) => a.item - b.item);
}
