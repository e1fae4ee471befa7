import type { BanScope, BundleJob, ErrorCode } from '#contracts';

/** The reasons of domain.md section 4, in the order in which they are tried. */
export const REJECTION_REASONS = [
  'invalid_proposal',
  'skill_not_found',
  'skill_disabled',
  'blank_content',
  'content_contains_url',
  'content_too_long',
  'too_many_sentences',
  'not_english',
  'content_injection_suspect',
  'content_contains_secret',
  'unsafe_action',
  'not_self_contained',
  'prescribes_outcome',
  'no_condition',
  'duplicate_lesson',
  'revoked_lesson',
  'evidence_outside_bundle',
  'insufficient_evidence',
  'transient_failure',
  'adds_limit_reached',
  'active_cap_reached',
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

export interface Rejection {
  reason: RejectionReason;
  /** What was found, for operators. Never the secret itself. */
  detail?: string;
  /** The lesson that a duplicate or banned text hit. */
  conflictsWith?: string;
}

export interface Citation {
  jobId: string;
  /** Index in the job's items; without it the whole job is cited. */
  item?: number;
}

/** The texts that the content gates read, folded once. */
export interface FoldedTexts {
  content: string;
  /** Content, and the check's command and expectation, a line each. */
  all: string;
}

/** A well-formed machine proposal. */
export interface GateInput {
  skill: string;
  kind: 'condition' | 'correction';
  content: string;
  condition?: string;
  action?: string;
  check?: { command: string; expect: string };
  evidence: Citation[];
  folded: FoldedTexts;
}

export interface LiveLesson {
  lessonId: string;
  content: string;
  author: 'human' | 'machine';
}
export interface BanInForce {
  lessonId: string;
  content: string;
  scope: BanScope;
  /** Notebook that it came from. */
  skill: string;
  evidenceDigests: readonly string[];
}

/** The state at the moment of writing, for one notebook; each accepted proposal counts for the next. */
export interface GateContext {
  skill: 'enabled' | 'disabled' | 'absent';
  liveLessons: readonly LiveLesson[];
  dormantLessons: readonly LiveLesson[];
  /** Of the agent, whatever their scope. */
  bans: readonly BanInForce[];
  bundle: readonly BundleJob[];
  /** Already accepted for this skill in this round. */
  acceptedInRound: number;
  /** Live lessons of the notebook, human ones counted. */
  liveCount: number;
  thresholds: { duplicate: number; ban: number };
  /** Whether a presumed human message proves a correction alone. */
  trustPresumedPeople: boolean;
}

/** Judges one thing. Pure; time linear in the text. */
export type Gate = (proposal: GateInput, context: GateContext) => Rejection | undefined;

/** What is wrong with a person's text; `acknowledgeable` where the person may insist. */
export interface ContentProblem {
  reason: Extract<RejectionReason, ErrorCode>;
  detail?: string;
  acknowledgeable: boolean;
}
