/** Same task, finished this close to the first job of an origin: one origin. */
export const SAME_TASK_MS = 24 * 3600_000;

/** Origin that a runner gave: it counts within its credential. */
export const givenOrigin = (credential: string, origin: string): string => `given:${credential}:${origin}`;

/** Origin named after a job: the first of its task, or the parent of what has come before it. */
export const jobOrigin = (jobId: string): string => `job:${jobId}`;
