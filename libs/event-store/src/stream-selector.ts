/**
 * Names streams: what ends in `/` selects every stream below it (`lesson/aria/`), anything else is one stream
 * (`settings`).
 */
export type StreamSelector = string;

/** The selector as a half-open range of names compared as bytes. */
export interface StreamRange {
  from: string;
  to: string;
}

export function selectorRange(selector: StreamSelector): StreamRange {
  // '0' is the byte after '/', and no name holds a control character.
  return selector.endsWith('/')
    ? { from: selector, to: `${selector.slice(0, -1)}0` }
    : { from: selector, to: `${selector}\u0001` };
}

const STREAM = /^[a-z0-9._-]+(?:\/[a-z0-9._-]+)*$/;
const MAX_STREAM_LENGTH = 256;

/** True when `stream` may name a stream. */
export const isStreamName = (stream: string): boolean => stream.length <= MAX_STREAM_LENGTH && STREAM.test(stream);
