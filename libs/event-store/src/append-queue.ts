import type { Pool, PoolClient } from 'pg';

import { type AppendRow, encodeBatch, type PreparedGroup, prepareGroup, toAppendResult } from './append-batch.js';
import type { AppendGroup, AppendResult } from './append-group.js';
import { withClient } from './connection.js';

/** Most groups, and about the most bytes, that travel in one call: the head is locked for its length. */
const MAX_BATCH_GROUPS = 500;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

interface Waiting {
  group: PreparedGroup;
  resolve: (result: AppendResult) => void;
  reject: (error: unknown) => void;
}

export interface AppendQueueOptions {
  /** Groups that may wait, default 10,000; more are answered `overloaded`. */
  maxQueuedGroups?: number;
  /** The process's clock, compared with the database's for machine groups. */
  now?: () => Date;
}

/**
 * Carries appends to the stored function. One call is in flight at a time; what is asked meanwhile travels together
 * in the next one, so batches form under load and nobody waits when idle.
 */
export class AppendQueue {
  private waiting: Waiting[] = [];
  private running = false;
  private pump: Promise<void> = Promise.resolve();
  private readonly maxQueuedGroups: number;
  private readonly now: () => Date;

  constructor(
    private readonly pool: Pool,
    options: AppendQueueOptions = {},
  ) {
    this.maxQueuedGroups = options.maxQueuedGroups ?? 10_000;
    this.now = options.now ?? (() => new Date());
  }

  /** Throws a TypeError or RangeError for a group that breaks the log's form, and what the database connection throws. */
  async append(group: AppendGroup): Promise<AppendResult> {
    if (this.waiting.length >= this.maxQueuedGroups) return { status: 'overloaded' };
    const prepared = prepareGroup(group);
    return new Promise((resolve, reject) => {
      this.waiting.push({ group: prepared, resolve, reject });
      if (this.running) return;
      this.running = true;
      this.pump = this.run();
    });
  }

  /** Resolves when everything queued so far has been answered. */
  idle(): Promise<void> {
    return this.pump;
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      let batch: Waiting[] = [];
      try {
        await withClient(this.pool, async (client) => {
          for (batch = this.takeBatch(); batch.length > 0; batch = this.takeBatch()) {
            const results = await this.send(client, batch);
            batch.forEach(({ resolve }, index) => resolve(results[index] as AppendResult));
          }
        });
      } catch (error) {
        // What was in flight, or what could not be sent for want of a connection. The rest gets another try.
        for (const { reject } of batch.length > 0 ? batch : this.takeBatch()) reject(error);
      }
    }
    // In the same turn as the check above, so that no group is queued between the two.
    this.running = false;
  }

  private async send(client: PoolClient, batch: readonly Waiting[]): Promise<AppendResult[]> {
    const { rows } = await client.query<AppendRow>({
      name: 'ledger.append',
      text: 'select * from ledger.append($1)',
      values: [
        encodeBatch(
          batch.map(({ group }) => group),
          this.now(),
        ),
      ],
    });
    if (rows.length !== batch.length) throw new Error('the append function did not answer every group');
    return rows.map(toAppendResult);
  }

  private takeBatch(): Waiting[] {
    const commands = new Set<string>();
    let bytes = 0;
    let size = 0;
    for (const { group } of this.waiting) {
      const command = group.key === null ? undefined : `${group.credential}\n${group.key}`;
      bytes += group.bytes;
      const full = size === MAX_BATCH_GROUPS || (size > 0 && bytes > MAX_BATCH_BYTES);
      // A repeat is answered from what the first one stored, so it waits for the next batch.
      if (full || (command !== undefined && commands.has(command))) break;
      if (command !== undefined) commands.add(command);
      size += 1;
    }
    return this.waiting.splice(0, size);
  }
}
