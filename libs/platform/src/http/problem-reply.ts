import { Logger } from '@nestjs/common';
import type { FastifyError, FastifyReply } from 'fastify';
import { problem, problemOf, type Problem } from '#contracts';
import { problemFor } from '#messaging';

const logger = new Logger('Http');

/** What an error of a route means to the asker. Anything unexpected is logged under an id, which is all that is told. */
export function problemOfHttp(error: unknown): Problem {
  const { statusCode, code } = problemOf(error) === undefined ? (error as Partial<FastifyError>) : {};
  if (statusCode === 413) return problem('payload_too_large');
  if (statusCode === 404) return problem('not_found');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return problem('invalid_field', `The request is malformed (${code ?? statusCode}).`);
  }
  return problemFor(error, 'a route', logger);
}

export function sendProblem(reply: FastifyReply, body: Problem): FastifyReply {
  if (body.status === 401) void reply.header('WWW-Authenticate', 'Bearer realm="marginalia"');
  if (body.retryAfter !== undefined) void reply.header('Retry-After', body.retryAfter);
  return reply.code(body.status).type('application/problem+json').send(JSON.stringify(body));
}
