import type { By } from '#contracts';

/** An event before the log has placed it. */
export interface EventDraft {
  /** Name of the stream, `/`-separated segments of `a-z 0-9 - _ .`. */
  stream: string;
  /** `<kind>.<what happened>`, such as `lesson.created`. */
  type: string;
  /** Version of the payload's shape, from 1. */
  typeVersion: number;
  /** JSON payload, at most 256 KiB as canonical text. */
  data: unknown;
}

/** An event as the log keeps it. */
export interface StoredEvent {
  /** Place in the log: gapless, in commit order, from 1. */
  position: bigint;
  stream: string;
  /** Place in its stream, gapless, from 1. */
  version: bigint;
  id: string;
  type: string;
  typeVersion: number;
  /** ISO-8601 UTC with milliseconds; never goes back along the log. */
  time: string;
  /** Raised by a fail-over or a restore. */
  epoch: number;
  by: By;
  /** The command, round or review it came from. */
  cause: string;
  salt: string;
  data: unknown;
  /** SHA-256 of the envelope (digest.ts), hex. */
  digest: string;
  /** Digest of the event before it in its stream, empty for the first. */
  prev: string;
  /** SHA-256 of the chain before it, its position and its digest, hex. */
  chain: string;
}

/** Largest canonical payload, in UTF-8 bytes. */
export const MAX_EVENT_BYTES = 256 * 1024;

/** A position on the wire: int8 does not fit a JSON number. */
export const positionText = (position: bigint): string => position.toString();

/** The position that `text` says, or undefined when it is no decimal int8. */
export function parsePosition(text: string): bigint | undefined {
  if (!/^(?:0|[1-9][0-9]{0,18})$/.test(text)) return undefined;
  const position = BigInt(text);
  return position <= 9_223_372_036_854_775_807n ? position : undefined;
}
