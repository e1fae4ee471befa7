import { setTimeout as sleep } from 'node:timers/promises';

import type { Pool, PoolClient } from 'pg';

import { inTransaction } from './connection.js';
import type { StoredEvent } from './event.js';
import { EventReader } from './event-reader.js';
import type { EventStore } from './event-store.js';
import { checkGapless } from './gap.js';
import { type Projection, type QuarantinedStream, UpgradeNeededError } from './projection.js';
import { ProjectionProgress } from './projection-progress.js';

export interface ProjectionRunnerOptions {
  /** Event types this program knows, each with the highest version of its payload. */
  knownTypes: Readonly<Record<string, number>>;
  /** Events a transaction, default 500. */
  batchSize?: number;
  /** Default 1,000. */
  pollMs?: number;
  /** A step failed and is tried again after `pollMs`. */
  onRetry?: (error: unknown) => void;
}

interface Waiter {
  position: bigint;
  reached: () => void;
}

/** SQLSTATE classes that say "not now": lost connection, serialisation, resources, locks, shutdown, system. */
const TRY_AGAIN = /^(?:08|40|53|55|57|58)/;

/**
 * Plays the log into a projection. Rows and checkpoint commit together, and the checkpoint's row lock lets one
 * process at a time apply, so any number of them may run.
 */
export class ProjectionRunner {
  private position = 0n;
  private readonly waiters = new Set<Waiter>();
  private readonly progress: ProjectionProgress;
  private readonly batchSize: number;
  private readonly pollMs: number;

  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly projection: Projection,
    private readonly options: ProjectionRunnerOptions,
  ) {
    this.progress = new ProjectionProgress(projection);
    this.batchSize = options.batchSize ?? 500;
    this.pollMs = options.pollMs ?? 1_000;
  }

  /** Runs until `signal` aborts. Throws UpgradeNeededError at an unknown event, with everything before it applied. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        if (await this.step()) continue;
        await this.store.waitForAppend(this.position, this.pollMs, signal);
      } catch (error) {
        if (error instanceof UpgradeNeededError) throw error;
        this.options.onRetry?.(error);
        await sleep(this.pollMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Applies the next batch; false when there was none. */
  async step(): Promise<boolean> {
    const [from, to] = await inTransaction(this.pool, async (client) => {
      const checkpoint = await this.progress.lock(client);
      const events = await new EventReader(client).read({ after: checkpoint, limit: this.batchSize });
      checkGapless(checkpoint, events);
      const known = this.untilUnknown(events);
      await this.applyOrQuarantine(client, known);
      const reached = known.at(-1)?.position ?? checkpoint;
      if (reached > checkpoint) await this.progress.move(client, reached);
      return [checkpoint, reached];
    });
    this.reach(to);
    return to > from;
  }

  /** True once this process has seen the projection reach `position`, false after `timeoutMs`. */
  async waitFor(position: bigint, timeoutMs: number): Promise<boolean> {
    if (this.position >= position) return true;
    return new Promise((resolve) => {
      const waiter: Waiter = {
        position,
        reached: () => {
          clearTimeout(timer);
          resolve(true);
        },
      };
      const timer = setTimeout(() => {
        this.waiters.delete(waiter);
        resolve(false);
      }, timeoutMs);
      this.waiters.add(waiter);
    });
  }

  /** Events of the log that are not applied yet. */
  lag(): Promise<bigint> {
    return this.progress.lag(this.pool);
  }

  /** Streams that a poison event stopped. */
  quarantined(): Promise<QuarantinedStream[]> {
    return this.progress.quarantined(this.pool);
  }

  /** The events before the first unknown one; an unknown one at the very front stops the projection. */
  private untilUnknown(events: readonly StoredEvent[]): readonly StoredEvent[] {
    const { knownTypes } = this.options;
    const unknown = events.findIndex(({ type, typeVersion }) => typeVersion > (knownTypes[type] ?? 0));
    const event = events[unknown];
    if (event && unknown === 0) throw new UpgradeNeededError(event);
    return event ? events.slice(0, unknown) : events;
  }

  private async applyOrQuarantine(client: PoolClient, events: readonly StoredEvent[]): Promise<void> {
    const quarantined = new Set((await this.progress.quarantined(client)).map(({ stream }) => stream));
    const healthy = events.filter(({ stream }) => !quarantined.has(stream));
    if (healthy.length === 0 || (await this.tryToApply(client, healthy)) === undefined) return;
    for (const event of healthy) {
      if (quarantined.has(event.stream)) continue;
      const fault = await this.tryToApply(client, [event]);
      if (fault === undefined) continue;
      quarantined.add(event.stream);
      await this.progress.quarantine(client, event.stream, event.position, fault);
    }
  }

  /** Undefined when the events were applied, else why not, with nothing of them left behind. */
  private async tryToApply(client: PoolClient, events: readonly StoredEvent[]): Promise<string | undefined> {
    await client.query('savepoint apply');
    try {
      await this.projection.apply(client, events);
      await client.query('release savepoint apply');
      return undefined;
    } catch (error) {
      if (TRY_AGAIN.test(String((error as { code?: unknown }).code))) throw error;
      await client.query('rollback to savepoint apply');
      return error instanceof Error ? error.message : String(error);
    }
  }

  private reach(position: bigint): void {
    if (position > this.position) this.position = position;
    for (const waiter of this.waiters) {
      if (waiter.position > this.position) continue;
      this.waiters.delete(waiter);
      waiter.reached();
    }
  }
}
