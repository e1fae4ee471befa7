import type { By } from '#contracts';

import type { EventDraft } from './event.js';
import type { StreamSelector } from './stream-selector.js';

/** Makes a command safe to repeat: keys belong to the credential. */
export interface AppendCommand {
  credential: string;
  key: string;
  /** SHA-256 of the canonical body, hex; another body under the same key is refused. */
  bodyDigest: string;
  /** Stored and given back on a repeat. JSON value; positions are kept beside it, so leave them out. */
  result: unknown;
}

/** The events of one command: all of them are appended, or none. */
export interface AppendGroup {
  by: By;
  cause: string;
  /** May be empty: the command is recorded, nothing is appended. */
  events: readonly EventDraft[];
  command?: AppendCommand;
  /** Versions that the decision was made against; 0: the stream must not exist. */
  expect?: readonly { stream: string; version: bigint }[];
  /** Nothing may have been written to these streams after the position `since`. */
  unchanged?: readonly { streams: StreamSelector; since: bigint }[];
  /** Decided by a machine: refused `clock_suspect` while the clocks of database and process disagree by over 5 s. */
  machine?: boolean;
}

/** Where the events of a command stand. */
export interface Placement {
  /** Undefined when nothing was appended. */
  firstPosition: bigint | undefined;
  /** Position of the last event, or the head that the answer depends on when nothing was appended. */
  lastPosition: bigint;
  /** Stream version of each event, in order. */
  versions: bigint[];
  /** Time of the events, ISO-8601 UTC. */
  time: string;
}

export type AppendResult =
  | ({ status: 'ok' } & Placement)
  /** The command was answered before; `result` and placement are those of the first time. */
  | ({ status: 'duplicate'; result: unknown } & Placement)
  | { status: 'idempotency_mismatch' }
  /** `stream` is not what was expected; it is at `version` now. Decide again. */
  | { status: 'conflict'; stream: string; version: bigint }
  | { status: 'clock_suspect' }
  /** The queue is full; nothing was tried. Retry later. */
  | { status: 'overloaded' };
