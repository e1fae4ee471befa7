import type { CallClass, HumanProof, Item, JobStatus, Signal } from './job-report.js';

/** A call that did not work, or hid that it did not. */
export interface ClassifiedCall {
  item: number;
  class: CallClass;
  /** False where the failure is recorded but is no signal (hosted tools, MCP, other agents, `masked`). */
  counts: boolean;
}

/** A message by a person after the task. */
export interface HumanMessage {
  item: number;
  human: HumanProof;
}

/** What reading a report gave; the same rules serve intake and `jobs.check`. */
export interface Findings {
  signals: Signal[];
  calls: ClassifiedCall[];
  humanMessages: HumanMessage[];
  /** User messages that are not a person's, with the rule that says so. */
  notHuman: { item: number; rule: string }[];
  /** Lesson ids found in text that this system delivered, before it was cut out. */
  lessonsFound: string[];
}

/** Exposure of a job to a lesson (domain.md section 3). */
export type Exposure = 'seen' | 'not_seen' | 'unknown';

/** How a job stands towards reflection. */
export const JOB_STATES = ['no_signal', 'unread', 'in_round', 'read', 'passed_over', 'voided'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** The redacted, trimmed record of a job that a reflection may read. */
export interface EvidenceRecord extends Findings {
  agent: string;
  jobId: string;
  status: JobStatus;
  title: string;
  task: string;
  startedAt: string;
  finishedAt: string;
  recordedAt: string;
  /** Origin key; equal for retries, restarts and children of one task. */
  origin: string;
  release?: string;
  skills: string[];
  lessonsSeen: string[];
  items: Item[];
  /** Items before this index belong to an earlier part that a round has read. */
  firstItem: number;
  error?: { summary: string };
  usage?: { inputTokens: number; outputTokens: number };
  credential: string;
  relaysPeople: boolean;
  reportsExposure: boolean;
}

/** Count of what was taken out before anything was written, by kind. */
export type Redactions = Record<string, number>;

/** The bundle of `ledger.propose`, as ingestion signs it. */
export interface BundleJob {
  jobId: string;
  finishedAt: string;
  origin: string;
  credential: string;
  calls: { item: number; class: CallClass; digest: string }[];
  humanMessages: { item: number; human: HumanProof; digest: string }[];
}

/** Ingestion's word that the bundle is what it recorded: Ed25519 over the digest of the canonical bundle. */
export interface Attestation {
  digest: string;
  signature: string;
}

export interface EvidenceBatch {
  roundId: string;
  /** Place in the agent's order of recording up to which the round reads. */
  upTo: string;
  /** Jobs of the round, and those of waiting candidates that joined it. */
  jobs: EvidenceRecord[];
  /** Ids of the jobs that joined. */
  waiting: string[];
  bundle: BundleJob[];
  attestation: Attestation;
  release: string | null;
}
