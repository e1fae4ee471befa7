import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { Configuration } from '#messaging';
import { INGESTION_POOL } from '../ingestion.tokens.js';
import {
  deleteOldDeadLetters,
  deleteOldJobs,
  deleteOldRounds,
  dropPartitions,
  makePartitions,
} from './retention.queries.js';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** Months of records that have a partition before they begin. */
const MONTHS_AHEAD = 2;
/** Jobs of one transaction. */
const CHUNK = 2_000;

/** Makes partitions ahead, and lets evidence go after its days. By real time: a simulated clock says nothing of age. */
@Injectable()
export class Retention implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Retention.name);
  private timer?: NodeJS.Timeout;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    @Inject(INGESTION_POOL) private readonly pool: Pool,
    private readonly configuration: Configuration,
  ) {}

  onApplicationBootstrap(): void {
    void this.configuration.ready.then(() => this.tick());
    this.timer = setInterval(() => this.tick(), HOUR_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Any number of replicas may do this at once. */
  async run(now = new Date()): Promise<void> {
    await makePartitions(this.pool, MONTHS_AHEAD);
    const before = new Date(now.getTime() - this.configuration.setting<number>('evidence.retention_days') * DAY_MS);
    while (!this.stopped && (await deleteOldJobs(this.pool, before, CHUNK)) === CHUNK);
    await deleteOldRounds(this.pool, before);
    await deleteOldDeadLetters(this.pool, before);
    await dropPartitions(this.pool, before);
  }

  private tick(): void {
    if (this.stopped) return;
    this.running = this.run().catch((error: unknown) => this.logger.warn(`retention: ${String(error)}`));
  }
}
