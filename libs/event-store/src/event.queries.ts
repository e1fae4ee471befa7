import type { StreamRange } from './stream-selector.js';

/** Hot queries of the log; their plans are tested. Columns as `EventRow` reads them. */
const EVENT_COLUMNS = `events.position, events.stream, events.version, events.id, events.type, events.type_version,
  events.time, events.epoch, events.by, events.cause, events.salt, events.data, events.digest, events.prev, events.chain`;

export interface PageOf {
  after: bigint;
  until: bigint;
  limit: number;
  ranges?: readonly StreamRange[];
  types?: readonly string[];
}

export const selectHead = `select head.position, head.chain, head.epoch, head.last_time from ledger.head`;

/** $1 after, $2 until, $3 limit. */
export const selectPage = `select ${EVENT_COLUMNS} from ledger.events
  where events.position > $1 and events.position <= $2
  order by events.position limit $3`;

/**
 * A page of some streams or types. Not prepared, so that it is planned for its values: a rare stream goes by the index
 * of streams, a frequent one by position.
 */
export function selectPageOf(page: PageOf): { text: string; values: unknown[] } {
  const values: unknown[] = [page.after, page.until, page.limit];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ['events.position > $1', 'events.position <= $2'];
  if (page.ranges) {
    const within = page.ranges.map(
      ({ from, to }) => `(events.stream >= ${place(from)} and events.stream < ${place(to)})`,
    );
    conditions.push(within.length > 0 ? `(${within.join(' or ')})` : 'false');
  }
  if (page.types) conditions.push(`events.type = any (${place(page.types)})`);
  const text = `select ${EVENT_COLUMNS} from ledger.events
  where ${conditions.join(' and ')}
  order by events.position limit $3`;
  return { text, values };
}

/** $1 stream, $2 version after which to read. */
export const selectStream = `select ${EVENT_COLUMNS} from ledger.events
  where events.stream = $1 and events.version > $2
  order by events.version`;

/**
 * $1 and $2 ranges of stream names, $3 and $4 streams already known and their versions. Answers at least one row;
 * every row carries the head of the same snapshot, and since appends lock the head, nothing up to it is missing.
 * `offset 0` keeps the planner from turning the look-ups into a join over the whole log.
 */
export const selectNews = `select head.position as head_position, news.*
  from ledger.head
  left join (
    select added.*
    from (
      select distinct found.stream, found.version
      from unnest($1::text[], $2::text[]) as selected (low, high)
      cross join lateral (
        select streams.stream, streams.version from ledger.streams
        where streams.stream >= selected.low and streams.stream < selected.high
        offset 0
      ) as found
    ) as found
    left join unnest($3::text[], $4::bigint[]) as known (stream, version) on known.stream = found.stream
    cross join lateral (
      select ${EVENT_COLUMNS} from ledger.events
      where events.stream = found.stream and events.version > coalesce(known.version, 0)
      offset 0
    ) as added
    where found.version > coalesce(known.version, 0)
  ) as news on true
  order by news.position`;
