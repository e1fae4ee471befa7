import type { By } from '#contracts';

import { canonicalJson, sha256Hex } from './canonical-json.js';

/** What the digest of an event covers: everything but its position and what is derived from it. */
export interface Envelope {
  by: By;
  cause: string;
  salt: string;
  data: unknown;
  epoch: number;
  id: string;
  prev: string;
  stream: string;
  time: string;
  type: string;
  typeVersion: number;
  version: bigint;
}

/**
 * SHA-256 of the canonical envelope, in which the payload stands as SHA-256 of salt and canonical payload: taking
 * payload and salt away later leaves the envelope verifiable. `sql/append.sql` computes the same when it appends.
 */
export function eventDigest(event: Envelope): string {
  return sha256Hex(
    `{"by":${canonicalJson(event.by)},"cause":${canonicalJson(event.cause)}` +
      `,"data":"${sha256Hex(event.salt + canonicalJson(event.data))}","epoch":${event.epoch}` +
      `,"id":${canonicalJson(event.id)},"prev":${canonicalJson(event.prev)},"stream":${canonicalJson(event.stream)}` +
      `,"time":${canonicalJson(event.time)},"type":${canonicalJson(`${event.type}.v${event.typeVersion}`)}` +
      `,"version":${event.version}}`,
  );
}

/** The chain after the event at `position`; the chain before the first event is the empty text. */
export const nextChain = (chain: string, position: bigint, digest: string): string =>
  sha256Hex(`${chain}${position}${digest}`);
