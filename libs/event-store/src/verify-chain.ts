import type { LogCloudEvent } from '#contracts';

import { fromCloudEvent } from './cloud-event.js';
import { eventDigest, nextChain } from './digest.js';
import { parsePosition, positionText, type StoredEvent } from './event.js';

export type ChainFaultReason =
  /** The text is no event of the log. */
  | 'malformed'
  /** An event of the log is not there. */
  | 'missing'
  /** An event stands where none belongs: twice, or out of order. */
  | 'added'
  /** What the event says is not what its digest was made from. */
  | 'digest_mismatch'
  /** It does not follow the event before it in its stream. */
  | 'stream_mismatch'
  /** It does not follow the event before it in the log. */
  | 'chain_mismatch'
  /** Time or epoch goes back. */
  | 'order_mismatch';

export interface ChainFault {
  /** Decimal position of the first event that is wrong, missing or added. */
  position: string;
  reason: ChainFaultReason;
  detail: string;
}

/** A place in the log, as a signed head or an earlier verification gives it. */
export interface ChainPoint {
  /** Decimal. */
  position: string;
  chain: string;
}

export interface ChainReport {
  verified: boolean;
  /** Events that were found right. */
  events: number;
  /** The last right event. */
  head: ChainPoint;
  fault?: ChainFault;
}

interface StreamTail {
  version: bigint;
  digest: string;
}

/**
 * Recomputes every digest, stream link and chain value from the events alone and stops at the first fault. Keeps one
 * digest a stream, nothing else. With `startAfter` the events begin behind that place, and the first event seen of
 * each stream is taken at its word about what was before it.
 */
export async function verifyChain(
  events: AsyncIterable<LogCloudEvent> | Iterable<LogCloudEvent>,
  { startAfter }: { startAfter?: ChainPoint } = {},
): Promise<ChainReport> {
  const tails = new Map<string, StreamTail>();
  let position = parsePosition(startAfter?.position ?? '0') ?? 0n;
  let chain = startAfter?.chain ?? '';
  let time = '';
  let epoch = 0;
  let count = 0;
  const report = (fault?: ChainFault): ChainReport => ({
    verified: fault === undefined,
    events: count,
    head: { position: positionText(position), chain },
    ...(fault ? { fault } : {}),
  });
  const expectedTail = (event: StoredEvent): StreamTail =>
    tails.get(event.stream) ??
    (startAfter ? { version: event.version - 1n, digest: event.prev } : { version: 0n, digest: '' });

  for await (const cloudEvent of events) {
    const event = fromCloudEvent(cloudEvent);
    if (!event) return report(fault(position + 1n, 'malformed', 'this is no event of the log'));
    const found =
      positionFault(event, position) ??
      digestFault(event) ??
      streamFault(event, expectedTail(event)) ??
      chainFault(event, chain) ??
      orderFault(event, time, epoch);
    if (found) return report(found);
    tails.set(event.stream, { version: event.version, digest: event.digest });
    ({ position, chain, time, epoch } = event);
    count += 1;
  }
  return report();
}

const fault = (position: bigint, reason: ChainFaultReason, detail: string): ChainFault => ({
  position: positionText(position),
  reason,
  detail,
});

function positionFault(event: StoredEvent, last: bigint): ChainFault | undefined {
  if (event.position > last + 1n) {
    return fault(last + 1n, 'missing', `position ${event.position} follows ${last}`);
  }
  if (event.position <= last) return fault(event.position, 'added', `position ${event.position} follows ${last}`);
  return undefined;
}

function digestFault(event: StoredEvent): ChainFault | undefined {
  let digest: string;
  try {
    digest = eventDigest(event);
  } catch {
    return fault(event.position, 'malformed', 'the event has no canonical form');
  }
  if (digest === event.digest) return undefined;
  return fault(event.position, 'digest_mismatch', `its content gives ${digest}, it says ${event.digest}`);
}

function streamFault(event: StoredEvent, tail: StreamTail): ChainFault | undefined {
  if (event.version === tail.version + 1n && event.prev === tail.digest) return undefined;
  const detail = `version ${event.version} of ${event.stream} does not follow version ${tail.version}`;
  return fault(event.position, 'stream_mismatch', detail);
}

function chainFault(event: StoredEvent, chain: string): ChainFault | undefined {
  const expected = nextChain(chain, event.position, event.digest);
  if (expected === event.chain) return undefined;
  return fault(event.position, 'chain_mismatch', `the chain gives ${expected}, it says ${event.chain}`);
}

function orderFault(event: StoredEvent, time: string, epoch: number): ChainFault | undefined {
  if (event.time >= time && event.epoch >= epoch) return undefined;
  return fault(
    event.position,
    'order_mismatch',
    `${event.time}, epoch ${event.epoch}, follows ${time}, epoch ${epoch}`,
  );
}
