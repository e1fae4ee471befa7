import { LOG_EVENT_VERSIONS, streams, Subjects, type LogEventType } from '../src/index.js';
import { channelRef, message, messageRef, type Channel, type Part } from './asyncapi.parts.js';
import type { ContractSchemas } from './contract-schemas.js';
import { nullable, object, schemaRef, type Schema } from './schema.js';

const subjects = new Subjects();
const CLOUD_EVENT = 'application/cloudevents+json';
const text: Schema = { type: 'string' };

/** Streams of the log by the area of the type, with parameters for what is not fixed. */
const LOG_STREAMS: Record<string, string> = {
  lesson: streams.lesson('{agent}', '{skill}'),
  ban: streams.ban('{agent}', '{skill}'),
  skill: streams.skill('{skill}'),
  agent: streams.agent('{agent}'),
  round: streams.round('{agent}'),
  access: streams.access('{credential}'),
  settings: streams.settings,
};

/** Everything that is published and not asked for. */
export function eventPart(schemas: ContractSchemas): Part {
  const part: Part = { channels: {}, operations: {}, messages: {}, traits: {} };
  addReports(part);
  for (const type of Object.keys(LOG_EVENT_VERSIONS) as LogEventType[]) addLogEvent(part, type, schemas);
  publish(part, 'deadletters', {
    address: subjects.verb('deadletters.{stream}'),
    summary: 'Copy of a refused message, redacted; empty where it could not be decoded',
    stream: 'MARGINALIA_DEADLETTERS',
    message: message('deadletter', text, {
      contentType: 'text/plain',
      headers: object({ 'Marginalia-Code': text, 'Marginalia-Subject': text, 'Marginalia-Sequence': text }),
    }),
  });
  publish(part, 'heads', {
    address: subjects.verb('heads'),
    summary: 'Signed heads of the log',
    stream: 'MARGINALIA_HEADS',
    message: message('head', schemaRef('SignedHead')),
  });
  publish(part, 'clock.changed', {
    address: subjects.clock,
    summary: 'The simulated clock has been advanced; core NATS, not kept',
    message: message('clock', object({ now: { type: 'string', format: 'date-time' } })),
  });
  return part;
}

function publish(
  { channels, operations, messages }: Part,
  id: string,
  { message, ...channel }: Omit<Channel, 'messages'> & { message: object },
): void {
  messages[id] = message;
  channels[id] = { ...channel, messages: { event: id } };
  operations[id] = { action: 'send', channel: channelRef(id), messages: [messageRef(id, 'event')] };
}

function addReports({ channels, operations, messages }: Part): void {
  messages['jobs.finished'] = message('jobs.finished', schemaRef('JobFinished'), { contentType: CLOUD_EVENT });
  messages['jobs.finished.bare'] = message('jobs.finished.bare', schemaRef('JobReport'), {
    summary: 'The report without an envelope, or as the data of a CloudEvent in binary mode (ce- headers)',
    headers: object({ 'ce-type': text, 'Content-Encoding': { type: 'string', enum: ['gzip', 'deflate'] } }, []),
  });
  const addresses = {
    'jobs.finished': subjects.verb('jobs.finished', '{agent}'),
    'as.jobs.finished': subjects.as('{credential}', 'jobs.finished', '{agent}'),
  };
  for (const [id, address] of Object.entries(addresses)) {
    channels[id] = {
      address,
      summary: 'Job reports; the agent of the subject is the agent of the report',
      stream: 'MARGINALIA_JOBS',
      messages: { event: 'jobs.finished', bare: 'jobs.finished.bare' },
    };
    operations[id] = {
      action: 'receive',
      summary: 'A finished job is recorded',
      channel: channelRef(id),
      messages: [messageRef(id, 'event'), messageRef(id, 'bare')],
      'x-roles': ['runner', 'admin'],
    };
  }
}

function addLogEvent(part: Part, type: LogEventType, { payloads }: ContractSchemas): void {
  const stream = LOG_STREAMS[type.slice(0, type.indexOf('.'))];
  if (stream === undefined) throw new Error(`${type} has no stream.`);
  const own = object({
    type: { type: 'string', const: `marginalia.${type}.v${LOG_EVENT_VERSIONS[type]}` },
    data: nullable(payloads[type]),
  });
  publish(part, `log.${type}`, {
    address: subjects.log(stream, type),
    stream: 'MARGINALIA_LOG',
    message: message(
      `log.${type}`,
      { allOf: [schemaRef('LogCloudEvent'), own] },
      {
        contentType: CLOUD_EVENT,
        headers: object({ 'Marginalia-Position': text, 'Marginalia-Stream-Version': text }),
      },
    ),
  });
}
