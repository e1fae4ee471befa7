import type { CallClass } from './job-report.js';
import type { Role } from './roles.js';

/** Streams of the one log (domain.md section 10). */
export const streams = {
  lesson: (agent: string, skill: string): string => `lesson/${agent}/${skill}`,
  lessonsOf: (agent: string): string => `lesson/${agent}/`,
  ban: (agent: string, skill: string): string => `ban/${agent}/${skill}`,
  bansOf: (agent: string): string => `ban/${agent}/`,
  skill: (skill: string): string => `skill/${skill}`,
  agent: (agent: string): string => `agent/${agent}`,
  round: (agent: string): string => `round/${agent}`,
  access: (credential: string): string => `access/${credential}`,
  settings: 'settings',
  audit: 'audit',
} as const;

/**
 * What a lesson rests on: the item, and its digest, so that a ban holds when the job comes under another id. A review may
 * cite a job as a whole; then both are absent.
 */
export interface EvidenceRef {
  jobId: string;
  item?: number;
  /** SHA-256 of the canonical redacted item, hex. */
  digest?: string;
}

export interface LessonCheck {
  command: string;
  expect: string;
}

export interface LessonCreated {
  lessonId: string;
  agent: string;
  skill: string;
  author: 'machine' | 'human';
  kind?: 'condition' | 'correction';
  content: string;
  condition?: string;
  action?: string;
  check?: LessonCheck;
  evidence: EvidenceRef[];
  /** Distinct origins behind it. */
  origins?: number;
  /** True when all evidence came by one credential. */
  singleSource?: boolean;
  leaseEnd: string | null;
  graceEnd: string | null;
  checkedRelease: string | null;
  checkedSkillHash: string | null;
  rules: string;
  roundId?: string;
  attested?: boolean;
  acknowledged?: string[];
  replaces?: string;
  from?: { roundId: string; candidate: number };
}

export interface LessonRenewed {
  lessonId: string;
  leaseEnd: string;
  graceEnd: string;
  checkedRelease: string | null;
  checkedSkillHash: string | null;
  /** `evidence`: met again; `unconfirmed`: nothing new is known; `revived`: proposed again while dormant. */
  basis: 'evidence' | 'unconfirmed' | 'revived';
  evidence: EvidenceRef[];
  note?: string;
  rules: string;
}

export interface LessonObsoleted {
  lessonId: string;
  note: string;
  evidence: EvidenceRef[];
}

export interface LessonExpired {
  lessonId: string;
  note?: string;
  evidence: EvidenceRef[];
}

export interface LessonRetired {
  lessonId: string;
  reason?: string;
  replacedBy?: string;
}

export type BanScope = 'agent' | 'skill';

export interface Banned {
  lessonId: string;
  agent: string;
  skill: string;
  scope: BanScope;
  content: string;
  evidenceDigests: string[];
  reason?: string;
}

export interface BanLifted {
  lessonId: string;
  reason?: string;
}

export interface SkillFile {
  path: string;
  /** SHA-256 of the bytes, hex: the blob's name. */
  hash: string;
  size: number;
}

export interface SkillPublished {
  skill: string;
  version: number;
  description: string;
  files: SkillFile[];
  skillHash: string;
  skillTextHash: string;
  origin: 'operator';
}

export interface RoundClosed {
  roundId: string;
  reflector: string;
  outcome: string;
  batchDigest: string;
  candidatesDigest: string;
  accepted: { lessonId: string; skill: string }[];
  revived: { lessonId: string; skill: string }[];
  rejected: Record<string, number>;
  attested: boolean;
}

export interface AccessIssued {
  credential: string;
  role: Role;
  agents: string[];
  person: boolean;
  relaysPeople: boolean;
  reportsExposure: boolean;
  label?: string;
  /** SHA-256 of the secret, hex; the secret itself is shown once and never kept. */
  secretHash: string;
}

export interface SettingChanged {
  key: string;
  value: unknown;
  agent?: string;
  skill?: string;
}

/** Every event type that may stand in the log, its payload, and its current version. */
export interface LogPayloads {
  'lesson.created': LessonCreated;
  'lesson.renewed': LessonRenewed;
  'lesson.obsoleted': LessonObsoleted;
  'lesson.expired': LessonExpired;
  'lesson.retired': LessonRetired;
  'ban.banned': Banned;
  'ban.lifted': BanLifted;
  'skill.published': SkillPublished;
  'skill.archived': { skill: string };
  'skill.restored': { skill: string };
  'skill.default_set': { skill: string; enabled: boolean };
  'agent.skill_enabled': { skill: string };
  'agent.skill_disabled': { skill: string };
  /** The agent follows the default of the skill again. */
  'agent.skill_reset': { skill: string };
  'agent.default_skill_set': { skill: string | null };
  /** `pinned` by an operator, else as two origins reported it. */
  'agent.release_set': { release: string | null; pinned: boolean };
  'agent.profile_set': { profile: string; baseUrl: string; model: string; keyName: string };
  'round.closed': RoundClosed;
  'access.issued': AccessIssued;
  'access.revoked': { credential: string };
  'settings.changed': SettingChanged;
}

export type LogEventType = keyof LogPayloads;

/** Known types and the version of their payload that is written. */
export const LOG_EVENT_VERSIONS: { readonly [T in LogEventType]: number } = {
  'lesson.created': 1,
  'lesson.renewed': 1,
  'lesson.obsoleted': 1,
  'lesson.expired': 1,
  'lesson.retired': 1,
  'ban.banned': 1,
  'ban.lifted': 1,
  'skill.published': 1,
  'skill.archived': 1,
  'skill.restored': 1,
  'skill.default_set': 1,
  'agent.skill_enabled': 1,
  'agent.skill_disabled': 1,
  'agent.skill_reset': 1,
  'agent.default_skill_set': 1,
  'agent.release_set': 1,
  'agent.profile_set': 1,
  'round.closed': 1,
  'access.issued': 1,
  'access.revoked': 1,
  'settings.changed': 1,
};

/** An event of the log as rules read it: discriminated by `type`. */
export type LogEvent = {
  [T in LogEventType]: { type: T; stream: string; time: string; position: string; data: LogPayloads[T] };
}[LogEventType];

/** An event before the log has placed it. */
export type NewLogEvent = { [T in LogEventType]: { type: T; stream: string; data: LogPayloads[T] } }[LogEventType];

/**
 * An event on the wire: CloudEvents 1.0, structured. `position` and `streamversion` are decimal strings;
 * `digest`, `prev` and `chain` are hex SHA-256 (domain.md section 10). `data` is null once redacted.
 */
export interface LogCloudEvent {
  specversion: '1.0';
  id: string;
  source: string;
  /** `marginalia.<log event type>.v<version>` */
  type: string;
  /** The stream. */
  subject: string;
  time: string;
  datacontenttype: 'application/json';
  position: string;
  streamversion: string;
  epoch: string;
  digest: string;
  prev: string;
  chain: string;
  salt: string;
  bycredential: string;
  byrole: string;
  byproven: boolean;
  bylabel?: string;
  cause: string;
  data: unknown;
}

/** The rules version that events record. */
export const RULES_VERSION = '1';
export type { CallClass };
