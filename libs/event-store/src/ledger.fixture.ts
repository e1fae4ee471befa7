import pg from 'pg';

import type { AppendGroup, AppendResult } from './append-group.js';
import type { EventDraft } from './event.js';
import { EventStore } from './event-store.js';
import { eventStoreMigration } from './migration.js';

interface TestDatabase {
  url: string;
  drop: () => Promise<void>;
}

export interface TestLedger {
  url: string;
  pool: pg.Pool;
  store: EventStore;
  /** Another process, as far as the database can tell. */
  another: () => EventStore;
  drop: () => Promise<void>;
}

/** An empty log in `database`, which goes with it. */
export async function testLedger({ url, drop }: TestDatabase): Promise<TestLedger> {
  const pools: pg.Pool[] = [];
  const stores: EventStore[] = [];
  const newPool = (): pg.Pool => {
    const pool = new pg.Pool({ connectionString: url, max: 4 });
    pool.on('error', () => undefined);
    pools.push(pool);
    return pool;
  };
  const another = (): EventStore => {
    const store = new EventStore(newPool());
    stores.push(store);
    return store;
  };
  const pool = newPool();
  await pool.query(eventStoreMigration);
  return {
    url,
    pool,
    store: another(),
    another,
    async drop() {
      await Promise.all(stores.map((store) => store.close()));
      await Promise.all(pools.map((each) => each.end()));
      await drop();
    },
  };
}

export const created = (stream: string, data: unknown = { content: stream }): EventDraft => ({
  stream,
  type: 'lesson.created',
  typeVersion: 1,
  data,
});

/** A group of one credential; `streams` get one event each. */
export const groupOf = (streams: readonly string[], rest: Partial<AppendGroup> = {}): AppendGroup => ({
  by: { credential: 'cli', role: 'operator', proven: true },
  cause: 'command:test',
  events: streams.map((stream) => created(stream)),
  ...rest,
});

/** The result, which must be `ok`. */
export function accepted(result: AppendResult): Extract<AppendResult, { status: 'ok' }> {
  if (result.status !== 'ok') throw new Error(`not appended: ${JSON.stringify(result.status)}`);
  return result;
}
