import { Cron } from 'croner';

export interface Activity {
  /** ISO-8601. */
  now: string;
  /** Five cron fields, UTC. */
  cron: string;
  /** When this deployment wrote its first event. */
  since: string;
  lastIntake: string | null;
  /** The latest round or review, however it was started. */
  lastLearning: string | null;
}

/** Jobs come in, but nothing has read them for two periods of dreaming (domain.md section 9). */
export function learningHasStopped({ now, cron, since, lastIntake, lastLearning }: Activity): boolean {
  const last = lastLearning ?? since;
  if (lastIntake === null || lastIntake <= last) return false;
  const [, second] = new Cron(cron, { timezone: 'UTC', paused: true }).nextRuns(2, new Date(last));
  return second !== undefined && second.toISOString() <= now;
}
