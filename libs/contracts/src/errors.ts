/**
 * The catalogue of refusals. `status` is the HTTP status and the `Nats-Service-Error-Code`; codes are fixed,
 * programs tell refusals apart by `code` alone. docs/errors.md is generated from it.
 */
export const ERRORS = {
  invalid_json: { status: 400, title: 'The body is not JSON', help: 'Send one JSON object, UTF-8.' },
  not_utf8: { status: 400, title: 'The body is not UTF-8', help: 'Encode the body as UTF-8.' },
  invalid_field: {
    status: 400,
    title: 'A field is missing or has a wrong value',
    help: 'See errors[] for each path and what is allowed.',
  },
  invalid_agent: {
    status: 400,
    title: 'Not an agent uid',
    help: 'An agent is 1–63 of a-z 0-9 _ -, and starts with a letter or digit.',
  },
  agent_mismatch: {
    status: 400,
    title: 'The agent in the body is not the agent of the subject',
    help: 'Publish under the subject of the agent named in the report.',
  },
  time_out_of_range: {
    status: 400,
    title: 'A time is out of range',
    help: 'finishedAt is not before startedAt and at most 5 minutes in the future.',
  },
  unknown_format: {
    status: 400,
    title: 'Unknown transcript format',
    help: 'Name one of the formats listed in detail.',
  },
  empty_transcript: {
    status: 400,
    title: 'No turn was found',
    help: 'The format may have changed; nothing was stored.',
  },
  too_costly: {
    status: 400,
    title: 'The report needs more processor time than allowed',
    help: 'Trim the report; a report has 2 s of processor time.',
  },
  materialised_package: {
    status: 400,
    title: 'The folder was written by Marginalia',
    help: 'Publish from the source of the skill.',
  },
  value_out_of_range: { status: 400, title: 'The value is out of range', help: 'detail says what is allowed.' },
  unknown_setting: { status: 400, title: 'No such setting', help: 'detail lists the settings.' },
  invalid_proposal: { status: 400, title: 'The proposal is malformed', help: 'See errors[].' },
  invalid_review: { status: 400, title: 'The review is malformed', help: 'See errors[].' },
  blank_content: {
    status: 400,
    title: 'Nothing is left of the content',
    help: 'Write the note in visible characters.',
  },
  content_contains_url: {
    status: 400,
    title: 'The content holds an address',
    help: 'Say it without URL, mail address, or host with a path or port.',
  },
  content_too_long: {
    status: 400,
    title: 'The content is too long',
    help: 'Machine notes: 100 tokens. Human lessons: 16 KiB.',
  },
  content_contains_secret: { status: 400, title: 'The content holds a secret', help: 'Remove the credential.' },
  content_injection_suspect: {
    status: 400,
    title: 'The content looks like instruction hijacking',
    help: 'Reword it, or send acknowledge: ["content_injection_suspect"].',
  },
  unsafe_action: {
    status: 400,
    title: 'The content tells to do something unsafe',
    help: 'Reword it, or send acknowledge: ["unsafe_action"].',
  },
  revoked_lesson: {
    status: 400,
    title: 'The content says what a person revoked',
    help: 'Send release: true to lift that ban in the same step.',
  },
  invalid_package: {
    status: 400,
    title: 'The skill package is not valid',
    help: 'See errors[]; the Agent Skills specification says what a package holds.',
  },
  unauthenticated: {
    status: 401,
    title: 'No valid credential',
    help: 'Send a bearer token, or connect with a known credential.',
  },
  forbidden: {
    status: 403,
    title: 'The credential may not do this',
    help: 'Use a credential of the role and agent that detail names.',
  },
  skill_not_found: { status: 404, title: 'No such skill', help: 'List the skills of the agent.' },
  lesson_not_found: { status: 404, title: 'No such lesson of that agent', help: 'List the lessons of the agent.' },
  job_not_found: { status: 404, title: 'No such job of that agent', help: 'List the jobs of the agent.' },
  round_not_found: { status: 404, title: 'No such round of that agent', help: 'List the rounds of the agent.' },
  file_not_found: { status: 404, title: 'No such file in the skill', help: 'View the skill for its files.' },
  credential_not_found: { status: 404, title: 'No such credential', help: 'List the tokens.' },
  not_found: { status: 404, title: 'No such route or verb', help: 'The OpenAPI and AsyncAPI documents list them.' },
  position_timeout: {
    status: 408,
    title: 'The position was not reached in time',
    help: 'Ask again; the reader is behind the log.',
  },
  job_conflict: {
    status: 409,
    title: 'Another report of that job is recorded',
    help: 'A repeat holds the same items, or more after them.',
  },
  already_ended: { status: 409, title: 'The lesson has ended', help: 'Ended lessons never change.' },
  not_ended: { status: 409, title: 'The lesson has not ended', help: 'Retire it; that bans its meaning too.' },
  duplicate_lesson: { status: 409, title: 'A live human lesson says the same', help: 'conflictsWith names it.' },
  skill_disabled: { status: 409, title: 'The skill is not enabled for the agent', help: 'Enable it first.' },
  skill_archived: { status: 409, title: 'The skill is archived', help: 'Restore it first.' },
  version_conflict: { status: 409, title: 'Somebody wrote in between', help: 'Read again and decide anew.' },
  unconfirmed: {
    status: 409,
    title: 'Too many renewals without evidence',
    help: 'Cite evidence, or give another verdict.',
  },
  clock_suspect: {
    status: 409,
    title: 'The clocks of database and process differ',
    help: 'Set the clocks; machine appends wait.',
  },
  round_closed: { status: 409, title: 'The round is closed', help: 'The evidence comes back in a later round.' },
  idempotency_mismatch: {
    status: 409,
    title: 'That idempotency key came with another body',
    help: 'Use a new key for a new command.',
  },
  simulated_clock_required: {
    status: 409,
    title: 'The clock is the system clock',
    help: 'Start with MARGINALIA_CLOCK=simulated.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    help: 'detail says the limit; large reports go by HTTP.',
  },
  rate_limited: { status: 429, title: 'Too many reports', help: 'Wait as long as Retry-After says.' },
  internal_error: {
    status: 500,
    title: 'Something broke here',
    help: 'Report it with the time; nothing was acknowledged.',
  },
  overloaded: { status: 503, title: 'Too much is waiting', help: 'Try again shortly.' },
  unavailable: { status: 503, title: 'A part is not reachable', help: 'Try again; GET /healthz names the part.' },
} as const satisfies Record<string, { status: number; title: string; help: string }>;

