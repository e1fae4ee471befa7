import { randomBytes, randomUUID } from 'node:crypto';

import type { AppendGroup, AppendResult, Placement } from './append-group.js';
import { canonicalJson } from './canonical-json.js';
import { MAX_EVENT_BYTES } from './event.js';
import { isStreamName, selectorRange } from './stream-selector.js';

const MAX_TEXT_LENGTH = 512;

interface PreparedEvent {
  stream: string;
  id: string;
  type: string;
  type_version: number;
  by: string;
  cause: string;
  salt: string;
  data: string;
}

/** A group checked and serialised when it is queued, so that nothing in it can fail the batch of others. */
export interface PreparedGroup {
  credential: string | null;
  key: string | null;
  body_digest: string | null;
  result: string | null;
  machine: boolean;
  events: PreparedEvent[];
  expect: { stream: string; version: string }[];
  guards: { from: string; to: string; since: string }[];
  /** About how much it adds to a call. */
  bytes: number;
}

/** A row of the append function's answer. */
export interface AppendRow {
  status: AppendResult['status'];
  first_position: string | null;
  last_position: string;
  event_versions: string[];
  recorded: Date;
  stored_result: string;
  moved_stream: string;
  moved_version: string;
}

/** Throws a TypeError or RangeError for a group that breaks the log's form. */
export function prepareGroup(group: AppendGroup): PreparedGroup {
  const by = canonicalJson(group.by);
  checkText('cause', group.cause);
  const events = group.events.map((draft): PreparedEvent => {
    checkStream(draft.stream);
    checkText('type', draft.type);
    const data = canonicalJson(draft.data);
    if (Buffer.byteLength(data) > MAX_EVENT_BYTES) throw new RangeError(`a ${draft.type} event is over 256 KiB`);
    return {
      stream: draft.stream,
      id: randomUUID(),
      type: draft.type,
      type_version: draft.typeVersion,
      by,
      cause: group.cause,
      salt: randomBytes(16).toString('hex'),
      data,
    };
  });
  const expect = (group.expect ?? []).map(({ stream, version }) => {
    checkStream(stream);
    return { stream, version: version.toString() };
  });
  const guards = (group.unchanged ?? []).map(({ streams, since }) => {
    checkStream(streams.replace(/\/$/, ''));
    return { ...selectorRange(streams), since: since.toString() };
  });
  const { command } = group;
  if (command) {
    checkText('credential', command.credential);
    checkText('key', command.key);
    checkText('bodyDigest', command.bodyDigest);
  }
  const result = command ? canonicalJson(command.result) : null;
  return {
    credential: command?.credential ?? null,
    key: command?.key ?? null,
    body_digest: command?.bodyDigest ?? null,
    result,
    machine: group.machine ?? false,
    events,
    expect,
    guards,
    bytes: events.reduce((sum, event) => sum + event.data.length + event.by.length + 400, result?.length ?? 0),
  };
}

function checkStream(stream: string): void {
  if (!isStreamName(stream)) throw new RangeError(`${JSON.stringify(stream)} cannot name a stream`);
}

/** PostgreSQL keeps no NUL, and JSON in UTF-8 no lone surrogate. */
function checkText(what: string, text: string): void {
  if (text.length > MAX_TEXT_LENGTH || text.includes('\0') || /\p{Surrogate}/u.test(text)) {
    throw new RangeError(`${what} is over ${MAX_TEXT_LENGTH} characters or not well-formed text`);
  }
}

/** The batch as `sql/append.sql` describes it. */
export function encodeBatch(batch: readonly PreparedGroup[], now: Date): string {
  const places = new Map<string, number>();
  const placeOf = (stream: string): number => {
    const place = places.get(stream) ?? places.size + 1;
    places.set(stream, place);
    return place;
  };
  const groups = batch.map(({ expect, guards, events, bytes: _bytes, ...group }) => ({
    ...group,
    events: events.length,
    expect_streams: expect.map(({ stream }) => placeOf(stream)),
    expect_versions: expect.map(({ version }) => version),
    guard_from: guards.map(({ from }) => from),
    guard_to: guards.map(({ to }) => to),
    guard_since: guards.map(({ since }) => since),
  }));
  const events = batch.flatMap((group) => group.events.map((event) => ({ ...event, stream: placeOf(event.stream) })));
  return JSON.stringify({ processTime: now.toISOString(), streams: [...places.keys()], events, groups });
}

export function toAppendResult(row: AppendRow): AppendResult {
  switch (row.status) {
    case 'ok':
      return { status: row.status, ...toPlacement(row) };
    case 'duplicate':
      return { status: row.status, result: JSON.parse(row.stored_result), ...toPlacement(row) };
    case 'conflict':
      return { status: row.status, stream: row.moved_stream, version: BigInt(row.moved_version) };
    default:
      return { status: row.status };
  }
}

const toPlacement = (row: AppendRow): Placement => ({
  firstPosition: row.first_position === null ? undefined : BigInt(row.first_position),
  lastPosition: BigInt(row.last_position),
  versions: row.event_versions.map(BigInt),
  time: row.recorded.toISOString(),
});
