import { Injectable, Logger, type Provider } from '@nestjs/common';
import pg from 'pg';
import type { DataSource, DataSourceOptions } from 'typeorm';

export interface PoolOptions {
  /** Connections at most. Default 10. */
  max?: number;
}

/** The PostgreSQL of this process: pools and TypeORM data sources on one URL, closed together at the end. */
@Injectable()
export class Database {
  private readonly logger = new Logger(Database.name);
  private readonly pools: pg.Pool[] = [];
  private readonly sources: DataSource[] = [];

  constructor(readonly url: string) {}

  /** A new pool. 64-bit numbers stay text, as the driver gives them: they do not fit a JavaScript number. */
  pool({ max = 10 }: PoolOptions = {}): pg.Pool {
    const pool = new pg.Pool({
      connectionString: this.url,
      max,
      connectionTimeoutMillis: 10_000,
      // A server that is frozen must not hold up who asks; a command that was written all the same is answered when repeated.
      query_timeout: 30_000,
    });
    // An idle connection that breaks says so here; unheard, it would end the process.
    pool.on('error', (error) => this.logger.warn(`an idle connection to PostgreSQL broke: ${error.message}`));
    this.pools.push(pool);
    return pool;
  }

  /** An open data source over the app's own schema; it never changes the schema. */
  async dataSource({
    schema,
    entities,
  }: {
    schema: string;
    entities: DataSourceOptions['entities'];
  }): Promise<DataSource> {
    // Loaded by those who use it only: it takes its time.
    const { DataSource } = await import('typeorm');
    const source = new DataSource({
      type: 'postgres',
      url: this.url,
      schema,
      ...(entities && { entities }),
      synchronize: false,
      migrationsRun: false,
    });
    await source.initialize();
    this.sources.push(source);
    return source;
  }

  async close(): Promise<void> {
    await Promise.all([
      ...this.pools.splice(0).map((pool) => pool.end()),
      ...this.sources.splice(0).map((source) => source.destroy()),
    ]);
  }
}

/** Gives a module a pool of its own under `token`. */
export const poolProvider = (token: symbol, options?: PoolOptions): Provider => ({
  provide: token,
  useFactory: (database: Database) => database.pool(options),
  inject: [Database],
});
