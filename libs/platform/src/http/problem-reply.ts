import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { FastifyError, FastifyReply } from 'fastify';
import { problem, problemOf, type Problem } from '#contracts';

const logger = new Logger('Http');

/** What an error of a route means to the asker. Anything unexpected is logged under an id, which is all that is told. */
export function problemOfHttp(error: unknown): Problem {
  const carried = problemOf(error);
  if (carried !== undefined) return carried;
  const { statusCode, code } = error as Partial<FastifyError>;
  if (statusCode === 413) return problem('payload_too_large');
  if (statusCode === 404) return problem('not_found');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return problem('invalid_field', `The request is malformed (${code ?? statusCode}).`);
  }
  const reference = randomUUID();
  logger.error({ msg: 'a route broke', reference, err: error });
  return problem('internal_error', `Reference ${reference}; nothing was acknowledged.`);
}

export function sendProblem(reply: FastifyReply, body: Problem): FastifyReply {
  if (body.status === 401) void reply.header('WWW-Authenticate', 'Bearer realm="marginalia"');
  if (body.retryAfter !== undefined) void reply.header('Retry-After', body.retryAfter);
  return reply.code(body.status).type('application/problem+json').send(JSON.stringify(body));
}
