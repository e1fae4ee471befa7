import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Notification, Pool, PoolClient } from 'pg';

const RECONNECT_MS = 250;

/**
 * Hears of appends by NOTIFY on one connection of the pool, which it keeps and renews. A hint only: notifications are
 * lost while it reconnects, so whoever waits here polls as well.
 */
export class AppendedSignal {
  private latest = 0n;
  private readonly wakers = new Set<() => void>();
  private readonly closed = new AbortController();
  private listening: Promise<void> | undefined;

  constructor(private readonly pool: Pool) {}

  /** Resolves when something after `position` is known to be appended, after `timeoutMs`, or when `signal` aborts. */
  async wait(position: bigint, timeoutMs: number, signal?: AbortSignal): Promise<void> {
    this.listening ??= this.listen();
    if (this.latest > position || signal?.aborted) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        this.wakers.delete(done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      signal?.addEventListener('abort', done, { once: true });
      this.wakers.add(done);
    });
  }

  /** Stops listening; who waits still polls, until its own signal aborts. */
  async close(): Promise<void> {
    this.closed.abort();
    await this.listening;
  }

  private wake(): void {
    for (const waker of [...this.wakers]) waker();
  }

  private async listen(): Promise<void> {
    const { signal } = this.closed;
    while (!signal.aborted) {
      let client: PoolClient | undefined;
      try {
        client = await this.pool.connect();
        client.on('notification', (message: Notification) => this.heard(BigInt(message.payload ?? '0')));
        const lost = once(client, 'error', { signal }).catch(() => undefined);
        await client.query('listen ledger_appended');
        // Whatever was appended while nobody listened.
        this.wake();
        await lost;
      } catch {
        // Not reachable now: tried again below.
      }
      client?.release(true);
      await sleep(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private heard(position: bigint): void {
    if (position > this.latest) this.latest = position;
    this.wake();
  }
}
