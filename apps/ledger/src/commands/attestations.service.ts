import { createPublicKey, verify } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Refusal, type Attestation, type By } from '#contracts';
import { ServiceClient } from '#messaging';

/** Ids whose word is taken without a signature: a local start's own, for tinkering. */
const TRUSTED_UNSIGNED = new Set(['local', 'admin']);

/** Tells whether a bundle is what ingestion recorded. */
@Injectable()
export class Attestations {
  /** SPKI PEM, as ingestion last gave it. */
  private key: string | undefined;

  constructor(private readonly client: ServiceClient) {}

  /**
   * True when the bundle is signed, false when nobody signed it and its sender may send such.
   * @param digest SHA-256 of the canonical bundle, hex.
   * @throws Refusal `forbidden` for a signature that is wrong, or none from others.
   */
  async check(digest: string, batch: Attestation | undefined, by: By): Promise<boolean> {
    if (batch === undefined) {
      if (TRUSTED_UNSIGNED.has(by.credential) && by.role === 'admin') return false;
      throw new Refusal('forbidden', 'The batch is not signed; only the local admin may propose on such.');
    }
    if (batch.digest !== digest) throw new Refusal('forbidden', 'The bundle is not the one that was signed.');
    // The key may have been made anew since it was asked for, so a wrong signature is checked with a fresh one.
    if (this.key !== undefined && isSigned(batch, this.key)) return true;
    this.key = (await this.client.ask('evidence.key')).publicKey;
    if (isSigned(batch, this.key)) return true;
    throw new Refusal('forbidden', 'The signature of the batch is wrong.');
  }
}

/** Ed25519 over the digest's hex text, base64. */
function isSigned({ digest, signature }: Attestation, publicKey: string): boolean {
  try {
    return verify(null, Buffer.from(digest), createPublicKey(publicKey), Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
