import 'reflect-metadata';
import { Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { AGENT_PATTERN, JOB_ID_PATTERN, RELEASE_MAX, SKILL_PATTERN } from './identifiers.js';
import { ROLES, type Role } from './roles.js';

const POSITION_PATTERN = /^(?:0|[1-9]\d{0,18})$/;
const skillName = {
  message: '$property must be a skill name: 1–64 of a-z 0-9 -, no leading, trailing or doubled hyphen',
};
const position = { message: '$property must be a position: a decimal string' };

/** Nothing to say; fields that come anyway are ignored. */
export class Empty {}

/** Every command takes a key; keys belong to the credential. */
export class Command {
  @IsOptional() @IsString() @MinLength(1) @MaxLength(200) idempotencyKey?: string;
  /** Free label of who asks; recorded as `by.label`, never trusted. */
  @IsOptional() @IsString() @MaxLength(200) actor?: string;
}

export class Page {
  @IsOptional() @IsString() @MaxLength(500) cursor?: string;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(1000) limit?: number;
}

// jobs and evidence

export class JobRef {
  @Matches(JOB_ID_PATTERN) jobId!: string;
}
export class ReflectionNext {
  /** Long poll, milliseconds, at most 30 s. */
  @IsOptional() @Type(() => Number) @IsInt() @Min(0) @Max(30_000) waitMs?: number;
}
export class EvidenceDue {
  @IsInt() @Min(1) minUnread!: number;
  @IsOptional() @IsString() cursor?: string;
  @IsInt() @Min(1) @Max(1000) limit!: number;
}
export class EvidenceBatchRequest {
  @IsUUID() roundId!: string;
  @IsInt() @Min(1) @Max(100) limit!: number;
  /** Jobs of waiting candidates that may join the batch. */
  @IsOptional() @IsArray() @ArrayMaxSize(100) @IsString({ each: true }) waitingJobIds?: string[];
}
export class EvidenceConsume {
  @IsUUID() roundId!: string;
  @Matches(POSITION_PATTERN) upTo!: string;
  /** False gives the batch back: the round failed. */
  @IsOptional() @IsBoolean() consumed?: boolean;
}
export class EvidenceIndexRequest {
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(200) limit?: number;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(90) days?: number;
}
export class EvidenceList extends Page {}
export class DeadLetterList extends Page {}
export class DeadLetterReplay extends Command {
  @IsArray() @ArrayMaxSize(1000) @IsString({ each: true }) ids!: string[];
}

// reflection

export class RoundsRequest extends Page {
  @IsOptional() @IsUUID() roundId?: string;
}

// ledger: machine commands

export class BundleCall {
  @IsInt() @Min(0) item!: number;
  @IsString() class!: string;
  @IsOptional() @IsString() digest?: string;
}
export class BundleMessage {
  @IsInt() @Min(0) item!: number;
  @IsOptional() @IsIn(['proven', 'presumed']) human?: string;
  @IsOptional() @IsString() digest?: string;
}
export class BundleJobRequest {
  @Matches(JOB_ID_PATTERN) jobId!: string;
  @IsISO8601() finishedAt!: string;
  @IsString() origin!: string;
  @IsOptional() @IsString() credential?: string;
  @IsArray() @ValidateNested({ each: true }) @Type(() => BundleCall) calls!: BundleCall[];
  @IsArray() humanMessages!: (number | BundleMessage)[];
}
export class AttestationRequest {
  @IsString() digest!: string;
  @IsString() signature!: string;
}
/** Proposals are judged one by one by gate 1, so here they only have to be a list. */
export class Propose extends Command {
  @IsUUID() roundId!: string;
  @IsOptional() @IsString() @MaxLength(RELEASE_MAX) release?: string | null;
  @IsOptional() @IsString() @MaxLength(40) reflector?: string;
  @IsArray()
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  @Type(() => BundleJobRequest)
  bundle!: BundleJobRequest[];
  @IsOptional() @ValidateNested() @Type(() => AttestationRequest) batch?: AttestationRequest;
  @IsArray() @ArrayMaxSize(100) proposals!: unknown[];
}
/** Verdicts are judged one by one. */
export class Review extends Command {
  @IsUUID() reviewId!: string;
  @IsArray() @ArrayMaxSize(200) @IsString({ each: true }) indexJobIds!: string[];
  @IsOptional() @IsString() @MaxLength(RELEASE_MAX) release?: string | null;
  @IsArray() @ArrayMaxSize(1000) verdicts!: unknown[];
}

export class DocketsRequest extends Page {}

// ledger: people's commands

export class CandidateRef {
  @IsUUID() roundId!: string;
  @IsInt() @Min(0) candidate!: number;
}
export class AddLesson extends Command {
  @Matches(SKILL_PATTERN, skillName) skill!: string;
  @IsString() content!: string;
  /** True lifts a ban that the content would hit. */
  @IsOptional() @IsBoolean() release?: boolean;
  @IsOptional() @IsArray() @IsIn(['content_injection_suspect', 'unsafe_action'], { each: true }) acknowledge?: string[];
  @IsOptional() @ValidateNested() @Type(() => CandidateRef) from?: CandidateRef;
}
export class RetireLesson extends Command {
  @IsUUID() lessonId!: string;
  @IsOptional() @IsString() @MaxLength(1000) reason?: string;
}
export class ReplaceLesson extends Command {
  @IsUUID() lessonId!: string;
  @IsString() content!: string;
  @IsOptional() @IsBoolean() release?: boolean;
  @IsOptional() @IsArray() @IsIn(['content_injection_suspect', 'unsafe_action'], { each: true }) acknowledge?: string[];
}
export class BanLesson extends Command {
  @IsUUID() lessonId!: string;
  @IsOptional() @IsIn(['agent', 'skill']) scope?: 'agent' | 'skill';
  @IsOptional() @IsString() @MaxLength(1000) reason?: string;
}
export class UnbanLesson extends Command {
  @IsUUID() lessonId!: string;
  @IsOptional() @IsString() @MaxLength(1000) reason?: string;
}
export class LessonsRequest extends Page {
  @IsOptional() @Matches(SKILL_PATTERN, skillName) skill?: string;
  @IsOptional() @IsIn(['live', 'in_lease', 'in_grace', 'human', 'dormant', 'ended', 'all']) state?: string;
  @IsOptional() @Matches(POSITION_PATTERN, position) minPosition?: string;
}
export class LessonRequest {
  @IsUUID() lessonId!: string;
  @IsOptional() @Matches(POSITION_PATTERN, position) minPosition?: string;
}
export class RevokedRequest {
  @IsOptional() @Matches(SKILL_PATTERN, skillName) skill?: string;
}
export class AgentsRequest extends Page {
  @IsOptional() @IsString() @MaxLength(63) query?: string;
}

// ledger: catalogue, settings, access

export class PackageFile {
  @IsString() @MaxLength(400) path!: string;
  @IsString() content!: string;
  @IsOptional() @IsIn(['utf8', 'base64']) encoding?: 'utf8' | 'base64';
}
export class PublishSkill extends Command {
  @Matches(SKILL_PATTERN, skillName) skill!: string;
  @IsArray() @ArrayMaxSize(1000) @ValidateNested({ each: true }) @Type(() => PackageFile) files!: PackageFile[];
  /** The version that the publisher saw; 0 for a new skill. */
  @IsOptional() @IsInt() @Min(0) expectedVersion?: number;
}
export class SkillCommand extends Command {
  @Matches(SKILL_PATTERN, skillName) skill!: string;
}
export class SkillRequest {
  @Matches(SKILL_PATTERN, skillName) skill!: string;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) version?: number;
}
export class SkillDefault extends SkillCommand {
  @IsBoolean() enabled!: boolean;
}
export class EnableSkill extends SkillCommand {
  /** null follows the default again. */
  @IsIn([true, false, null]) enabled!: boolean | null;
}
export class SetDefaultSkill extends Command {
  @IsOptional() @Matches(SKILL_PATTERN, skillName) skill!: string | null;
}
export class SetRelease extends Command {
  @IsOptional() @IsString() @MinLength(1) @MaxLength(RELEASE_MAX) release!: string | null;
}
export class SetProfile extends Command {
  @Matches(/^[a-z][a-z0-9_-]{0,31}$/) profile!: string;
  @IsString()
  @Matches(/^https?:\/\/[^\s@]{1,300}$/, { message: 'baseUrl must be an http(s) URL without credentials' })
  baseUrl!: string;
  @IsString() @MinLength(1) @MaxLength(200) model!: string;
  /** Name of the secret that holds the key, never the key. */
  @IsString() @Matches(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/) keyName!: string;
}
export class SetSetting extends Command {
  @IsString() @MaxLength(100) key!: string;
  /** Any JSON value; what is allowed depends on the key. */
  @Allow() value!: unknown;
  @IsOptional() @Matches(AGENT_PATTERN) agent?: string;
  @IsOptional() @Matches(SKILL_PATTERN, skillName) skill?: string;
}
export class IssueToken extends Command {
  /** Id of the credential; made from the role when absent. */
  @IsOptional() @Matches(AGENT_PATTERN) credential?: string;
  @IsIn(ROLES.filter((role) => role !== 'service')) role!: Role;
  @IsArray() @ArrayMaxSize(1000) @Matches(/^(?:\*|[a-z0-9][a-z0-9_-]{0,62}\*?)$/, { each: true }) agents!: string[];
  @IsOptional() @IsBoolean() person?: boolean;
  @IsOptional() @IsBoolean() relaysPeople?: boolean;
  @IsOptional() @IsBoolean() reportsExposure?: boolean;
  @IsOptional() @IsString() @MaxLength(200) label?: string;
}
export class RevokeToken extends Command {
  @Matches(AGENT_PATTERN) credential!: string;
}

