import type { QueryResultRow } from 'pg';

import type { Queryable } from './connection.js';
import type { StoredEvent } from './event.js';
import { type EventRow, toStoredEvent } from './event-row.js';
import { selectHead, selectNews, selectPage, selectPageOf, selectStream } from './event.queries.js';
import { type StreamSelector, selectorRange } from './stream-selector.js';

/** A consistent cut of the log. */
export interface Head {
  /** Position of the last event, 0 for an empty log. */
  position: bigint;
  chain: string;
  epoch: number;
  /** Time of the last event, ISO-8601 UTC. */
  time: string;
}

export interface EventFilter {
  /** Streams that match any of these. */
  streams?: readonly StreamSelector[];
  types?: readonly string[];
}

export interface ReadOptions extends EventFilter {
  /** Only what follows this position, default 0. */
  after?: bigint;
  /** Last position to read, default the whole log. */
  until?: bigint;
  /** Most events to answer, default 1,000. */
  limit?: number;
}

/** Events of some streams, complete up to `position` (the head of the same snapshot), in order of position. */
export interface News {
  position: bigint;
  events: StoredEvent[];
}

const MAX_POSITION = 9_223_372_036_854_775_807n;
const PAGE = 1_000;

/** Reads the log. Every answer is one statement, so it is one snapshot. */
export class EventReader {
  constructor(private readonly connection: Queryable) {}

  async head(): Promise<Head> {
    const [row] = await this.query<{ position: string; chain: string; epoch: number; last_time: Date }>(
      'ledger.head',
      selectHead,
      [],
    );
    if (!row) throw new Error('the log has no head: run the migration');
    return {
      position: BigInt(row.position),
      chain: row.chain,
      epoch: row.epoch,
      time: row.last_time.toISOString(),
    };
  }

  /** Events in order of position. */
  async read(options: ReadOptions = {}): Promise<StoredEvent[]> {
    const { after = 0n, until = MAX_POSITION, limit = PAGE, streams, types } = options;
    if (!streams && !types) return this.events('ledger.page', selectPage, [after, until, limit]);
    const { text, values } = selectPageOf({ after, until, limit, ranges: streams?.map(selectorRange), types });
    return this.events(undefined, text, values);
  }

  /** Whole stream after a version, in order. */
  async readStream(stream: string, afterVersion = 0n): Promise<StoredEvent[]> {
    return this.events('ledger.stream', selectStream, [stream, afterVersion]);
  }

  /**
   * Everything in the selected streams that is newer than the versions in `known`. One statement: an event of these
   * streams that is not answered and not known has a position above the answered one.
   */
  async readNews(selectors: readonly StreamSelector[], known: ReadonlyMap<string, bigint> = new Map()): Promise<News> {
    const ranges = selectors.map(selectorRange);
    const rows = await this.query<{ head_position: string } & (EventRow | { position: null })>(
      'ledger.news',
      selectNews,
      [ranges.map(({ from }) => from), ranges.map(({ to }) => to), [...known.keys()], [...known.values()]],
    );
    const [first] = rows;
    if (!first) throw new Error('the log has no head: run the migration');
    const events = rows.flatMap((row) => (row.position === null ? [] : [toStoredEvent(row)]));
    return { position: BigInt(first.head_position), events };
  }

  /**
   * Events up to `until` (default: the head at the first page), read page by page: constant memory, and no
   * connection is held while the consumer is slow.
   */
  async *iterate(options: Omit<ReadOptions, 'limit'> = {}): AsyncGenerator<StoredEvent, void, undefined> {
    const until = options.until ?? (await this.head()).position;
    let after = options.after ?? 0n;
    for (;;) {
      const page = await this.read({ ...options, after, until, limit: PAGE });
      yield* page;
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      after = last.position;
    }
  }

  private async events(name: string | undefined, text: string, values: unknown[]): Promise<StoredEvent[]> {
    return (await this.query<EventRow>(name, text, values)).map(toStoredEvent);
  }

  private async query<R extends QueryResultRow>(
    name: string | undefined,
    text: string,
    values: unknown[],
  ): Promise<R[]> {
    return (await this.connection.query<R>({ name, text, values })).rows;
  }
}
