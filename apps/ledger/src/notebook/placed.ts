import type { LogEvent, NewLogEvent } from '#contracts';

/** An event as deciders fold it before the log has placed it: at the time of the decision, at no position yet. */
export const placed = (event: NewLogEvent, now: string): LogEvent => ({ ...event, time: now, position: '' });
