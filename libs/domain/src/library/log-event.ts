import { LOG_EVENT_VERSIONS, type LogCloudEvent, type LogEvent, type LogEventType } from '#contracts';

const TYPE = /^marginalia\.([a-z]{1,20}\.[a-z_]{1,40})\.v(\d{1,4})$/;

/**
 * A log event as rules read it, from its form on the wire. Undefined once its payload was redacted.
 * @throws Error `upgrade_needed` for a type or version this reader does not know: it must stop, not skip.
 */
export function logEventOf(event: LogCloudEvent): LogEvent | undefined {
  const [, type = '', version = ''] = TYPE.exec(event.type) ?? [];
  if (!Object.hasOwn(LOG_EVENT_VERSIONS, type) || Number(version) > LOG_EVENT_VERSIONS[type as LogEventType]) {
    throw new Error(`upgrade_needed: this version does not know ${event.type} at position ${event.position}`);
  }
  if (event.data === null) return undefined;
  return { type, stream: event.subject, time: event.time, position: event.position, data: event.data } as LogEvent;
}
