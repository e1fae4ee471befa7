import { Controller } from '@nestjs/common';
import type { EventsRequest, HeadsRequest, LogCloudEvent, Replies, SignedHead } from '#contracts';
import { EventStore, SignedHeadStore, toCloudEvent } from '#event-store';
import { Handles, type RequestContext } from '#messaging';
import { SigningKey } from '../relay/signing-key.js';
import { wireHead } from '../relay/wire-head.js';
import { concerns, eventFilter, mayRead } from './visible-events.js';

const PAGE = 1_000;
/** A reply on the bus has to fit its largest message, 1 MiB by default. */
const REPLY_BYTES = 700 * 1024;

/** The log for those who check it. */
@Controller()
export class EventsHandlers {
  constructor(
    private readonly store: EventStore,
    private readonly heads: SignedHeadStore,
    private readonly key: SigningKey,
  ) {}

  /** A page may end early, at a size or with nothing visible in it; `next` says where to go on while there is more. */
  @Handles('ledger.events')
  async events(body: EventsRequest, { credential }: RequestContext): Promise<Replies['ledger.events']> {
    const { after, until, limit = PAGE } = body;
    const head = (await this.store.head()).position;
    const last = until === undefined || BigInt(until) > head ? head : BigInt(until);
    const read = await this.store.read({ after: BigInt(after), until: last, limit, ...eventFilter(body) });
    const events: LogCloudEvent[] = [];
    let bytes = 0;
    let reached = read.length < limit ? last : (read.at(-1)?.position ?? last);
    for (const stored of read) {
      if (!mayRead(credential, stored) || !concerns(body, stored)) continue;
      const event = toCloudEvent(stored);
      bytes += Buffer.byteLength(JSON.stringify(event));
      if (bytes > REPLY_BYTES && events.length > 0) {
        reached = stored.position - 1n;
        break;
      }
      events.push(event);
    }
    return { events, ...(reached < last && { next: reached.toString() }), head: head.toString() };
  }

  @Handles('ledger.head')
  async head(): Promise<Replies['ledger.head']> {
    const [{ position, chain, epoch }, signed] = await Promise.all([this.store.head(), this.heads.latest()]);
    return {
      position: position.toString(),
      chain,
      epoch: String(epoch),
      signed: signed === undefined ? null : wireHead(signed),
      publicKey: await this.key.publicKey(),
    };
  }

  /** Oldest first; the cursor is a position. */
  @Handles('ledger.heads')
  async list({ cursor = '0', limit = PAGE }: HeadsRequest): Promise<Replies['ledger.heads']> {
    const after = /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : 0n;
    const found = await this.heads.list({ after, limit });
    const heads: SignedHead[] = found.map(wireHead);
    const last = heads.at(-1);
    return {
      heads,
      ...(last !== undefined && found.length === limit && { nextCursor: last.position }),
      publicKey: await this.key.publicKey(),
    };
  }
}
