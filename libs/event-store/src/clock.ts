import type { Pool } from 'pg';

/** The log's clock: what an event appended now would carry. */
export interface LogClock {
  mode: 'system' | 'simulated';
  now: Date;
}

export async function readClock(pool: Pool): Promise<LogClock> {
  const { rows } = await pool.query<LogClock>('select log_time.mode, log_time.now from ledger.log_time');
  const [clock] = rows;
  if (!clock) throw new Error('the log has no clock: run the migration');
  return clock;
}

/** Simulates time from now on and moves it to `to`; never back, never below the last event. Answers where it stands. */
export async function setSimulatedClock(pool: Pool, to: Date): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('select ledger.set_simulated_clock($1) as now', [to]);
  const [clock] = rows;
  if (!clock) throw new Error('the log has no clock: run the migration');
  return clock.now;
}

/** Follows PostgreSQL's clock again. Events keep the last time until it has passed. */
export async function setSystemClock(pool: Pool): Promise<void> {
  await pool.query('select ledger.set_system_clock()');
}
