import { createHash } from 'node:crypto';
import { Cron } from 'croner';

const SPREAD_MS = 3_600_000;

/** The first tick of `cron` (five fields, UTC) after `after`. */
export function tickAfter(cron: string, after: Date): Date {
  const next = new Cron(cron, { timezone: 'UTC', paused: true }).nextRun(after);
  if (next === null) throw new Error(`the cron ${cron} never fires`);
  return next;
}

/** The latest tick of `cron` in (after, until]; what was missed while nothing ran is made up for once, not tick by tick. */
export function latestTick(cron: string, after: Date, until: Date): Date | undefined {
  const job = new Cron(cron, { timezone: 'UTC', paused: true });
  // A tick at `until` itself counts, and previous runs are strictly before the reference.
  const [previous] = job.previousRuns(1, new Date(until.getTime() + 1));
  return previous !== undefined && previous > after ? previous : undefined;
}

/** Starts are spread over an hour by agent, each at the same place every day. */
export function startOf(tick: Date, agent: string): Date {
  const place = createHash('sha256').update(agent).digest().readUInt32BE(0) / 2 ** 32;
  return new Date(tick.getTime() + Math.floor(place * SPREAD_MS));
}
