import type { CandidateReason } from '../candidate.js';

/** A rule in a person's words, put so that it stands alone. */
export interface Rule {
  condition: string;
  action: string;
}

export interface Refused {
  reason: CandidateReason;
  detail: string;
}

/** What one sentence of a person is: a rule (written out, or only recognised), or the reason why not. */
export type Verdict = { quote: string; rule?: Rule } | Refused;

export const refused = (verdict: Verdict): verdict is Refused => 'reason' in verdict;

/** Of several sentences without a rule, the reason that says most. */
const WEIGHT: Partial<Record<CandidateReason, number>> = { points_at_task: 4, prescribes_outcome: 3, question: 2 };
export const tellingMost = (all: readonly Refused[]): Refused =>
  all.reduce(
    (best, one) => ((WEIGHT[one.reason] ?? 0) > (WEIGHT[best.reason] ?? 0) ? one : best),
    all[0] ?? { reason: 'not_a_correction', detail: 'no rule in it' },
  );
