import { operation, type LogEventType, type OperationName } from '../src/index.js';
import { reportSchemas } from './report-schemas.js';
import { requestSchemas } from './request-schemas.js';
import { schemaRef, type Schema } from './schema.js';
import { TypeSchemas } from './type-schemas.js';

/** All schemas of the contract, for whichever document. */
export interface ContractSchemas {
  /** By name of the type; what `$ref` points to. */
  components: Record<string, Schema>;
  replies: Record<OperationName, Schema>;
  payloads: Record<LogEventType, Schema>;
  request(name: OperationName): Schema;
}

/** @param root folder of package.json */
export function contractSchemas(root: string): ContractSchemas {
  const types = new TypeSchemas(root);
  const replies = types.members('Replies') as Record<OperationName, Schema>;
  const payloads = types.members('LogPayloads') as Record<LogEventType, Schema>;
  for (const name of ['JobReport', 'LogCloudEvent', 'SignedHead', 'Problem']) types.named(name);
  const requests = requestSchemas(types);
  const components = { ...types.schemas, ...reportSchemas(types.schemas), ...requests };
  const report: Schema = { anyOf: [schemaRef('JobReport'), schemaRef('JobFinished')] };
  return {
    components: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
    replies,
    payloads,
    request: (name) => (name === 'jobs.check' ? report : requestOf(operation(name).request, requests)),
  };
}

/** A class without rules of its own is its parent; one without any takes nothing. */
function requestOf(request: new () => object, requests: Record<string, Schema>): Schema {
  if (requests[request.name] !== undefined) return schemaRef(request.name);
  const parent = Object.getPrototypeOf(request) as new () => object;
  return parent.name === '' ? { type: 'object' } : requestOf(parent, requests);
}
