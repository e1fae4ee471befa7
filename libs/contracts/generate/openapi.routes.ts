import { operation, type ErrorCode } from '../src/index.js';
import type { ContractSchemas } from './contract-schemas.js';
import { json, parameter, problemResponses } from './openapi.parts.js';
import type { Paths } from './openapi.operations.js';
import { OF_REPORTS } from './refusals.js';
import { object, schemaRef, type Schema } from './schema.js';

const ANY: ErrorCode[] = ['unauthenticated', 'forbidden', 'internal_error', 'unavailable'];
const { roles: READERS } = operation('ledger.events');

/** Routes that are no request verbs: they stream, or are asked without a credential. */
export function ownPaths({ components }: ContractSchemas): Paths {
  return {
    '/v1/jobs': { post: reportRoute },
    '/v1/ledger/events': { get: exportRoute(components.EventsRequest!) },
    '/v1/stream': { get: streamRoute },
    '/healthz': { get: operatorRoute('healthz', 'Which parts are there; always 200', { 200: health }) },
    '/readyz': { get: operatorRoute('readyz', 'Whether this process can do its work', { 200: health, 503: health }) },
    '/metrics': {
      get: operatorRoute('metrics', 'Metrics in the Prometheus text format', {
        200: { description: 'Metrics', content: { 'text/plain': { schema: { type: 'string' } } } },
      }),
    },
  };
}

const reportRoute = {
  operationId: 'jobs.finished',
  tags: ['ingestion'],
  summary: 'Report a finished job; answered after it is recorded',
  description:
    'A bare report, a CloudEvent in structured mode, or one in binary mode (`ce-` headers). With the same `agent` and ' +
    '`jobId` the same items are a repeat; more items after them extend the job.',
  'x-roles': ['runner', 'admin'],
  parameters: [
    parameter('query', 'format', { type: 'string', enum: ['report'], default: 'report' }),
    parameter('header', 'Content-Encoding', { type: 'string', enum: ['gzip', 'deflate'] }),
    parameter('header', 'ce-type', {
      type: 'string',
      description: 'Binary mode: the type of the event; the body is its data.',
    }),
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: { anyOf: [schemaRef('JobReport'), schemaRef('JobFinished')] } },
      'application/cloudevents+json': { schema: schemaRef('JobFinished') },
    },
  },
  responses: {
    202: {
      description: 'Recorded, or known already',
      content: json(
        object({
          agent: { type: 'string' },
          jobId: { type: 'string' },
          status: { type: 'string', enum: ['recorded', 'repeat'] },
        }),
      ),
    },
    ...problemResponses([...ANY, ...OF_REPORTS, 'unknown_format', 'rate_limited', 'overloaded']),
  },
};

/** The request of the bus, but from the start by default, and without a page size. */
function exportRoute({ properties = {} }: Schema): object {
  const fields: Record<string, Schema> = {
    ...properties,
    after: { ...properties.after, default: '0' },
    limit: { type: 'integer', minimum: 1, description: 'Events in all; every one when absent.' },
  };
  return {
    operationId: 'ledger.events',
    tags: ['ledger'],
    summary: operation('ledger.events').summary,
    description:
      'One CloudEvent a line, up to the head at the time of asking; of any length, and gzipped when asked for.',
    'x-roles': READERS,
    parameters: Object.entries(fields).map(([name, field]) => parameter('query', name, field)),
    responses: {
      200: {
        description: 'Events in the order of the log',
        headers: { 'Marginalia-Position': { description: 'The head.', schema: { type: 'string' } } },
        content: { 'application/x-ndjson': { schema: schemaRef('LogCloudEvent') } },
      },
      ...problemResponses([...ANY, 'invalid_field']),
    },
  };
}

const streamRoute = {
  operationId: 'stream',
  tags: ['ledger'],
  summary: 'Server-sent events of the log that the token may see',
  description: 'From now on, or after a position. `id` is the position, `event` the type, `data` the CloudEvent.',
  'x-roles': READERS,
  parameters: [
    parameter('query', 'after', { type: 'string', description: 'Position to start after.' }),
    parameter('header', 'Last-Event-ID', {
      type: 'string',
      description: 'Position to start after; goes before `after`.',
    }),
  ],
  responses: {
    200: { description: 'The stream', content: { 'text/event-stream': { schema: { type: 'string' } } } },
    ...problemResponses(ANY),
  },
};

const health = {
  description: 'Parts of the process',
  content: json(
    object({
      status: { type: 'string', enum: ['ok', 'unavailable'] },
      parts: { type: 'object', additionalProperties: { type: 'boolean' } },
    }),
  ),
};

const operatorRoute = (operationId: string, summary: string, responses: object): object => ({
  operationId,
  tags: ['process'],
  summary,
  security: [],
  responses,
});
