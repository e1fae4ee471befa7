import type {
  Attestation,
  BundleJob,
  ClassifiedCall,
  EvidenceBatch,
  EvidenceRecord,
  HumanMessage,
  JobState,
  Redactions,
} from './evidence.js';
import type { CallClass, JobStatus, Signal } from './job-report.js';
import type { BanScope, EvidenceRef, LessonCheck, LogCloudEvent } from './log-events.js';
import type { OperationName } from './operations.js';
import type { By, Credential } from './roles.js';
import type { SettingValue } from './settings.js';

/** Place in the log a reply depends on: decimal string. */
export interface AtPosition {
  position: string;
}

export type LessonState = 'in_lease' | 'in_grace' | 'human' | 'dormant' | 'obsoleted' | 'expired' | 'retired';

/** A lesson as operators, auditors and services see it. */
export interface LessonView {
  lessonId: string;
  agent: string;
  skill: string;
  author: 'machine' | 'human';
  kind: 'condition' | 'correction' | null;
  content: string;
  condition: string | null;
  action: string | null;
  check: LessonCheck | null;
  state: LessonState;
  createdAt: string;
  leaseEnd: string | null;
  graceEnd: string | null;
  checkedRelease: string | null;
  checkedSkillHash: string | null;
  renewals: number;
  /** Renewals in a row on "nothing new is known" alone. */
  unconfirmedRenewals: number;
  evidence: EvidenceRef[];
  origins: number | null;
  singleSource: boolean;
  roundId: string | null;
  endedAt: string | null;
  endReason: string | null;
  replaces: string | null;
  banned: boolean;
}

export interface LessonEvent {
  position: string;
  type: string;
  time: string;
  by: By;
  cause: string;
  data: unknown;
}

export interface BanView {
  lessonId: string;
  agent: string;
  skill: string;
  scope: BanScope;
  content: string;
  evidenceDigests: string[];
  bannedAt: string;
  reason: string | null;
}

/** A rejected proposal; `reason` is a gate's (domain.md section 4). */
export interface RejectedProposal {
  index: number;
  reason: string;
  detail?: string;
  conflictsWith?: string;
}

export interface ProposeReply extends AtPosition {
  accepted: { lessonId: string; skill: string; index: number }[];
  revived: { lessonId: string; skill: string; index: number }[];
  rejected: RejectedProposal[];
}

export interface ReviewReply extends AtPosition {
  renewed: string[];
  obsoleted: string[];
  lapsed: string[];
  rejected: { index: number; reason: string; detail?: string }[];
}

export type DocketReason = 'lease_due' | 'release_changed' | 'skill_changed';
export interface DocketEntry {
  lessonId: string;
  skill: string;
  due: DocketReason[];
  content: string;
  state: LessonState;
  createdAt: string;
  leaseEnd: string;
  graceEnd: string;
  checkedRelease: string | null;
  unconfirmedRenewals: number;
}

export interface SkillView {
  skill: string;
  description: string;
  version: number;
  archived: boolean;
  default: boolean;
  skillHash: string;
  skillTextHash: string;
  publishedAt: string;
}

/** What reflection must know of an agent before it reads a batch. */
export interface AgentFacts extends AtPosition {
  agent: string;
  learning: boolean;
  reflector: string;
  release: string | null;
  releasePinned: boolean;
  defaultSkill: string | null;
  /** Enabled skills with the text of SKILL.md. */
  skills: { name: string; description: string; text: string; skillTextHash: string }[];
  lessons: LessonView[];
}

/** A credential with the hash of its secret, for our own apps only. */
export interface KnownCredential extends Credential {
  secretHash: string;
  revoked: boolean;
}

export interface ClockReading {
  mode: 'system' | 'simulated';
  now: string;
}

export interface Configuration extends AtPosition {
  settings: SettingValue[];
  credentials: KnownCredential[];
  clock: ClockReading;
}

export interface DeliveredLesson {
  lessonId: string;
  /** UTC day of `created`. */
  date: string;
  author: 'machine' | 'human';
  text: string;
  state: 'in_lease' | 'in_grace' | 'human';
  leaseEnd: string | null;
  graceEnd: string | null;
}

export interface ViewReply extends AtPosition {
  skill: string;
  content: string;
  /** SHA-256 of `content`, hex; the ETag. */
  contentHash: string;
  skillHash: string;
  skillTextHash: string;
  files: { path: string; size: number; hash: string }[];
  lessons: DeliveredLesson[];
  /** Instant for which leases were judged. */
  asOf: string;
}
export interface NotModified extends AtPosition {
  notModified: true;
  contentHash: string;
}

