import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { canonicalJson, sha256Hex } from './canonical-json.js';
import type { EventStore } from './event-store.js';
import type { SignedHead, SignedHeadStore } from './signed-heads.js';
import type { Head } from './event-reader.js';

export interface HeadKeys {
  /** PKCS #8, for the caller to keep secret. */
  privateKey: string;
  /** SPKI, to be published. */
  publicKey: string;
}

/** A new Ed25519 key pair, both as PEM. */
export function generateHeadKeys(): HeadKeys {
  return generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}

export interface SigningOptions {
  signal: AbortSignal;
  /** Sign when so many events are unsigned, default 1,000 … */
  everyEvents?: number;
  /** … or when the last signature is so old and any is, default 10,000. */
  everyMs?: number;
  onSigned?: (head: SignedHead) => Promise<void> | void;
  onRetry?: (error: unknown) => void;
}

/** Signs the head of the log: with the public key anybody can tell later that the log has kept what it had then. */
export class HeadSigner {
  /** Name of the key: SHA-256 of the public key's SPKI bytes, hex. */
  readonly key: string;
  /** SPKI as PEM. */
  readonly publicKey: string;
  private readonly privateKey: KeyObject;

  /** @param privateKey PKCS #8 PEM of an Ed25519 key. */
  constructor(privateKey: string) {
    this.privateKey = createPrivateKey(privateKey);
    const publicKey = createPublicKey(this.privateKey);
    this.publicKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    this.key = keyName(publicKey);
  }

  sign({ position, chain, epoch, time }: Head): SignedHead {
    const head = { position, chain, epoch, time, key: this.key };
    return { ...head, signature: sign(null, Buffer.from(signedText(head)), this.privateKey).toString('base64') };
  }

  /** Keeps signing until `signal` aborts. Several processes with one key sign the same; each head is stored once. */
  async run(store: EventStore, heads: SignedHeadStore, options: SigningOptions): Promise<void> {
    const { signal, everyEvents = 1_000, everyMs = 10_000, onSigned, onRetry } = options;
    let signed: bigint | undefined;
    let signedAt = 0;
    while (!signal.aborted) {
      try {
        signed ??= (await heads.latest())?.position ?? 0n;
        const head = await store.head();
        const due = head.position - signed >= BigInt(everyEvents) || performance.now() - signedAt >= everyMs;
        if (head.position > signed && due) {
          const signedHead = this.sign(head);
          await heads.keep(signedHead);
          await onSigned?.(signedHead);
          signed = head.position;
          signedAt = performance.now();
        }
      } catch (error) {
        onRetry?.(error);
      }
      await sleep(Math.min(everyMs, 1_000), undefined, { signal }).catch(() => undefined);
    }
  }
}

/** True when `head` was signed with the key that belongs to `publicKey` (SPKI PEM). */
export function verifyHead(head: SignedHead, publicKey: string): boolean {
  const key = createPublicKey(publicKey);
  if (key.asymmetricKeyType !== 'ed25519' || head.key !== keyName(key)) return false;
  return verify(null, Buffer.from(signedText(head)), key, Buffer.from(head.signature, 'base64'));
}

const keyName = (key: KeyObject): string => sha256Hex(key.export({ type: 'spki', format: 'der' }));

const signedText = ({ position, chain, epoch, time, key }: Omit<SignedHead, 'signature'>): string =>
  canonicalJson({ position: position.toString(), chain, epoch, time, key });
