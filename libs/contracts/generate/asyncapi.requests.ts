import { operation, OPERATIONS, Subjects, verbOf, type OperationName } from '../src/index.js';
import { channelRef, message, messageRef, type Channel, type Part } from './asyncapi.parts.js';
import type { ContractSchemas } from './contract-schemas.js';
import { refusalsOf } from './refusals.js';
import { object, schemaRef } from './schema.js';

const subjects = new Subjects();
const headers = (names: Record<string, string>): object => ({
  headers: object(
    Object.fromEntries(Object.entries(names).map(([name, description]) => [name, { type: 'string', description }])),
    [],
  ),
});

/** Request/reply: every verb on its short subject and on the one that names the credential; answers go to an inbox. */
export function requestPart(schemas: ContractSchemas): Part {
  const inbox: Channel = {
    address: null,
    summary: 'The reply subject of the request, below _INBOX.',
    messages: { problem: 'problem' },
  };
  const part: Part = {
    channels: { inbox },
    operations: {},
    traits: {},
    messages: {
      problem: message('problem', schemaRef('Problem'), {
        summary: 'Any refusal',
        ...headers({ 'Nats-Service-Error': '`<code>: <title>`.', 'Nats-Service-Error-Code': 'The status.' }),
      }),
    },
  };
  for (const name of Object.keys(OPERATIONS) as OperationName[]) add(part, inbox, name, schemas);
  return part;
}

function add(
  { channels, operations, messages, traits }: Part,
  inbox: Channel,
  name: OperationName,
  schemas: ContractSchemas,
): void {
  const { app, roles, summary, perAgent, deployment } = operation(name);
  const agent = perAgent ? '{agent}' : undefined;
  messages[`${name}.request`] = message(
    `${name}.request`,
    schemas.request(name),
    headers({ traceparent: 'W3C trace context.' }),
  );
  messages[`${name}.reply`] = message(`${name}.reply`, schemas.replies[name]);
  inbox.messages[name] = `${name}.reply`;
  const addresses = {
    [name]: subjects.verb(verbOf(name), agent),
    [`as.${name}`]: subjects.as('{credential}', verbOf(name), agent),
  };
  traits[name] = {
    summary,
    tags: [{ name: app }],
    bindings: { nats: { queue: app, bindingVersion: '0.1.0' } },
    'x-roles': roles,
    ...(deployment === true && { 'x-deployment': true }),
    'x-codes': refusalsOf(name),
  };
  for (const [channel, address] of Object.entries(addresses)) {
    channels[channel] = { address, messages: { request: `${name}.request` } };
    operations[channel] = {
      action: 'receive',
      channel: channelRef(channel),
      messages: [messageRef(channel, 'request')],
      reply: { channel: channelRef('inbox'), messages: [messageRef('inbox', name), messageRef('inbox', 'problem')] },
      traits: [{ $ref: `#/components/operationTraits/${name}` }],
    };
  }
}