export type TriggerStatus =
  | { status: 'skipped'; reason: 'skill_learning_disabled' | 'budget_exhausted'; signalJobs: number }
  | { status: 'reflection_in_flight' | 'below_threshold' | 'deferred'; signalJobs: number; roundId?: string }
  | { status: 'reflection_created'; signalJobs: number; roundId: string };

export interface ReviewStatus {
  status: 'reviewed' | 'nothing_due' | 'skipped';
  reason?: 'skill_learning_disabled' | 'maintainer_unset' | 'profile_unavailable';
  renewed?: number;
  obsoleted?: number;
  lapsed?: number;
  stayed?: number;
}

export interface DreamReply {
  agents: Record<string, { trigger: TriggerStatus; review: ReviewStatus }>;
}

export interface CandidateView {
  index: number;
  skill: string | null;
  kind: 'condition' | 'correction';
  content: string;
  condition: string | null;
  action: string | null;
  check: LessonCheck | null;
  evidence: { jobId: string; item?: number }[];
  outcome: 'accepted' | 'revived' | 'refused' | 'waiting' | 'needs_person';
  reason: string | null;
  detail: string | null;
  conflictsWith: string | null;
  lessonId: string | null;
  quote: string | null;
  support: unknown;
}

export interface RoundView {
  roundId: string;
  agent: string;
  reflector: string;
  status: 'open' | 'closed' | 'failed';
  outcome: string | null;
  createdAt: string;
  deadline: string;
  closedAt: string | null;
  jobs: string[];
  upTo: string | null;
  candidates: CandidateView[];
  /** Position of the answer of the ledger. */
  position: string | null;
}

export interface JobSummary {
  jobId: string;
  title: string;
  status: JobStatus;
  finishedAt: string;
  recordedAt: string;
  signals: Signal[];
  classes: CallClass[];
  state: JobState;
  roundId: string | null;
}

export interface DeadLetter {
  id: string;
  stream: string;
  subject: string | null;
  credential: string | null;
  agent: string | null;
  jobId: string | null;
  code: string;
  detail: string;
  size: number;
  digest: string;
  receivedAt: string;
  /** Redacted body; null where it could not be decoded. */
  body: string | null;
  replayedAt: string | null;
}

export interface JobCheckReply {
  valid: boolean;
  problem?: { code: string; detail: string; errors?: { path: string; reason: string }[] };
  signals: Signal[];
  calls: (ClassifiedCall & { call: string })[];
  humanMessages: HumanMessage[];
  notHuman: { item: number; rule: string }[];
  skill: string | null;
  exposure: string[];
  redactions: Redactions;
  failuresNotCounted: { item: number; why: string }[];
  unknownFields: { path: string; nearest?: string }[];
  excerpt: string;
}

export interface SignedHead {
  position: string;
  chain: string;
  epoch: string;
  time: string;
  /** Key id: first 16 hex of SHA-256 of the public key. */
  key: string;
  signature: string;
}

/** What was sent to whom. With a job id each answer stands alone; without, equal answers of one minute are counted. */
export interface Receipt {
  agent: string;
  credential: string;
  jobId: string | null;
  skill: string;
  lessonIds: string[];
  contentHash: string;
  position: string;
  renderVersion: string;
  /** ISO-8601; the minute when counted. */
  at: string;
  answers: number;
}

/** A receipt as it was written. */
export interface ReceiptView extends Receipt {
  id: string;
}

