import type { CandidateView, DocketEntry, RoundView } from '#contracts';
import { isDuplicate, LEASE_MS, sentencesOf } from '#domain';

/** A verdict as `ledger.review` takes it. */
export interface Verdict {
  lessonId: string;
  verdict: 'renew' | 'obsolete' | 'lapse';
  note?: string;
  evidenceJobIds?: string[];
}

export interface ReviewEvidence {
  docket: DocketEntry[];
  /** Text of SKILL.md of the enabled skills, by name. */
  skillTexts: ReadonlyMap<string, string>;
  /** Rounds of the days of the shown index. */
  rounds: RoundView[];
  /** Jobs of the shown index: only these may be cited. */
  indexJobIds: ReadonlySet<string>;
  duplicateThreshold: number;
}

/** Reasons with which a round says that a live lesson already holds what it met again. */
const MET_AGAIN = new Set(['duplicate_lesson', 'already_known']);

/**
 * What evidence alone decides, without a model: a skill text that now says the same ends the lesson, with that sentence
 * as the note; a condition met again renews it. Everything else stays on the docket: no failures seen is no proof of
 * death, for a note that works removes its own evidence.
 */
export function decideByEvidence(evidence: ReviewEvidence): Verdict[] {
  return evidence.docket.flatMap((entry) => covered(entry, evidence) ?? metAgain(entry, evidence) ?? []);
}

function covered(entry: DocketEntry, { skillTexts, duplicateThreshold }: ReviewEvidence): Verdict | undefined {
  if (!entry.due.includes('skill_changed')) return undefined;
  const sentence = sentencesOf(skillTexts.get(entry.skill) ?? '').find((text) =>
    isDuplicate(entry.content, text, duplicateThreshold),
  );
  if (sentence === undefined) return undefined;
  return { lessonId: entry.lessonId, verdict: 'obsolete', note: `The skill now says: ${sentence}` };
}

function metAgain(entry: DocketEntry, evidence: ReviewEvidence): Verdict | undefined {
  // What was met before the lesson was written, or confirmed last, says nothing new.
  const confirmed = Date.parse(entry.leaseEnd) - LEASE_MS;
  const jobs = evidence.rounds
    .filter(({ createdAt }) => Date.parse(createdAt) > confirmed)
    .flatMap(({ candidates }) => candidates)
    .filter((candidate) => saysAgain(candidate, entry, evidence.duplicateThreshold))
    .flatMap((candidate) => candidate.evidence.map(({ jobId }) => jobId));
  const cited = [...new Set(jobs)].filter((jobId) => evidence.indexJobIds.has(jobId));
  return cited.length === 0 ? undefined : { lessonId: entry.lessonId, verdict: 'renew', evidenceJobIds: cited };
}

function saysAgain(candidate: CandidateView, entry: DocketEntry, threshold: number): boolean {
  if (candidate.skill !== entry.skill || !MET_AGAIN.has(candidate.reason ?? '')) return false;
  return candidate.conflictsWith === entry.lessonId || isDuplicate(candidate.content, entry.content, threshold);
}
