import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { operation, type Operation, type OperationName } from '#contracts';
import type { OperationDispatcher } from '#messaging';
import type { RouteTools } from './http-routes.js';
import { etags, header, operationRequest } from './operation-request.js';

/** Bodies of operations; reports and transcripts have routes of their own that read as they come. */
const BODY_LIMIT = 32 * 1024 * 1024;

/** Mounts every handled operation that has a route below `/v1`, except where an app has put a route of its own. */
export function mountOperations(fastify: FastifyInstance, dispatcher: OperationDispatcher, tools: RouteTools): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) => {
    done(null, body);
  });
  for (const name of dispatcher.handled) {
    const { http } = operation(name);
    if (http === undefined) continue;
    const url = routePath(http.path);
    if (fastify.hasRoute({ method: http.method, url })) continue;
    fastify.route({
      method: http.method,
      url,
      handler: (request, reply) => answer(name, { dispatcher, tools, http }, request, reply),
    });
  }
}

/** Fastify takes `:` for a parameter unless doubled, and names no wildcard. */
export function routePath(path: string): string {
  return `/v1${path.replaceAll(/(?<=[^/]):/g, '::').replace(/\*\w+$/, '*')}`;
}

interface Served {
  dispatcher: OperationDispatcher;
  tools: RouteTools;
  http: NonNullable<Operation['http']>;
}

async function answer(
  name: OperationName,
  { dispatcher, tools, http }: Served,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = await tools.authenticate(request);
  const gone = new AbortController();
  reply.raw.on('close', () => gone.abort());
  const result = await dispatcher.dispatch({
    operation: name,
    ...operationRequest(name, request),
    credential: id,
    header: (wanted) => header(request, wanted),
    signal: AbortSignal.any([gone.signal, tools.stopping]),
  });
  return send(result, http, request, reply);
}

function send(
  result: object,
  { method, status = 200 }: Served['http'],
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { contentHash, notModified, position } = result as Record<string, unknown>;
  if (typeof position === 'string') void reply.header('Marginalia-Position', position);
  if (method !== 'GET' || typeof contentHash !== 'string') {
    return reply.header('Cache-Control', 'no-store').code(status).send(result);
  }
  void reply.header('ETag', `"${contentHash}"`).header('Cache-Control', 'private, no-cache');
  return notModified === true || etags(request).includes(contentHash) ? reply.code(304).send() : reply.send(result);
}
