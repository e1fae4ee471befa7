import type { StoredEvent } from './event.js';

/** Checks that `events` are all that follows `after`; answers the last position. Throws where the log has a gap, which its lock makes impossible. */
export function checkGapless(after: bigint, events: readonly StoredEvent[]): bigint {
  let last = after;
  for (const { position } of events) {
    if (position !== last + 1n) throw new Error(`the log has a gap: ${position} follows ${last}`);
    last = position;
  }
  return last;
}
