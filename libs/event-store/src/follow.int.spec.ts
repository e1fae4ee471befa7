import { testDatabase } from '#testing';

import type { StoredEvent } from './event.js';
import type { EventStore } from './event-store.js';
import { groupOf, type TestLedger, testLedger } from './ledger.fixture.js';

describe('follow', () => {
  let ledger: TestLedger;
  beforeEach(async () => {
    ledger = await testLedger(await testDatabase('follow'));
  });
  afterEach(() => ledger.drop());

  const positions = (events: readonly StoredEvent[]): number[] => events.map(({ position }) => Number(position));
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

  /** Follows until `count` events came. */
  async function collect(store: EventStore, count: number, after = 0n, pollMs?: number): Promise<StoredEvent[]> {
    const stop = new AbortController();
    const seen: StoredEvent[] = [];
    await store.follow({
      after,
      signal: stop.signal,
      pollMs,
      onEvents(events) {
        seen.push(...events);
        if (seen.length >= count) stop.abort();
      },
    });
    return seen;
  }

  it('hands over everything once and in order while four processes append', async () => {
    const following = collect(ledger.another(), 800, 0n, 60_000);
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      const store = ledger.another();
      for (let round = 0; round < 100; round += 1) {
        await store.append(groupOf([`lesson/a/s${writer}`, 'lesson/a/common']));
      }
    });
    await Promise.all(writers);
    expect(positions(await following)).toEqual(upTo(800));
  });

  it('begins behind a position', async () => {
    await ledger.store.append(groupOf(['lesson/a/s', 'lesson/a/t', 'lesson/a/u']));
    expect(positions(await collect(ledger.store, 2, 1n))).toEqual([2, 3]);
  });

  it('goes on after its connections were cut, and hears again without polling', async () => {
    const follower = ledger.another();
    const stop = new AbortController();
    const seen: StoredEvent[] = [];
    let came = (): void => undefined;
    const following = follower.follow({
      after: 0n,
      signal: stop.signal,
      pollMs: 60_000,
      onEvents(events) {
        seen.push(...events);
        came();
      },
    });
    for (let round = 1; round <= 3; round += 1) {
      const next = new Promise<void>((resolve) => (came = resolve));
      await ledger.store.append(groupOf(['lesson/a/s']));
      await next;
      await ledger.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query = 'listen ledger_appended'`,
      );
    }
    stop.abort();
    await following;
    expect(positions(seen)).toEqual(upTo(3));
  });

  it('tells that the log cannot be read, and reads on by polling', async () => {
    await ledger.store.append(groupOf(['lesson/a/s']));
    await ledger.pool.query('alter table ledger.events rename to hidden');
    const stop = new AbortController();
    const seen: StoredEvent[] = [];
    let onUnreachable = (_error: unknown): void => undefined;
    const unreachable = new Promise<unknown>((resolve) => (onUnreachable = resolve));
    const following = ledger.store.follow({
      after: 0n,
      signal: stop.signal,
      pollMs: 10,
      onUnreachable,
      onEvents(events) {
        seen.push(...events);
        stop.abort();
      },
    });
    expect(await unreachable).toBeInstanceOf(Error);
    await ledger.pool.query('alter table ledger.hidden rename to events');
    await following;
    expect(positions(seen)).toEqual([1]);
  });

  it('stops at a gap, which only a hand in the tables can make', async () => {
    await ledger.store.append(groupOf(['lesson/a/s', 'lesson/a/t', 'lesson/a/u']));
    await ledger.pool.query('delete from ledger.events where position = 2');
    await expect(collect(ledger.store, 3)).rejects.toThrow('the log has a gap: 3 follows 1');
  });

  it('ends with what its consumer throws', async () => {
    await ledger.store.append(groupOf(['lesson/a/s']));
    const following = ledger.store.follow({
      after: 0n,
      signal: new AbortController().signal,
      onEvents: () => Promise.reject(new Error('no room')),
    });
    await expect(following).rejects.toThrow('no room');
  });
});
