import { randomUUID } from 'node:crypto';
import type { Logger } from '@nestjs/common';
import { problem, problemOf, type Problem } from '#contracts';
import { isUnreachable } from './unreachable.js';

/**
 * What the asker is told of an error. Anything but a refusal, or a server that is away, is logged under an id, and the id
 * is all that leaves the process.
 *
 * @param doing what was being done, for the log
 */
export function problemFor(error: unknown, doing: string, logger: Logger): Problem {
  const carried = problemOf(error);
  if (carried !== undefined) return carried;
  if (isUnreachable(error)) {
    logger.warn({ msg: `${doing} found a part away`, err: error });
    return problem('unavailable', undefined, { retryAfter: 1 });
  }
  const reference = randomUUID();
  logger.error({ msg: `${doing} broke`, reference, err: error });
  return problem('internal_error', `Reference ${reference}; nothing was acknowledged.`);
}
