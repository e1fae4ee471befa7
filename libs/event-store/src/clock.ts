import type { Pool } from 'pg';

import { followSystemClock, moveSimulatedClock, selectClock } from './clock.queries.js';

/** The log's clock: what an event appended now would carry. */
export interface LogClock {
  mode: 'system' | 'simulated';
  now: Date;
}

export async function readClock(pool: Pool): Promise<LogClock> {
  const { rows } = await pool.query<LogClock>(selectClock);
  const [clock] = rows;
  if (!clock) throw new Error('the log has no clock: run the migration');
  return clock;
}

/** Simulates time from now on and moves it to `to`; never back, never below the last event. Answers where it stands. */
export async function setSimulatedClock(pool: Pool, to: Date): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>(moveSimulatedClock, [to]);
  const [clock] = rows;
  if (!clock) throw new Error('the log has no clock: run the migration');
  return clock.now;
}

/** Follows PostgreSQL's clock again. Events keep the last time until it has passed. */
export async function setSystemClock(pool: Pool): Promise<void> {
  await pool.query(followSystemClock);
}
