import { renderChannel, type Part } from './asyncapi.parts.js';
import { eventPart } from './asyncapi.events.js';
import { requestPart } from './asyncapi.requests.js';
import type { ContractSchemas } from './contract-schemas.js';
import { reachable } from './reachable.js';

const DESCRIPTION = `Said from the side of Marginalia: it receives requests and reports, and sends the log. Subjects stand below a prefix
where deployments share one NATS. Channels \`as.…\` name the credential that asks; the short ones are for services and
for a local start. Requests and answers are plain JSON. \`x-roles\` lists who may ask, \`x-codes\` what is refused,
\`x-stream\` the JetStream stream that keeps the messages.`;

/** The bus as AsyncAPI 3.0. */
export function asyncApi(schemas: ContractSchemas, version: string): object {
  const parts = [eventPart(schemas), requestPart(schemas)];
  const all = <K extends keyof Part>(kind: K): Part[K] =>
    Object.assign({}, ...parts.map((part) => part[kind])) as Part[K];
  const messages = all('messages');
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Marginalia on NATS',
      version,
      description: DESCRIPTION.replaceAll('\n', ' '),
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(Object.entries(all('channels')).map(([id, channel]) => [id, renderChannel(channel)])),
    operations: all('operations'),
    components: { operationTraits: all('traits'), messages, schemas: reachable(messages, schemas.components) },
  };
}
