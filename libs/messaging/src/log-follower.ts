import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, Scope } from '@nestjs/common';
import type { Msg, Subscription } from 'nats';
import type { LogCloudEvent } from '#contracts';
import { Bus } from './bus.js';
import { POSITION_HEADER } from './log-publisher.js';
import { PositionWaiters } from './position-waiters.js';
import { ServiceClient } from './service-client.js';

export interface FollowOptions {
  /** Position of the last event already known; `0` for none. */
  after: string;
  /** Gets events in order, each once; when it throws, it gets the same again after a pause. */
  onEvents(events: LogCloudEvent[]): void | Promise<void>;
}

/** Live messages may be lost without a trace; asking for the head is the guarantee. */
const POLL_MS = 1_000;
const RETRY_MS = 500;
const PAGE = 1_000;
/** Live events kept while a gap is filled; beyond, the pages bring them. */
const MAX_HELD = 10_000;

/**
 * Follows the whole log in order and without a gap. The ledger's pages are the source; messages on the bus only make it
 * quick, so nothing depends on the stream being there, whole, in order or free of duplicates.
 */
@Injectable({ scope: Scope.TRANSIENT })
export class LogFollower {
  private readonly logger = new Logger(LogFollower.name);
  private readonly held = new Map<bigint, LogCloudEvent>();
  private readonly waiters = new PositionWaiters();
  private readonly stopping = new AbortController();
  private at = 0n;
  private highest = 0n;
  private options?: FollowOptions;
  private subscription?: Subscription;
  private loop: Promise<void> = Promise.resolve();
  private wake: () => void = () => undefined;
  private isCaughtUp = false;
  private askNow = false;

  constructor(
    private readonly bus: Bus,
    private readonly client: ServiceClient,
  ) {}

  /** Position of the last event that was handled. */
  get position(): string {
    return String(this.at);
  }

  /** True once everything that the log held at the start was handled. */
  get caughtUp(): boolean {
    return this.isCaughtUp;
  }

  /** Begins to follow, and returns without waiting for the ledger, which may start later. */
  start(options: FollowOptions): Promise<void> {
    this.options = options;
    this.at = this.highest = BigInt(options.after);
    this.subscription = this.bus.connection.subscribe(this.bus.subjects.verb('log.>'), {
      callback: (error, message) => {
        if (error === null) this.hear(message);
      },
    });
    this.loop = this.run();
    return Promise.resolve();
  }

  /** Stops after the events in hand. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.subscription?.unsubscribe();
    this.wake();
    await this.loop;
  }

  /** True once `position` is reached; false when it is not within the time. */
  waitFor(position: string, timeoutMs: number): Promise<boolean> {
    const wanted = BigInt(position);
    if (wanted <= this.at) return Promise.resolve(true);
    if (wanted > this.highest) {
      this.askNow = true;
      this.wake();
    }
    return this.waiters.wait(wanted, timeoutMs);
  }

  private hear(message: Msg): void {
    try {
      const position = BigInt(message.headers?.get(POSITION_HEADER) ?? '');
      if (position <= this.at) return;
      if (position > this.highest) this.highest = position;
      if (this.held.size < MAX_HELD) this.held.set(position, JSON.parse(message.string()) as LogCloudEvent);
      this.wake();
    } catch {
      this.logger.warn(`${message.subject} carried no event`);
    }
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        const next = this.takeHeld();
        if (next.length > 0) await this.handle(next);
        else if (!this.isCaughtUp || this.askNow || this.highest > this.at) await this.fill();
        else if (!(await this.woken())) await this.lookForHead();
      } catch (error) {
        if (this.isCaughtUp) this.logger.warn(`behind the log at ${this.position}: ${String(error)}`);
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** The live events that come next without a gap. */
  private takeHeld(): LogCloudEvent[] {
    const next: LogCloudEvent[] = [];
    for (let position = this.at + 1n; next.length < PAGE; position++) {
      const event = this.held.get(position);
      if (event === undefined) break;
      next.push(event);
    }
    return next;
  }

  private async fill(): Promise<void> {
    this.askNow = false;
    const heard = this.highest;
    const { events, head } = await this.client.ask('ledger.events', { body: { after: this.position, limit: PAGE } });
    const end = BigInt(head);
    if (events.length > 0) await this.handle(events);
    else if (end > this.at) throw new Error(`the ledger has head ${head} and gave no event after ${this.position}`);
    else if (this.highest === heard) {
      // What was heard of and is not in the log was none of it.
      this.highest = this.at;
      this.held.clear();
    }
    if (end > this.highest) this.highest = end;
    if (this.at >= end) this.isCaughtUp = true;
  }

  private async handle(events: LogCloudEvent[]): Promise<void> {
    await this.options?.onEvents(events);
    for (const { position } of events) this.held.delete(BigInt(position));
    this.at = BigInt(events.at(-1)!.position);
    if (this.at > this.highest) this.highest = this.at;
    this.waiters.reached(this.at);
  }

  private async lookForHead(): Promise<void> {
    const { position } = await this.client.ask('ledger.head');
    if (BigInt(position) > this.highest) this.highest = BigInt(position);
  }

  /** True when something happened, false when the poll is due. */
  private async woken(): Promise<boolean> {
    const pause = new AbortController();
    return new Promise<boolean>((resolve) => {
      this.wake = () => {
        pause.abort();
        resolve(true);
      };
      sleep(POLL_MS, undefined, { signal: pause.signal, ref: false }).then(
        () => resolve(false),
        () => undefined,
      );
    });
  }
}
