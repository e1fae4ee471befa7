import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Receipt } from '#contracts';
import { RENDER_VERSION } from '#domain';
import type { Rendered } from '../views/views.service.js';
import { DELIVERY_POOL } from '../delivery.tokens.js';
import { insertReceipts } from './receipts.queries.js';

const FLUSH_MS = 500;
const MAX_WAITING = 50_000;

/** Writes receipts off the hot path: noted in memory, written twice a second, and before the process ends. */
@Injectable()
export class ReceiptLog implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ReceiptLog.name);
  private waiting = new Map<string, Receipt>();
  private lost = 0;
  private timer?: NodeJS.Timeout;
  private writing: Promise<void> = Promise.resolve();

  constructor(@Inject(DELIVERY_POOL) private readonly pool: Pool) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  note({
    agent,
    credential,
    jobId,
    rendered,
  }: {
    agent: string;
    credential: string;
    jobId?: string | undefined;
    rendered: Rendered;
  }): void {
    const at = jobId === undefined ? `${rendered.asOf.slice(0, 16)}:00.000Z` : rendered.asOf;
    const key = JSON.stringify([agent, credential, jobId ?? at, rendered.skill.name, rendered.contentHash]);
    const known = this.waiting.get(key);
    if (known !== undefined) {
      known.answers += 1;
      return;
    }
    if (this.waiting.size >= MAX_WAITING) {
      this.lost += 1;
      return;
    }
    this.waiting.set(key, {
      agent,
      credential,
      jobId: jobId ?? null,
      skill: rendered.skill.name,
      lessonIds: rendered.lessons.map(({ lessonId }) => lessonId),
      contentHash: rendered.contentHash,
      position: rendered.position,
      renderVersion: RENDER_VERSION,
      at,
      answers: 1,
    });
  }

  /** Receipts that had to be dropped because they could not be written; shown in health. */
  get dropped(): number {
    return this.lost;
  }

  /** Writes what waits; what cannot be written stays and is tried again. */
  flush(): Promise<void> {
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  private async write(): Promise<void> {
    if (this.waiting.size === 0) return;
    const batch = this.waiting;
    this.waiting = new Map();
    try {
      await insertReceipts(this.pool, [...batch.values()]);
    } catch (error) {
      this.logger.warn(`receipts wait: ${String(error)}`);
      for (const [key, receipt] of batch) {
        const newer = this.waiting.get(key);
        if (newer !== undefined) newer.answers += receipt.answers;
        else this.waiting.set(key, receipt);
      }
    }
  }
}
