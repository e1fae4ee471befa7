import { APPS } from '../src/index.js';
import type { ContractSchemas } from './contract-schemas.js';
import { operationPaths } from './openapi.operations.js';
import { sharedResponses } from './openapi.parts.js';
import { ownPaths } from './openapi.routes.js';
import { reachable } from './reachable.js';

const DESCRIPTION = `Requests and answers are plain JSON. Refusals are problem details (RFC 9457) with a fixed \`code\`.
A command takes an \`Idempotency-Key\`; a repeat answers the stored first result. A \`position\` is a place in the one log,
a decimal string. \`x-roles\` lists who may ask; \`x-deployment\` asks for a credential that covers every agent.`;

/** The HTTP face as OpenAPI 3.1. */
export function openApi(schemas: ContractSchemas, version: string): object {
  const own = ownPaths(schemas);
  const paths = { ...operationPaths(schemas) };
  for (const [path, methods] of Object.entries(own)) paths[path] = { ...paths[path], ...methods };
  const responses = sharedResponses(paths);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Marginalia over HTTP',
      version,
      description: DESCRIPTION.replaceAll('\n', ' '),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'http://127.0.0.1:4180', description: 'A local start; the next free port where it is taken.' }],
    security: [{ token: [] }],
    tags: [...APPS, 'process'].map((name) => ({ name })),
    paths,
    components: {
      schemas: reachable({ paths, responses }, schemas.components),
      responses,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'mrg.<credential>.<secret>' },
      },
    },
  };
}
