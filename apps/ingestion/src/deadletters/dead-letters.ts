import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { isAgent, type Problem } from '#contracts';
import { INGESTION_POOL } from '../ingestion.tokens.js';
import { insertDeadLetter } from './dead-letter.queries.js';

/** What reading showed of a refused message. */
export interface DeadLetterBody {
  agent?: string | undefined;
  jobId?: string | undefined;
  /** Redacted; absent where nothing could be decoded. */
  body?: string | undefined;
}

export interface RefusedMessage extends DeadLetterBody {
  stream: string;
  sequence: number;
  subject: string;
  /** Token of the subject; null on short subjects. */
  credential: string | null;
  bytes: Uint8Array;
  receivedAt: Date;
  problem: Problem;
}

/** The record of what was refused; the stream of dead letters holds a copy. */
@Injectable()
export class DeadLetters {
  constructor(@Inject(INGESTION_POOL) private readonly pool: Pool) {}

  /** The same message again, after a crash, is written once. */
  async record({ bytes, problem, agent, jobId, body, ...message }: RefusedMessage): Promise<void> {
    await insertDeadLetter(this.pool, {
      ...message,
      agent: isAgent(agent) ? agent : null,
      jobId: jobId ?? null,
      code: problem.code,
      detail: detailOf(problem),
      size: bytes.byteLength,
      digest: createHash('sha256').update(bytes).digest('hex'),
      body: body ?? null,
    });
  }
}

/** Enough to mend a report by. */
const SHOWN_ERRORS = 5;

/** The detail with the first faults of fields. */
export function detailOf({ detail, errors = [] }: Problem): string {
  const faults = errors.slice(0, SHOWN_ERRORS).map(({ path, reason }) => `${path} ${reason}`);
  const more = errors.length > SHOWN_ERRORS ? [`and ${errors.length - SHOWN_ERRORS} more`] : [];
  return faults.length === 0 ? detail : [...faults, ...more].join('; ');
}
