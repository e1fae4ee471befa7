import {
  AGENT_PATTERN,
  JOB_FINISHED_TYPE,
  JOB_ID_PATTERN,
  RELEASE_MAX,
  REPORT_LIMITS,
  SKILL_PATTERN,
} from '../src/index.js';
import { object, schemaRef, type Schema } from './schema.js';

const LIST_MAX = 1_000;
const name: Schema = { type: 'string', minLength: 1, maxLength: 256, pattern: '\\S' };
const text: Schema = { type: 'string', maxLength: REPORT_LIMITS.textBytes };
const count: Schema = { type: 'integer', minimum: 0 };
const skill: Schema = { type: 'string', pattern: SKILL_PATTERN.source };
const jobId: Schema = { type: 'string', pattern: JOB_ID_PATTERN.source };
const placed: Record<string, Schema> = { turn: count };
const called: Record<string, Schema> = { ...placed, output: text, skill };

/** What the declarations cannot say of a report. `optional` may be left out by a runner; intake fills it in. */
const RULES: Record<string, { properties: Record<string, Schema>; optional?: string[] }> = {
  JobReport: {
    properties: {
      jobId,
      agent: { type: 'string', pattern: AGENT_PATTERN.source },
      title: text,
      task: { ...text, pattern: '\\S' },
      release: { type: 'string', minLength: 1, maxLength: RELEASE_MAX },
      skills: { type: 'array', items: skill, maxItems: LIST_MAX },
      lessonsSeen: { type: 'array', items: name, maxItems: LIST_MAX },
      origin: name,
      parentJobId: jobId,
      items: { type: 'array', items: schemaRef('Item'), maxItems: REPORT_LIMITS.items },
      error: object({ summary: text }),
      usage: object({ inputTokens: count, outputTokens: count }),
      reflection: object({ roundId: name, token: name, output: {} }, ['roundId', 'token']),
    },
    optional: ['title'],
  },
  MessageItem: { properties: { ...placed, text } },
  CommandItem: {
    properties: { ...called, command: text, exitCode: { type: ['integer', 'null'] } },
    optional: ['exitCode'],
  },
  ToolItem: { properties: { ...called, name, namespace: name }, optional: ['arguments', 'success'] },
  SkillItem: { properties: { ...placed, name: skill } },
  CompactionItem: { properties: placed },
};

const LIMITS =
  `At most ${REPORT_LIMITS.bytes / 1024 ** 2} MiB after decompression (at most ${REPORT_LIMITS.inflation} times the ` +
  `sent size), ${REPORT_LIMITS.items} items, ${REPORT_LIMITS.textBytes / 1024} KiB of UTF-8 a text, nesting ` +
  `${REPORT_LIMITS.nesting}. finishedAt is not before startedAt and at most ${REPORT_LIMITS.futureMs / 60_000} minutes ` +
  'in the future. Unknown fields are ignored.';

/** The report as declared, with its limits, and the CloudEvent around it. */
export function reportSchemas(declared: Record<string, Schema>): Record<string, Schema> {
  const ruled = Object.entries(RULES).map(([type, { properties, optional = [] }]) => {
    const { required = [], ...schema } = declared[type]!;
    const merged = Object.entries(schema.properties ?? {}).map(([field, as]) => [
      field,
      { ...as, ...properties[field] },
    ]);
    return [
      type,
      {
        ...schema,
        ...object(
          Object.fromEntries(merged) as Record<string, Schema>,
          required.filter((field) => !optional.includes(field)),
        ),
      },
    ];
  });
  const { JobReport, ...items } = Object.fromEntries(ruled) as Record<string, Schema>;
  return {
    ...items,
    JobReport: { description: `What a job runner says of one finished run. ${LIMITS}`, ...JobReport },
    JobFinished: { description: 'CloudEvents 1.0, structured mode.', ...jobFinished },
  };
}

const jobFinished = object(
  {
    specversion: { type: 'string', const: '1.0' },
    id: { type: 'string', minLength: 1 },
    source: { type: 'string', minLength: 1 },
    type: { type: 'string', const: JOB_FINISHED_TYPE },
    subject: { type: 'string' },
    time: { type: 'string', format: 'date-time' },
    datacontenttype: { type: 'string', const: 'application/json' },
    data: schemaRef('JobReport'),
  },
  ['specversion', 'id', 'source', 'type', 'data'],
);
