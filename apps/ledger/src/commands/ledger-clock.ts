import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { ClockReading } from '#contracts';
import { readClock } from '#event-store';
import { LEDGER_POOL } from '../ledger.tokens.js';

/** The clock of the deployment, as its owner reads it: from PostgreSQL, so that every replica and event agrees. */
@Injectable()
export class LedgerClock {
  constructor(@Inject(LEDGER_POOL) private readonly pool: Pool) {}

  async read(): Promise<ClockReading> {
    const { mode, now } = await readClock(this.pool);
    return { mode, now: now.toISOString() };
  }

  /** ISO-8601. */
  async now(): Promise<string> {
    return (await this.read()).now;
  }
}
