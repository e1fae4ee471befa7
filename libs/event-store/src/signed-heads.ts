import type { Pool } from 'pg';

import type { Head } from './event-reader.js';

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

const COLUMNS = `signed_heads.position, signed_heads.chain, signed_heads.epoch, signed_heads.time, signed_heads.key,
  signed_heads.signature`;

/** The signed heads beside the log. */
export class SignedHeadStore {
  constructor(private readonly pool: Pool) {}

  async keep({ position, chain, epoch, time, key, signature }: SignedHead): Promise<void> {
    await this.pool.query(
      `insert into ledger.signed_heads (position, chain, epoch, time, key, signature) values ($1, $2, $3, $4, $5, $6)
       on conflict do nothing`,
      [position, chain, epoch, time, key, signature],
    );
  }

  async latest(): Promise<SignedHead | undefined> {
    const { rows } = await this.pool.query<SignedHeadRow>(
      `select ${COLUMNS} from ledger.signed_heads order by signed_heads.epoch desc, signed_heads.position desc limit 1`,
    );
    return rows.map(toSignedHead)[0];
  }

  /** Heads after a position, oldest first. */
  async list({ after = 0n, limit = 1_000 }: { after?: bigint; limit?: number } = {}): Promise<SignedHead[]> {
    const { rows } = await this.pool.query<SignedHeadRow>(
      `select ${COLUMNS} from ledger.signed_heads where signed_heads.position > $1
       order by signed_heads.epoch, signed_heads.position limit $2`,
      [after, limit],
    );
    return rows.map(toSignedHead);
  }
}

const toSignedHead = (row: SignedHeadRow): SignedHead => ({
  ...row,
  position: BigInt(row.position),
  time: row.time.toISOString(),
});
