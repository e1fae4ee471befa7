import type { By } from '#contracts';

import type { StoredEvent } from './event.js';

/** A row of ledger.events as pg hands it over; int8 comes as text. */
export interface EventRow {
  position: string;
  stream: string;
  version: string;
  id: string;
  type: string;
  type_version: number;
  time: Date;
  epoch: number;
  by: string;
  cause: string;
  salt: string;
  data: string;
  digest: string;
  prev: string;
  chain: string;
}

export const toStoredEvent = (row: EventRow): StoredEvent => ({
  position: BigInt(row.position),
  stream: row.stream,
  version: BigInt(row.version),
  id: row.id,
  type: row.type,
  typeVersion: row.type_version,
  time: row.time.toISOString(),
  epoch: row.epoch,
  by: JSON.parse(row.by) as By,
  cause: row.cause,
  salt: row.salt,
  data: JSON.parse(row.data),
  digest: row.digest,
  prev: row.prev,
  chain: row.chain,
});
