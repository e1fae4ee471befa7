import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { generateHeadKeys, HeadSigner } from '#event-store';
import { LEDGER_POOL } from '../ledger.tokens.js';

/**
 * The Ed25519 key that signs heads: made once, kept in the database of the ledger, the same for all its replicas. It
 * proves to outsiders what the log held; against who owns the database only heads kept elsewhere help.
 */
@Injectable()
export class SigningKey {
  private loaded: Promise<HeadSigner> | undefined;

  constructor(@Inject(LEDGER_POOL) private readonly pool: Pool) {}

  signer(): Promise<HeadSigner> {
    this.loaded ??= this.load().catch((error: unknown) => {
      this.loaded = undefined;
      throw error;
    });
    return this.loaded;
  }

  /** SPKI as PEM. */
  async publicKey(): Promise<string> {
    return (await this.signer()).publicKey;
  }

  private async load(): Promise<HeadSigner> {
    // Replicas that start together each offer a key; the first one stays.
    await this.pool.query(`insert into ledger_read.signing_key (private_key) values ($1) on conflict do nothing`, [
      generateHeadKeys().privateKey,
    ]);
    const { rows } = await this.pool.query<{ private_key: string }>(
      'select signing_key.private_key from ledger_read.signing_key',
    );
    return new HeadSigner(rows[0]?.private_key ?? '');
  }
}