// ledger: the log

export class EventsRequest {
  @Matches(POSITION_PATTERN, position) after!: string;
  @IsOptional() @Matches(POSITION_PATTERN, position) until?: string;
  @IsOptional() @Matches(AGENT_PATTERN) agent?: string;
  @IsOptional() @Matches(SKILL_PATTERN, skillName) skill?: string;
  @IsOptional() @IsString() @MaxLength(100) type?: string;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(1000) limit?: number;
}
export class HeadsRequest extends Page {}
export class AsOfRequest {
  @IsOptional() @Matches(SKILL_PATTERN, skillName) skill?: string;
  @IsOptional() @IsISO8601() at?: string;
  @IsOptional() @Matches(POSITION_PATTERN, position) position?: string;
}
export class BlobRequest {
  @Matches(/^[0-9a-f]{64}$/) hash!: string;
}

// delivery

export class IndexRequest {
  @IsOptional() @Matches(POSITION_PATTERN, position) minPosition?: string;
}
export class ViewRequest extends IndexRequest {
  @Matches(SKILL_PATTERN, skillName) skill!: string;
  @IsOptional() @Matches(JOB_ID_PATTERN) jobId?: string;
  @IsOptional() @IsString() @MaxLength(100) ifNoneMatch?: string;
}
export class FileRequest extends IndexRequest {
  @Matches(SKILL_PATTERN, skillName) skill!: string;
  @IsString() @MaxLength(400) path!: string;
}
export class DeliveredLessonsRequest extends IndexRequest {
  @IsOptional() @IsArray() @ArrayMaxSize(100) @Matches(SKILL_PATTERN, { each: true, ...skillName }) skills?: string[];
  @IsOptional() @Matches(JOB_ID_PATTERN) jobId?: string;
}
export class ReceiptsRequest extends Page {
  @IsOptional() @IsUUID() lessonId?: string;
  @IsOptional() @Matches(JOB_ID_PATTERN) jobId?: string;
}

// clock

export class AdvanceClock extends Command {
  @IsOptional() @IsInt() @Min(0) byMs?: number;
  /** Milliseconds since 1970. */
  @IsOptional() @IsInt() @Min(0) toMs?: number;
}
