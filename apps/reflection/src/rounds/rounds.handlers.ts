import { Controller, Inject } from '@nestjs/common';
import type { Pool } from 'pg';
import { Refusal, type ReflectionNext, type Replies, type RoundsRequest } from '#contracts';
import { Handles, type RequestContext } from '#messaging';
import { REFLECTION_POOL } from '../reflection.tokens.js';
import { roundView, roundViews } from './round.queries.js';

const DEFAULT_LIMIT = 50;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

@Controller()
export class RoundsHandlers {
  constructor(@Inject(REFLECTION_POOL) private readonly pool: Pool) {}

  @Handles('reflection.rounds')
  async rounds(body: RoundsRequest, { agent = '' }: RequestContext): Promise<Replies['reflection.rounds']> {
    const limit = body.limit ?? DEFAULT_LIMIT;
    const before = body.cursor;
    if (before !== undefined && !UUID.test(before)) throw notACursor();
    const found = await roundViews(this.pool, agent, { limit: limit + 1, ...(before !== undefined && { before }) });
    const rounds = found.slice(0, limit);
    const last = rounds.at(-1);
    return {
      rounds,
      ...(found.length > limit && last !== undefined && { nextCursor: last.roundId }),
    };
  }

  @Handles('reflection.round')
  async round(body: RoundsRequest, { agent = '' }: RequestContext): Promise<Replies['reflection.round']> {
    const found = body.roundId === undefined ? undefined : await roundView(this.pool, agent, body.roundId);
    if (found === undefined) throw new Refusal('round_not_found', `no round ${body.roundId ?? ''} of ${agent}`);
    return found;
  }

  /** The built-in reflector reads its batches here, so there is never a job for a runner; the poll ends at its time. */
  @Handles('reflection.next')
  async next(body: ReflectionNext, context: RequestContext): Promise<Replies['reflection.next']> {
    await pause(body.waitMs ?? 0, context.signal);
    return { job: null };
  }
}

const notACursor = (): Refusal =>
  new Refusal('invalid_field', undefined, {
    errors: [{ path: 'cursor', reason: 'must be a nextCursor of this verb' }],
  });

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
