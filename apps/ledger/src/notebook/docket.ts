import type { DocketReason } from '#contracts';
import { DOCKET_AHEAD_MS, lessonState } from '#domain';
import type { Lesson, Notebooks } from './notebook.state.js';

/** What a lesson is checked against. */
export interface Surroundings {
  /** ISO-8601. */
  now: string;
  release: string | null;
  /** Current `skillTextHash` of the skills that are there and not archived, by name. */
  skillTextHashes: ReadonlyMap<string, string>;
}

export interface Due {
  lesson: Lesson;
  due: DocketReason[];
}

/** A release that a lesson was checked against within this time is no change when it comes back. */
const RELEASE_MEMORY_MS = 30 * 86_400_000;

/** The machine lessons of an agent that are due for review, oldest first (domain.md section 6). */
export const docket = (state: Notebooks, surroundings: Surroundings): Due[] =>
  [...state.lessons.values()].flatMap((lesson) => {
    const due = dueReasons(lesson, surroundings);
    return due.length === 0 ? [] : [{ lesson, due }];
  });

/** Why `lesson` is due; empty when it is not, or can never be. */
export function dueReasons(lesson: Lesson, surroundings: Surroundings): DocketReason[] {
  const now = Date.parse(surroundings.now);
  const state = lessonState(lesson, now);
  if (state !== 'in_lease' && state !== 'in_grace' && state !== 'dormant') return [];
  const reasons: DocketReason[] = [];
  if (Date.parse(lesson.leaseEnd ?? '') <= now + DOCKET_AHEAD_MS) reasons.push('lease_due');
  if (releaseChanged(lesson, surroundings.release, now)) reasons.push('release_changed');
  // A skill that is gone has no hash, and so differs whatever was checked.
  const hash = surroundings.skillTextHashes.get(lesson.skill);
  if (hash === undefined || hash !== lesson.checkedSkillHash) reasons.push('skill_changed');
  return reasons;
}

function releaseChanged(lesson: Lesson, release: string | null, now: number): boolean {
  // An unknown release says nothing about a change.
  if (release === null || release === lesson.checkedRelease) return false;
  const checked = lesson.releasesChecked[release];
  return checked === undefined || now - Date.parse(checked) > RELEASE_MEMORY_MS;
}
