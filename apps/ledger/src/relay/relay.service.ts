import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { EventStore, SignedHeadStore, toCloudEvent } from '#event-store';
import { Bus, LogPublisher } from '#messaging';
import { LEDGER_POOL } from '../ledger.tokens.js';
import { SigningKey } from './signing-key.js';
import { wireHead } from './wire-head.js';

/** Any number that no other program of the database locks: whoever holds it is the relay. */
const RELAY_LOCK = 4_180_002;
const RETRY_MS = 500;
/** How often a replica that is not the relay asks whether the relay has gone. */
const TAKEOVER_MS = 1_000;

/**
 * Copies the log to `MARGINALIA_LOG` and signs its head. One replica at a time, by a lock that ends with the connection
 * of its holder; it goes on where the stream ends, so a crash repeats at most what was not acknowledged.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Relay.name);
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private at = 0n;

  constructor(
    @Inject(LEDGER_POOL) private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly heads: SignedHeadStore,
    private readonly publisher: LogPublisher,
    private readonly key: SigningKey,
    private readonly bus: Bus,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Position of the last event that this process has relayed; 0 where another replica is the relay. */
  get position(): bigint {
    return this.at;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        if (!(await this.relayIfFirst())) await this.pause(TAKEOVER_MS);
      } catch (error) {
        this.logger.warn(`the relay waits: ${String(error)}`);
        await this.pause(RETRY_MS);
      }
    }
  }

  /** Relays for as long as this process holds the lock; false when another one does. */
  private async relayIfFirst(): Promise<boolean> {
    const client = await this.pool.connect();
    const lost = new AbortController();
    const stop = AbortSignal.any([this.stopping.signal, lost.signal]);
    client.on('error', () => lost.abort());
    try {
      if (!(await tryLock(client))) return false;
      await Promise.all([
        this.follow(stop).finally(() => lost.abort()),
        this.sign(stop),
        this.watch(client, stop).finally(() => lost.abort()),
      ]);
      return true;
    } finally {
      // Closing the connection gives the lock back, whatever state it is in.
      client.release(true);
    }
  }

  private async follow(signal: AbortSignal): Promise<void> {
    let after = BigInt((await this.publisher.tail()) ?? '0');
    const { position } = await this.store.head();
    // A copy that was emptied would swallow as repeats what is published again; one that says more is another log's.
    if (position > 0n && (after === 0n || after > position)) {
      this.logger.log(`the copy of the log is made anew up to ${position}`);
      await this.publisher.recreate();
      after = 0n;
    }
    this.at = after;
    await this.store.follow({
      after,
      signal,
      onEvents: async (events) => {
        await this.publisher.publish(events.map(toCloudEvent));
        this.at = events.at(-1)?.position ?? this.at;
      },
      onUnreachable: (error) => this.logger.warn(`the log cannot be read: ${String(error)}`),
    });
  }

  private async sign(signal: AbortSignal): Promise<void> {
    const signer = await this.key.signer();
    await signer.run(this.store, this.heads, {
      signal,
      onSigned: async (head) => {
        const { jetstream, subjects } = this.bus;
        await jetstream.publish(subjects.verb('heads'), JSON.stringify(wireHead(head)), {
          msgID: `${head.epoch}:${head.position}:${head.key}`,
        });
      },
      onRetry: (error) => this.logger.warn(`the head is not signed yet: ${String(error)}`),
    });
  }

  /** A lock whose connection died is gone, and only asking on it tells. */
  private async watch(client: PoolClient, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await client.query('select 1');
      await sleep(TAKEOVER_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

async function tryLock(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [RELAY_LOCK]);
  return rows[0]?.mine === true;
}
