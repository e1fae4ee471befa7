import type { PoolClient } from 'pg';

import type { Queryable } from './connection.js';
import type { Projection, QuarantinedStream } from './projection.js';
import {
  insertCheckpoint,
  insertQuarantine,
  selectCheckpointForUpdate,
  selectLag,
  selectQuarantine,
  updateCheckpoint,
} from './projection.queries.js';

/** How far a projection has come, and what it left out. */
export class ProjectionProgress {
  private readonly identity: [name: string, version: number];

  constructor({ name, version }: Projection) {
    this.identity = [name, version];
  }

  /** Position of the last event applied. Locks it until the transaction of `client` ends. */
  async lock(client: PoolClient): Promise<bigint> {
    const existing = await this.tryToLock(client);
    if (existing !== undefined) return existing;
    await client.query(insertCheckpoint, this.identity);
    return (await this.tryToLock(client)) ?? 0n;
  }

  async move(client: PoolClient, position: bigint): Promise<void> {
    await client.query(updateCheckpoint, [...this.identity, position]);
  }

  /** Events of the log that are not applied yet. */
  async lag(connection: Queryable): Promise<bigint> {
    const { rows } = await connection.query<{ lag: string }>(selectLag, this.identity);
    return BigInt(rows[0]?.lag ?? 0);
  }

  async quarantine(client: PoolClient, stream: string, position: bigint, error: string): Promise<void> {
    await client.query(insertQuarantine, [...this.identity, stream, position, error]);
  }

  async quarantined(connection: Queryable): Promise<QuarantinedStream[]> {
    const { rows } = await connection.query<{ stream: string; position: string; error: string; quarantined: Date }>(
      selectQuarantine,
      this.identity,
    );
    return rows.map(({ stream, position, error, quarantined }) => ({
      stream,
      position: BigInt(position),
      error,
      since: quarantined,
    }));
  }

  private async tryToLock(client: PoolClient): Promise<bigint | undefined> {
    const { rows } = await client.query<{ position: string }>(selectCheckpointForUpdate, this.identity);
    return rows[0] && BigInt(rows[0].position);
  }
}