/** Replies by operation. Verbs whose reply only people read are `unknown` here and described in OpenAPI. */
export interface Replies {
  'jobs.check': JobCheckReply;
  'jobs.status': {
    jobId: string;
    status: 'recorded' | 'repeat' | 'refused' | 'unknown';
    code?: string;
    detail?: string;
    state?: JobState;
  };
  'evidence.due': { agents: { agent: string; unread: number }[]; nextCursor?: string };
  'evidence.batch': EvidenceBatch;
  'evidence.consume': { consumed: number; passedOver: number };
  'evidence.key': { publicKey: string };
  'evidence.signals': { unread: number; passedOver: number; jobs: JobSummary[]; nextCursor?: string };
  'evidence.job': { record: EvidenceRecord; excerpt: string; redactions: Redactions; state: JobState };
  'evidence.jobs': { jobs: JobSummary[]; nextCursor?: string };
  'evidence.index': {
    jobs: { jobId: string; title: string; status: JobStatus; finishedAt: string }[];
    release: string | null;
  };
  'evidence.deadletters': { deadLetters: DeadLetter[]; nextCursor?: string };
  'evidence.replay': { results: { id: string; outcome: string; detail?: string }[] };
  'reflection.next': {
    job: { roundId: string; prompt: string; schema: unknown; deadline: string; token: string } | null;
  };
  'reflection.dream': DreamReply;
  'reflection.dreamAgent': DreamReply;
  'reflection.rounds': { rounds: RoundView[]; nextCursor?: string };
  'reflection.round': RoundView;
  'reflection.due': { at: string | null };
  'reflection.run': { done: number };
  'ledger.propose': ProposeReply;
  'ledger.review': ReviewReply;
  'ledger.docket': AtPosition & { docket: DocketEntry[] };
  'ledger.dockets': { agents: string[]; nextCursor?: string };
  'ledger.add': AtPosition & { lessonId: string };
  'ledger.retire': AtPosition & { lessonId: string };
  'ledger.replace': AtPosition & { lessonId: string; retired: string };
  'ledger.ban': AtPosition & { lessonId: string };
  'ledger.unban': AtPosition & { lessonId: string };
  'ledger.lessons': AtPosition & { lessons: LessonView[]; nextCursor?: string };
  'ledger.lesson': AtPosition & { lesson: LessonView; events: LessonEvent[]; receipts?: unknown };
  'ledger.revoked': AtPosition & { revoked: BanView[] };
  'ledger.agents': AtPosition & {
    agents: { agent: string; live: number; dormant: number; ended: number; release: string | null }[];
    nextCursor?: string;
  };
  'ledger.catalog.publish': AtPosition & { skill: string; version: number; skillHash: string; skillTextHash: string };
  'ledger.catalog.archive': AtPosition;
  'ledger.catalog.restore': AtPosition;
  'ledger.catalog.skills': AtPosition & { skills: SkillView[]; nextCursor?: string };
  'ledger.catalog.skill': AtPosition & {
    skill: SkillView;
    files: { path: string; content: string; encoding: 'utf8' | 'base64' }[];
    versions: { version: number; publishedAt: string; skillHash: string }[];
  };
  'ledger.catalog.defaults': AtPosition & { effective: boolean };
  'ledger.catalog.enable': AtPosition & { effective: boolean };
  'ledger.catalog.defaultSkill': AtPosition & { skill: string | null };
  'ledger.catalog.release': AtPosition & { release: string | null; pinned: boolean };
  'ledger.profile': AtPosition;
  'ledger.settings.get': AtPosition & {
    settings: {
      key: string;
      value: unknown;
      default: unknown;
      allowed: string;
      changedBy?: By;
      changedAt?: string;
      narrower: SettingValue[];
    }[];
  };
  'ledger.settings.set': AtPosition & { settings: SettingValue[] };
  'ledger.configuration': Configuration;
  'ledger.agent': AgentFacts;
  'ledger.blob': { content: string };
  'ledger.events': { events: LogCloudEvent[]; next?: string; head: string };
  'ledger.head': AtPosition & { chain: string; epoch: string; signed: SignedHead | null; publicKey: string };
  'ledger.heads': { heads: SignedHead[]; nextCursor?: string; publicKey: string };
  'ledger.asof': AtPosition & {
    at: string;
    skills: {
      skill: string;
      content: string;
      contentHash: string;
      skillHash: string;
      skillTextHash: string;
      lessons: DeliveredLesson[];
      events: string[];
    }[];
  };
  'delivery.index': AtPosition & {
    skills: { name: string; description: string; hasLessons: boolean; contentHash: string }[];
  };
  'delivery.view': ViewReply | NotModified;
  'delivery.file': AtPosition & { path: string; content: string; encoding: 'utf8' | 'base64'; hash: string };
  'delivery.lessons': AtPosition & {
    skills: Record<string, { text: string; contentHash: string; hasLessons: boolean; lessons: DeliveredLesson[] }>;
  };
  'delivery.receipts': { receipts: ReceiptView[]; nextCursor?: string };
  'evidence.health': unknown;
  'reflection.health': unknown;
  'delivery.health': unknown;
  'health.get': unknown;
  'tokens.issue': AtPosition & { credential: string; token: string };
  'tokens.list': { tokens: (Credential & { revoked: boolean; issuedAt: string })[] };
  'tokens.revoke': AtPosition & { credential: string };
  'clock.get': ClockReading;
  'clock.advance': ClockReading;
}
/** Compile-time proof that every operation has a reply, and no reply stands without an operation. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
export const repliesAreComplete: Same<keyof Replies, OperationName> = true;

export type { Attestation, BundleJob };
