import type { CandidateView, ProposeReply, RoundView } from '#contracts';
import type { Candidate } from '../reflectors/builtin/index.js';

/** Candidates of a reflector as a round keeps them; what is to be proposed stands as `accepted` until the ledger says otherwise. */
export function viewsOf(candidates: Candidate[]): CandidateView[] {
  return candidates.map((candidate, index) => ({
    index,
    skill: candidate.skill ?? null,
    kind: candidate.kind,
    content: candidate.content,
    condition: candidate.condition ?? null,
    action: candidate.action ?? null,
    check: candidate.check ?? null,
    evidence: candidate.evidence,
    outcome:
      candidate.outcome === 'proposed'
        ? 'accepted'
        : candidate.reason === 'needs_person'
          ? 'needs_person'
          : candidate.outcome,
    reason: candidate.reason ?? null,
    detail: candidate.detail ?? null,
    conflictsWith: null,
    lessonId: null,
    quote: candidate.quote ?? null,
    support: candidate.support,
  }));
}

/** The candidates with what the ledger said of those that were proposed, in their order. */
export function answered(candidates: CandidateView[], reply: ProposeReply): CandidateView[] {
  let proposed = -1;
  return candidates.map((candidate) => {
    if (candidate.outcome !== 'accepted') return candidate;
    proposed += 1;
    const index = proposed;
    const rejected = reply.rejected.find((rejection) => rejection.index === index);
    if (rejected !== undefined) {
      return {
        ...candidate,
        outcome: 'refused',
        reason: rejected.reason,
        detail: rejected.detail ?? null,
        conflictsWith: rejected.conflictsWith ?? null,
      };
    }
    const accepted = reply.accepted.find((one) => one.index === index);
    const revived = reply.revived.find((one) => one.index === index);
    return {
      ...candidate,
      outcome: revived ? 'revived' : 'accepted',
      lessonId: (revived ?? accepted)?.lessonId ?? null,
    };
  });
}

/** One word on how a round ended. */
export function outcomeOf(candidates: CandidateView[]): string {
  if (candidates.some(({ outcome }) => outcome === 'accepted' || outcome === 'revived')) return 'learned';
  return candidates.length === 0 ? 'empty' : 'nothing_qualified';
}

/**
 * Notes that earlier rounds had no room for and that no later one has settled. A round that meets the same again
 * proposes them without a new job.
 *
 * @param rounds newest first
 */
export function deferredNotes(rounds: RoundView[]): { skill: string; content: string }[] {
  const settled = new Set<string>();
  const deferred: { skill: string; content: string }[] = [];
  for (const { skill, content, outcome, reason } of rounds.flatMap(({ candidates }) => candidates)) {
    const key = JSON.stringify([skill, content]);
    if (skill === null || settled.has(key)) continue;
    settled.add(key);
    if (outcome === 'waiting' && reason === 'adds_limit') deferred.push({ skill, content });
  }
  return deferred;
}

/** Jobs that candidates of earlier rounds cite while they wait for a second origin. */
export function waitingJobIds(rounds: RoundView[]): string[] {
  const ids = rounds.flatMap(({ candidates }) =>
    candidates.flatMap(({ outcome, evidence }) => (outcome === 'waiting' ? evidence.map(({ jobId }) => jobId) : [])),
  );
  return [...new Set(ids)].slice(0, 100);
}
