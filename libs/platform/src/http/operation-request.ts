import { getMetadataStorage } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { operation, type OperationName } from '#contracts';
import { decodeBody } from '#messaging';

/** Path, query and body of an HTTP request as the one body that its operation takes; the path wins, then the body. */
export function operationRequest(
  name: OperationName,
  request: FastifyRequest,
): { agent: string | undefined; body: Record<string, unknown> } {
  const spec = operation(name);
  const { agent, '*': path, ...params } = request.params as Record<string, string>;
  const key = header(request, 'idempotency-key');
  const [etag] = etags(request);
  const body = {
    ...listed(spec.request, request.query as Record<string, unknown>),
    ...(request.body instanceof Uint8Array ? decodeBody(request.body) : {}),
    ...params,
    ...(path !== undefined && { path }),
    ...(spec.command === true && key !== undefined && { idempotencyKey: key }),
    ...(etag !== undefined && { ifNoneMatch: etag }),
  };
  // Agents are lower case; people type them as they like.
  return { agent: agent === undefined ? undefined : foldAscii(agent), body };
}

/** The content hashes of If-None-Match. */
export function etags(request: FastifyRequest): string[] {
  const value = header(request, 'if-none-match');
  if (value === undefined) return [];
  return value.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''));
}

export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return Array.isArray(value) ? value[0] : value;
}

/** A list of one comes out of a query as a text. */
function listed(request: new () => object, query: Record<string, unknown>): Record<string, unknown> {
  const lists = new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(request, '', false, false)
      .filter(({ name }) => name === 'isArray')
      .map(({ propertyName }) => propertyName),
  );
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => [key, lists.has(key) && !Array.isArray(value) ? [value] : value]),
  );
}

const foldAscii = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
