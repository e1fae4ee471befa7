import { setTimeout as sleep } from 'node:timers/promises';

import type { Pool } from 'pg';

import type { AppendGroup, AppendResult } from './append-group.js';
import { AppendQueue, type AppendQueueOptions } from './append-queue.js';
import { AppendedSignal } from './appended-signal.js';
import type { StoredEvent } from './event.js';
import { EventReader } from './event-reader.js';
import { checkGapless } from './gap.js';

export interface FollowOptions {
  /** Position after which to begin; 0 for the whole log. */
  after: bigint;
  /** Called with events in order, none left out, one call at a time. What it throws ends the following. */
  onEvents: (events: StoredEvent[]) => Promise<void> | void;
  signal: AbortSignal;
  /** Polling is the guarantee, NOTIFY only makes it quick; default 1,000. */
  pollMs?: number;
  /** The log could not be read; it is tried again after `pollMs`. */
  onUnreachable?: (error: unknown) => void;
}

const FOLLOW_PAGE = 500;

/**
 * The one append-only log. Uses the pool's connections: one while appends are in flight, one kept for LISTEN once
 * something follows, one for each read. Call `close` before ending the pool.
 */
export class EventStore extends EventReader {
  private readonly queue: AppendQueue;
  private readonly appended: AppendedSignal;

  constructor(pool: Pool, options: AppendQueueOptions = {}) {
    super(pool);
    this.queue = new AppendQueue(pool, options);
    this.appended = new AppendedSignal(pool);
  }

  /**
   * Appends the events of one command, all or none. Refusals are answers. It throws for a group that breaks the
   * log's form, and when the connection fails: then the outcome is unknown, and repeating the command is safe.
   */
  append(group: AppendGroup): Promise<AppendResult> {
    return this.queue.append(group);
  }

  /** Hands over every event after `after`, in order and without gaps, until `signal` aborts. */
  async follow({ after, onEvents, signal, pollMs = 1_000, onUnreachable }: FollowOptions): Promise<void> {
    let last = after;
    while (!signal.aborted) {
      let events: StoredEvent[];
      try {
        events = await this.read({ after: last, limit: FOLLOW_PAGE });
      } catch (error) {
        onUnreachable?.(error);
        await sleep(pollMs, undefined, { signal }).catch(() => undefined);
        continue;
      }
      if (events.length === 0) {
        await this.waitForAppend(last, pollMs, signal);
        continue;
      }
      last = checkGapless(last, events);
      await onEvents(events);
    }
  }

  /** Resolves when something after `position` may have been appended: NOTIFY came, `timeoutMs` is over, or `signal` aborts. */
  waitForAppend(position: bigint, timeoutMs: number, signal?: AbortSignal): Promise<void> {
    return this.appended.wait(position, timeoutMs, signal);
  }

  /** Answers what is queued, then lets go of its connections. The pool stays open. */
  async close(): Promise<void> {
    await this.queue.idle();
    await this.appended.close();
  }
}
