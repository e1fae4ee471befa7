import type { JobState } from '#contracts';

/** Bytes of one item's SHA-256. */
export const DIGEST_BYTES = 32;

/** The last recorded part of a job. */
export interface KnownPart {
  part: number;
  state: JobState;
  firstItem: number;
  /** Digests of all items of the job so far, those of earlier parts included. */
  itemDigests: Buffer;
}

/** What becomes of a report of a job. */
export type Decision =
  { kind: 'record'; part: number; firstItem: number; replaces: boolean } | { kind: 'repeat' } | { kind: 'conflict' };

const READ: readonly JobState[] = ['in_round', 'read', 'voided'];

/**
 * Same job again: an equal or shorter prefix is a repeat; a longer report replaces what no round has read, else its tail
 * is a new part; anything else is a conflict. Only the items are compared, by digest.
 */
export function decideSameJob(known: KnownPart | undefined, itemDigests: Buffer): Decision {
  if (known === undefined) return { kind: 'record', part: 0, firstItem: 0, replaces: false };
  const common = Math.min(known.itemDigests.length, itemDigests.length);
  if (!known.itemDigests.subarray(0, common).equals(itemDigests.subarray(0, common))) return { kind: 'conflict' };
  if (itemDigests.length <= known.itemDigests.length) return { kind: 'repeat' };
  if (!READ.includes(known.state)) {
    return { kind: 'record', part: known.part, firstItem: known.firstItem, replaces: true };
  }
  const firstItem = known.itemDigests.length / DIGEST_BYTES;
  return { kind: 'record', part: known.part + 1, firstItem, replaces: false };
}