export type ErrorCode = keyof typeof ERRORS;

export interface FieldError {
  /** JSON path, e.g. `items[3].exitCode`. */
  path: string;
  reason: string;
}

/** RFC 9457 problem details, the body of every refusal on every road. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  detail: string;
  errors?: FieldError[];
  /** The lesson a duplicate or banned text collided with. */
  conflictsWith?: string;
  /** Seconds; with 429 and 503. */
  retryAfter?: number;
}

export function problem(
  code: ErrorCode,
  detail?: string,
  more: Partial<Pick<Problem, 'errors' | 'conflictsWith' | 'retryAfter'>> = {},
): Problem {
  const { status, title, help } = ERRORS[code];
  return { type: `urn:marginalia:error:${code}`, title, status, code, detail: detail ?? help, ...more };
}

/** Carries a refusal out of a handler. Recognise it with {@link problemOf}, by its code, not by class. */
export class Refusal extends Error {
  readonly problem: Problem;
  constructor(
    code: ErrorCode,
    detail?: string,
    more: Partial<Pick<Problem, 'errors' | 'conflictsWith' | 'retryAfter'>> = {},
  ) {
    const body = problem(code, detail, more);
    super(`${code}: ${body.detail}`);
    this.name = 'Refusal';
    this.problem = body;
  }
}

/** The problem an error carries, or undefined for an unexpected error. */
export function problemOf(error: unknown): Problem | undefined {
  const carried = (error as { problem?: Problem } | undefined)?.problem;
  return carried && typeof carried.code === 'string' && Object.hasOwn(ERRORS, carried.code) ? carried : undefined;
}
