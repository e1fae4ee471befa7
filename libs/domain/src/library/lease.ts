import type { LessonState } from '#contracts';

const DAY_MS = 86_400_000;
/** How long a machine lesson lives unreviewed, and how much longer it is still delivered. */
export const LEASE_MS = 7 * DAY_MS;
export const GRACE_MS = 7 * DAY_MS;
/** A lease that ends within this time puts its lesson on the docket. */
export const DOCKET_AHEAD_MS = 26 * 3_600_000;

/** Lease and grace of a machine lesson written or renewed at `now` (ISO-8601). */
export function leaseFrom(now: string): { leaseEnd: string; graceEnd: string } {
  const start = Date.parse(now);
  return {
    leaseEnd: new Date(start + LEASE_MS).toISOString(),
    graceEnd: new Date(start + LEASE_MS + GRACE_MS).toISOString(),
  };
}

/** What decides the state of a lesson at an instant; leases end by the clock, without an event. */
export interface Leased {
  author: 'machine' | 'human';
  leaseEnd: string | null;
  graceEnd: string | null;
  /** How it ended, or null. */
  ended: 'obsoleted' | 'expired' | 'retired' | null;
}

/** State of a lesson at `at` (milliseconds since 1970). The ends of lease and grace no longer belong to them. */
export function lessonState(lesson: Leased, at: number): LessonState {
  if (lesson.ended !== null) return lesson.ended;
  if (lesson.author === 'human') return 'human';
  if (at < Date.parse(lesson.leaseEnd ?? '')) return 'in_lease';
  return at < Date.parse(lesson.graceEnd ?? '') ? 'in_grace' : 'dormant';
}

export type LiveState = 'in_lease' | 'in_grace' | 'human';
export const isLive = (state: LessonState): state is LiveState =>
  state === 'in_lease' || state === 'in_grace' || state === 'human';
