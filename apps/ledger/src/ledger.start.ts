import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { EventStore, readClock, setSimulatedClock, setSystemClock } from '#event-store';
import { AppConfig, HealthChecks } from '#platform';
import { Credentials } from './access/credentials.service.js';
import { LedgerOptions } from './ledger.options.js';
import { LEDGER_POOL } from './ledger.tokens.js';

/** Sets the clock and issues declared credentials before anybody is answered; lets go of the log at the end. */
@Injectable()
export class LedgerStart implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(LEDGER_POOL) private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly credentials: Credentials,
    private readonly options: LedgerOptions,
    private readonly config: AppConfig,
    private readonly health: HealthChecks,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.setClock();
    await this.credentials.ensure(this.options.credentials);
    this.health.add('log', async () => (await this.store.head()).position >= 0n);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.store.close();
  }

  private async setClock(): Promise<void> {
    const { clock, clockStart } = this.options;
    if (clock === 'system') return setSystemClock(this.pool);
    if (this.config.production) throw new Error('a simulated clock is refused with NODE_ENV=production');
    const known = await readClock(this.pool);
    // A clock that was simulated before stands where it stood.
    if (known.mode === 'system') await setSimulatedClock(this.pool, clockStart ? new Date(clockStart) : new Date());
  }
}
