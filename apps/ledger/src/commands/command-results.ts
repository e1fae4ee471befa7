import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Refusal, type AtPosition } from '#contracts';
import { LEDGER_POOL } from '../ledger.tokens.js';

interface CommandKey {
  credential: string;
  key: string;
  bodyDigest: string;
}

/** What commands were answered, for repeats: looked up before a repeat is judged against what it did itself. */
@Injectable()
export class CommandResults {
  constructor(@Inject(LEDGER_POOL) private readonly pool: Pool) {}

  /** @throws Refusal `idempotency_mismatch` when the key came with another body. */
  async find({ credential, key, bodyDigest }: CommandKey): Promise<(object & AtPosition) | undefined> {
    const { rows } = await this.pool.query<{ body_digest: string; result: string; last_position: string }>(
      `select commands.body_digest, commands.result, commands.last_position
       from ledger.commands where commands.credential = $1 and commands.key = $2`,
      [credential, key],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    if (row.body_digest !== bodyDigest) throw new Refusal('idempotency_mismatch');
    return { ...(JSON.parse(row.result) as object), position: row.last_position };
  }
}
