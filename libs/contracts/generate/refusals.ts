import { ERRORS, operation, type ErrorCode, type OperationName } from '../src/index.js';

/** Refusals that any request may meet. */
const COMMON: ErrorCode[] = [
  'invalid_json',
  'not_utf8',
  'invalid_field',
  'unauthenticated',
  'forbidden',
  'payload_too_large',
  'internal_error',
  'overloaded',
  'unavailable',
];
/** Refusals of a command: it is decided against the log and stored under its key. */
const OF_COMMANDS: ErrorCode[] = ['version_conflict', 'idempotency_mismatch'];
const OF_CONTENT: ErrorCode[] = [
  'blank_content',
  'content_contains_url',
  'content_too_long',
  'content_contains_secret',
  'content_injection_suspect',
  'unsafe_action',
  'revoked_lesson',
  'skill_not_found',
  'duplicate_lesson',
  'skill_disabled',
];
/** Refusals of a report, on either road. */
export const OF_REPORTS: ErrorCode[] = [
  'invalid_json',
  'not_utf8',
  'invalid_field',
  'invalid_agent',
  'agent_mismatch',
  'time_out_of_range',
  'too_costly',
  'job_conflict',
  'round_closed',
  'payload_too_large',
];

/** What an operation refuses beyond that. */
const OWN: Partial<Record<OperationName, ErrorCode[]>> = {
  'evidence.job': ['job_not_found'],
  'evidence.batch': ['round_not_found', 'round_closed'],
  'evidence.consume': ['round_not_found', 'round_closed'],
  'reflection.round': ['round_not_found'],
  'ledger.propose': ['clock_suspect'],
  'ledger.review': ['clock_suspect'],
  'ledger.add': OF_CONTENT,
  'ledger.replace': [...OF_CONTENT, 'lesson_not_found', 'already_ended'],
  'ledger.retire': ['lesson_not_found', 'already_ended'],
  'ledger.ban': ['lesson_not_found', 'not_ended'],
  'ledger.unban': ['lesson_not_found'],
  'ledger.lessons': ['position_timeout'],
  'ledger.lesson': ['lesson_not_found', 'position_timeout'],
  'ledger.catalog.publish': ['invalid_package', 'materialised_package', 'skill_archived'],
  'ledger.catalog.archive': ['skill_not_found'],
  'ledger.catalog.restore': ['skill_not_found'],
  'ledger.catalog.skill': ['skill_not_found'],
  'ledger.catalog.defaults': ['skill_not_found'],
  'ledger.catalog.enable': ['skill_not_found', 'skill_archived'],
  'ledger.catalog.defaultSkill': ['skill_not_found', 'skill_disabled'],
  'ledger.settings.set': ['unknown_setting', 'value_out_of_range'],
  'ledger.blob': ['file_not_found'],
  'ledger.asof': ['skill_not_found', 'value_out_of_range'],
  'delivery.index': ['position_timeout'],
  'delivery.view': ['skill_not_found', 'skill_disabled', 'position_timeout'],
  'delivery.file': ['skill_not_found', 'skill_disabled', 'file_not_found', 'position_timeout'],
  'delivery.lessons': ['position_timeout'],
  'tokens.revoke': ['credential_not_found'],
  'clock.advance': ['value_out_of_range', 'simulated_clock_required'],
};

/** Codes that an operation may answer with, by status. */
export function refusalsOf(name: OperationName): ErrorCode[] {
  const { perAgent, command } = operation(name);
  return inOrder([
    ...COMMON,
    ...(perAgent ? (['invalid_agent'] as const) : []),
    ...(command === true ? OF_COMMANDS : []),
    ...(OWN[name] ?? []),
  ]);
}

/** In the order of the catalogue, each once. */
export function inOrder(codes: ErrorCode[]): ErrorCode[] {
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.includes(code));
}
