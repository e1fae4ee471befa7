import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Inject } from '@nestjs/common';
import type { Pool } from 'pg';
import { LOG_EVENT_VERSIONS } from '#contracts';
import { EventStore, ProjectionRunner } from '#event-store';
import { LEDGER_POOL } from '../ledger.tokens.js';
import { readModels } from './read-models.projection.js';

const REACH_MS = 2_000;

/** Plays the log into the read models while the process runs. */
@Injectable()
export class ReadModels implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ReadModels.name);
  private readonly stopping = new AbortController();
  private readonly runner: ProjectionRunner;
  private running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(LEDGER_POOL) pool: Pool,
    private readonly store: EventStore,
  ) {
    this.runner = new ProjectionRunner(pool, store, readModels, {
      knownTypes: LOG_EVENT_VERSIONS,
      onRetry: (error) => this.logger.warn(`read models wait: ${String(error)}`),
    });
  }

  onApplicationBootstrap(): void {
    this.running = this.runner.run(this.stopping.signal).catch((error: unknown) => this.logger.error(String(error)));
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Waits until the tables hold what the log holds now, at most 2 s; answers the position they are good for. */
  async catchUp(): Promise<string> {
    const { position } = await this.store.head();
    if (await this.runner.waitFor(position, REACH_MS)) return position.toString();
    return (position - (await this.runner.lag())).toString();
  }

  async health(): Promise<{ lag: string; quarantined: { stream: string; position: string; error: string }[] }> {
    const [lag, quarantined] = await Promise.all([this.runner.lag(), this.runner.quarantined()]);
    return {
      lag: lag.toString(),
      quarantined: quarantined.map(({ stream, position, error }) => ({ stream, position: position.toString(), error })),
    };
  }
}
