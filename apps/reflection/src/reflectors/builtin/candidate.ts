import type { EvidenceRecord } from '#contracts';

/** What the built-in reflector reads. It asks no clock: the caller picks the jobs. */
export interface ReflectionInput {
  /** The batch of the round. */
  jobs: EvidenceRecord[];
  /** Earlier jobs cited by candidates that still wait for a second origin. */
  waiting: EvidenceRecord[];
  /** Skills enabled for the agent, with their text where it is known. */
  skills: { name: string; text?: string }[];
  defaultSkill?: string;
  /** A presumed human message may prove a correction alone. */
  trustPresumedPeople: boolean;
  /** Hours between two origins of one credential with like tasks. */
  originsMinGapHours: number;
  /** Notes that earlier rounds had no room for; they may be proposed on earlier jobs alone. */
  deferred?: { skill: string; content: string }[];
  /** What the agent is told already. */
  liveLessons: { skill: string; content: string }[];
}

/** Why a candidate is no proposal (yet). */
export type CandidateReason =
  | 'no_skill'
  | 'skill_disabled'
  | 'single_origin'
  | 'transient_failure'
  | 'too_wide'
  | 'case_fact'
  | 'not_a_command'
  | 'run_local'
  | 'no_recovery'
  | 'tainted_action'
  | 'unsafe_action'
  | 'already_known'
  | 'adds_limit'
  | 'not_a_correction'
  | 'question'
  | 'points_at_task'
  | 'prescribes_outcome'
  | 'unproven_person'
  | 'needs_person';

/** One thing that the batch might teach, and what became of it; every cluster gives one. */
export interface Candidate {
  skill?: string;
  kind: 'condition' | 'correction';
  /** The note; empty where none could be written. */
  content: string;
  condition?: string;
  action?: string;
  /** Read-only command and what its output shows while the condition holds. */
  check?: { command: string; expect: string };
  /** Items that support it: failed calls or human messages. */
  evidence: { jobId: string; item: number }[];
  outcome: 'proposed' | 'waiting' | 'refused';
  reason?: CandidateReason;
  detail?: string;
  /** A person's own words. */
  quote?: string;
  support: { origins: number; jobs: string[]; program?: string; error?: string; recovery?: string };
}

/** Proposals a round may add to one skill. */
export const ADDS_PER_SKILL = 2;
/** Items cited at most; one a job. */
export const EVIDENCE_LIMIT = 40;
