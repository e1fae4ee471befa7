import type { Pool } from 'pg';

import type { Head } from './event-reader.js';
import { insertSignedHead, selectLatestSignedHead, selectSignedHeads } from './signed-head.queries.js';

export interface SignedHead extends Head {
  /** Name of the signing key. */
  key: string;
  /** Ed25519 over the canonical JSON of `{position (decimal text), chain, epoch, time, key}`, base64. */
  signature: string;
}

interface SignedHeadRow {
  position: string;
  chain: string;
  epoch: number;
  time: Date;
  key: string;
  signature: string;
}

/** The signed heads beside the log. */
export class SignedHeadStore {
  constructor(private readonly pool: Pool) {}

  async keep({ position, chain, epoch, time, key, signature }: SignedHead): Promise<void> {
    await this.pool.query(insertSignedHead, [position, chain, epoch, time, key, signature]);
  }

  async latest(): Promise<SignedHead | undefined> {
    const { rows } = await this.pool.query<SignedHeadRow>(selectLatestSignedHead);
    return rows.map(toSignedHead)[0];
  }

  /** Heads after a position, oldest first. */
  async list({ after = 0n, limit = 1_000 }: { after?: bigint; limit?: number } = {}): Promise<SignedHead[]> {
    const { rows } = await this.pool.query<SignedHeadRow>(selectSignedHeads, [after, limit]);
    return rows.map(toSignedHead);
  }
}

const toSignedHead = (row: SignedHeadRow): SignedHead => ({
  ...row,
  position: BigInt(row.position),
  time: row.time.toISOString(),
});
