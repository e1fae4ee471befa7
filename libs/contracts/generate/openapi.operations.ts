import { AGENT_PATTERN, operation, OPERATIONS, type Operation, type OperationName } from '../src/index.js';
import type { ContractSchemas } from './contract-schemas.js';
import { json, parameter, problemResponses, type Parameter, type Responses } from './openapi.parts.js';
import { refusalsOf } from './refusals.js';
import { object, SCHEMAS, schemaRef, type Schema } from './schema.js';

export type Paths = Record<string, Record<string, object>>;
type Http = NonNullable<Operation['http']>;

/** Fields of a request that HTTP has a header for. */
const HEADERS: Record<string, string> = { idempotencyKey: 'Idempotency-Key', ifNoneMatch: 'If-None-Match' };

/** Every route of the registry, below `/v1`. */
export function operationPaths(schemas: ContractSchemas): Paths {
  const paths: Paths = {};
  for (const name of Object.keys(OPERATIONS) as OperationName[]) {
    const { http } = operation(name);
    if (http === undefined) continue;
    const path = openApiPath(http.path);
    paths[path] = { ...paths[path], [http.method.toLowerCase()]: route(name, http, schemas) };
  }
  return paths;
}

export const openApiPath = (path: string): string => `/v1${path.replaceAll(/\/[:*](\w+)/g, '/{$1}')}`;

function route(name: OperationName, http: Http, schemas: ContractSchemas): object {
  const { app, roles, summary, deployment } = operation(name);
  const { parameters, body } = requestParts(schemas.request(name), http, schemas);
  return {
    operationId: name,
    tags: [app],
    summary,
    'x-roles': roles,
    ...(deployment === true && { 'x-deployment': true }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: { required: body.required !== undefined || body.anyOf !== undefined, content: json(body) },
    }),
    responses: { ...success(name, http, schemas), ...problemResponses(refusalsOf(name)) },
  };
}

/** Path first, then headers; what is left goes into the query of GET and DELETE, and into the body of the others. */
function requestParts(
  request: Schema,
  { method, path }: Http,
  { components }: ContractSchemas,
): { parameters: Parameter[]; body?: Schema } {
  const { properties = {}, required = [], ...whole } = deref(request, components);
  const parameters = [...path.matchAll(/\/([:*])(\w+)/g)].map(([, kind, name]) => {
    if (name === 'agent') return parameter('path', name, { type: 'string', pattern: AGENT_PATTERN.source });
    const field = properties[name!]!;
    return parameter(
      'path',
      name!,
      kind === '*' ? { ...field, description: 'May hold slashes; they stand as they are.' } : field,
    );
  });
  const placed = new Set(parameters.map(({ name }) => name));
  const rest = Object.entries(properties).filter(([name]) => !placed.has(name));
  const headers = rest
    .filter(([name]) => name in HEADERS)
    .map(([name, field]) => parameter('header', HEADERS[name]!, field));
  const fields = rest.filter(([name]) => !(name in HEADERS));
  if (method === 'GET' || method === 'DELETE') {
    const query = fields.map(([name, field]) => parameter('query', name, field, required.includes(name)));
    return { parameters: [...parameters, ...query, ...headers] };
  }
  const body =
    fields.length > 0
      ? object(
          Object.fromEntries(fields),
          required.filter((name) => !placed.has(name)),
        )
      : undefined;
  const all = { parameters: [...parameters, ...headers] };
  if (whole.anyOf !== undefined) return { ...all, body: request };
  return body === undefined ? all : { ...all, body };
}

function success(name: OperationName, { status = 200 }: Http, { replies, components }: ContractSchemas): Responses {
  const position = {
    'Marginalia-Position': { description: 'Place in the log that the answer depends on.', schema: { type: 'string' } },
  };
  if (name === 'delivery.view') {
    const etag = { ETag: { description: '`contentHash`, quoted.', schema: { type: 'string' } } };
    return {
      200: {
        description: 'The text and its lessons',
        headers: { ...position, ...etag },
        content: json(schemaRef('ViewReply')),
      },
      304: { description: 'The text is the one of If-None-Match', headers: { ...position, ...etag } },
    };
  }
  const reply = replies[name];
  const hasPosition = deref(reply, components).properties?.position !== undefined;
  return {
    [status]: {
      description: status === 201 ? 'Done' : 'The answer',
      ...(hasPosition && { headers: position }),
      content: json(reply),
    },
  };
}

const deref = (schema: Schema, components: Record<string, Schema>): Schema =>
  schema.$ref === undefined ? schema : components[schema.$ref.slice(SCHEMAS.length)]!;
