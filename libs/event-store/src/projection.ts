import type { PoolClient } from 'pg';

import type { StoredEvent } from './event.js';

/** Tables that are made from the log. */
export interface Projection {
  name: string;
  /** Raised when the tables change shape: the new version is built beside the old one, with a checkpoint of its own. */
  version: number;
  /**
   * Applies events in order, in the transaction that moves the checkpoint: each event takes effect exactly once.
   * What it throws, unless PostgreSQL asks to try again, quarantines the stream of the event that made it throw.
   */
  apply(client: PoolClient, events: readonly StoredEvent[]): Promise<void>;
}

export interface QuarantinedStream {
  stream: string;
  /** The event that could not be applied; nothing of its stream is applied from there on. */
  position: bigint;
  error: string;
  since: Date;
}

/** The log holds an event that this program is too old for. */
export class UpgradeNeededError extends Error {
  readonly code = 'upgrade_needed';

  constructor(event: StoredEvent) {
    super(
      `the event at position ${event.position} is ${event.type} version ${event.typeVersion}: upgrade this program`,
    );
    this.name = 'UpgradeNeededError';
  }
}
