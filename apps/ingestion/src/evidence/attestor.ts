import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Attestation, BundleJob } from '#contracts';
import { canonicalJson, sha256Hex } from '#event-store';
import { INGESTION_POOL } from '../ingestion.tokens.js';

interface Keys {
  /** SPKI as PEM. */
  publicKey: string;
  privateKey: KeyObject;
}

/** Signs batches with an Ed25519 key of ingestion's own, made at the first use and shared by all replicas. */
@Injectable()
export class Attestor {
  private keys?: Promise<Keys>;

  constructor(@Inject(INGESTION_POOL) private readonly pool: Pool) {}

  async publicKey(): Promise<string> {
    return (await this.load()).publicKey;
  }

  /** `digest` is SHA-256, hex, of the canonical JSON of the bundle; `signature`, base64, is over the text of the digest. */
  async attest(bundle: BundleJob[]): Promise<Attestation> {
    const { privateKey } = await this.load();
    const digest = sha256Hex(canonicalJson(bundle));
    return { digest, signature: sign(null, Buffer.from(digest), privateKey).toString('base64') };
  }

  private load(): Promise<Keys> {
    this.keys ??= this.readOrMake().catch((error: unknown) => {
      delete this.keys;
      throw error;
    });
    return this.keys;
  }

  private async readOrMake(): Promise<Keys> {
    const made = generateKeyPairSync('ed25519', {
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    await this.pool.query(
      `insert into evidence.keys (purpose, private_key, public_key) values ('batch', $1, $2) on conflict do nothing`,
      [made.privateKey, made.publicKey],
    );
    const { rows } = await this.pool.query<{ privateKey: string; publicKey: string }>(
      `select k.private_key as "privateKey", k.public_key as "publicKey" from evidence.keys k where k.purpose = 'batch'`,
    );
    const [{ privateKey, publicKey }] = rows as [{ privateKey: string; publicKey: string }];
    return { publicKey, privateKey: createPrivateKey(privateKey) };
  }
}
