import { isAgent, isJobId, isSkill, JOB_STATUSES, RELEASE_MAX, REPORT_LIMITS, TOOL_KINDS } from '#contracts';

/** What is wrong with a value, or undefined. */
export type Check = (value: unknown) => string | undefined;
export interface FieldRule {
  required?: true;
  check: Check;
}
export type Shape = Record<string, FieldRule>;

/** Names and ids of a runner that have no pattern of their own. */
const NAME_MAX = 256;
/** Entries of `skills` and `lessonsSeen`. */
const LIST_MAX = 1_000;
const TIME = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** Milliseconds since 1970, or NaN for what is no ISO-8601 time with a zone or names a day that does not exist. */
export function timeOf(value: string): number {
  const parts = TIME.exec(value);
  if (!parts) return NaN;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return NaN;
  return Date.parse(value);
}

/** Longest text in UTF-8 bytes; the cheap bound on code units is tried first. */
export const isTextTooLong = (text: string): boolean =>
  text.length * 3 > REPORT_LIMITS.textBytes && Buffer.byteLength(text) > REPORT_LIMITS.textBytes;

const text: Check = (value) => (typeof value === 'string' ? undefined : 'must be a string');
const notBlank: Check = (value) => text(value) ?? (/\S/.test(value as string) ? undefined : 'must not be blank');
const name: Check = (value) =>
  notBlank(value) ?? ((value as string).length <= NAME_MAX ? undefined : `must be at most ${NAME_MAX} characters`);
const time: Check = (value) =>
  typeof value === 'string' && !Number.isNaN(timeOf(value))
    ? undefined
    : 'must be an ISO-8601 time with a zone, like 2026-11-30T10:00:00.000Z';
const wholeNumber: Check = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : 'must be a whole number from 0';
const boolean: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');
const anything: Check = () => undefined;
const oneOf =
  (values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string) ? undefined : `must be one of ${values.join(', ')}`;
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null ? undefined : check(value);
const object: Check = (value) => (isObject(value) ? undefined : 'must be an object');
const agent: Check = (value) => (isAgent(value) ? undefined : 'must be 1–63 of a-z 0-9 _ -');
const jobId: Check = (value) => (isJobId(value) ? undefined : 'must be 1–128 of A-Za-z0-9._:-');
const skill: Check = (value) =>
  isSkill(value) ? undefined : 'must be a skill name, 1–64 of a-z 0-9 - with no leading, trailing or doubled hyphen';
const exitCode: Check = (value) => (Number.isSafeInteger(value) ? undefined : 'must be a whole number or null');
const release: Check = (value) =>
  name(value) ?? ((value as string).length <= RELEASE_MAX ? undefined : `must be at most ${RELEASE_MAX} characters`);
const listOf =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return 'must be an array';
    if (value.length > LIST_MAX) return `must hold at most ${LIST_MAX} entries`;
    const wrong = value.findIndex((entry) => check(entry) !== undefined);
    return wrong < 0 ? undefined : `entry ${wrong} ${check(value[wrong])}`;
  };

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const REPORT_SHAPE: Shape = {
  jobId: { required: true, check: jobId },
  agent: { required: true, check: agent },
  status: { required: true, check: oneOf(JOB_STATUSES) },
  title: { check: text },
  task: { required: true, check: notBlank },
  startedAt: { required: true, check: time },
  finishedAt: { required: true, check: time },
  release: { check: release },
  skills: { check: listOf(skill) },
  lessonsSeen: { check: listOf(name) },
  origin: { check: name },
  parentJobId: { check: jobId },
  items: { required: true, check: (value) => (Array.isArray(value) ? undefined : 'must be an array') },
  error: { check: object },
  usage: { check: object },
  reflection: { check: object },
};
export const ERROR_SHAPE: Shape = { summary: { required: true, check: text } };
export const USAGE_SHAPE: Shape = {
  inputTokens: { required: true, check: wholeNumber },
  outputTokens: { required: true, check: wholeNumber },
};
export const REFLECTION_SHAPE: Shape = {
  roundId: { required: true, check: name },
  token: { required: true, check: name },
  output: { check: anything },
};

const placed: Shape = {
  type: { required: true, check: text },
  at: { check: time },
  turn: { check: wholeNumber },
};
export const ITEM_SHAPES: Record<string, Shape> = {
  message: {
    ...placed,
    role: { required: true, check: oneOf(['user', 'assistant', 'system']) },
    text: { required: true, check: text },
    human: { check: boolean },
  },
  command: {
    ...placed,
    command: { required: true, check: text },
    // Absent is unknown, as null is.
    exitCode: { check: orNull(exitCode) },
    output: { required: true, check: text },
    skill: { check: skill },
  },
  tool: {
    ...placed,
    name: { required: true, check: name },
    namespace: { check: name },
    kind: { check: oneOf(TOOL_KINDS) },
    arguments: { check: anything },
    success: { check: orNull(boolean) },
    output: { required: true, check: text },
    skill: { check: skill },
  },
  skill: { ...placed, name: { required: true, check: skill } },
  compaction: placed,
};
