import { testDatabase } from '#testing';

import type { StoredEvent } from './event.js';
import { BlobStore } from './blobs.js';
import { fromCloudEvent, toCloudEvent } from './cloud-event.js';
import { selectNews, selectPage, selectPageOf, selectStream } from './event.queries.js';
import { created, groupOf, type TestLedger, testLedger } from './ledger.fixture.js';
import { sha256Hex } from './canonical-json.js';
import { StreamCache } from './stream-cache.js';
import { selectorRange } from './stream-selector.js';

describe('reading the log', () => {
  let ledger: TestLedger;
  beforeEach(async () => {
    ledger = await testLedger(await testDatabase('read'));
  });
  afterEach(() => ledger.drop());

  const append = (...streams: string[]) => ledger.store.append(groupOf(streams));
  const positions = (events: readonly StoredEvent[]): number[] => events.map(({ position }) => Number(position));

  it('answers pages, streams, prefixes and types in order of position', async () => {
    await append('lesson/a/s', 'lesson/ab/s', 'skill/s', 'lesson/a/t', 'skill/s-x', 'lesson/a/s');
    await ledger.store.append(groupOf([], { events: [{ ...created('skill/s'), type: 'skill.published' }] }));
    const read = async (options: Parameters<typeof ledger.store.read>[0]) =>
      positions(await ledger.store.read(options));
    expect(await read({})).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await read({ after: 2n, until: 5n, limit: 2 })).toEqual([3, 4]);
    expect(await read({ streams: ['lesson/a/'] })).toEqual([1, 4, 6]);
    expect(await read({ streams: ['skill/s', 'lesson/ab/'], after: 2n })).toEqual([3, 7]);
    expect(await read({ types: ['skill.published'] })).toEqual([7]);
    expect(await read({ types: ['lesson.created'], streams: ['skill/'] })).toEqual([3, 5]);
    expect(await read({ streams: [] })).toEqual([]);
    expect(positions(await ledger.store.readStream('lesson/a/s', 1n))).toEqual([6]);
  });

  it('iterates over more than a page, up to the head at the start', async () => {
    await Promise.all(Array.from({ length: 25 }, () => append(...Array<string>(100).fill('lesson/a/s'))));
    const seen: StoredEvent[] = [];
    for await (const event of ledger.store.iterate({ after: 10n })) {
      if (seen.length === 0) await append('lesson/b/s');
      seen.push(event);
    }
    expect(positions(seen)).toEqual(Array.from({ length: 2490 }, (_, index) => index + 11));
  });

  it('answers what is new in some streams together with the head of the same snapshot', async () => {
    expect(await ledger.store.readNews(['lesson/a/'])).toEqual({ position: 0n, events: [] });
    await append('lesson/a/s', 'lesson/a/t', 'lesson/b/s', 'settings', 'settings-x');
    const all = await ledger.store.readNews(['lesson/a/', 'lesson/a/s', 'settings']);
    expect([all.position, positions(all.events)]).toEqual([5n, [1, 2, 4]]);
    await append('lesson/a/t', 'lesson/a/u', 'lesson/b/s');
    const known = new Map(all.events.map(({ stream, version }) => [stream, version]));
    const news = await ledger.store.readNews(['lesson/a/', 'settings'], known);
    expect([news.position, positions(news.events)]).toEqual([8n, [6, 7]]);
  });

  it('keeps folds that equal a fold from the start, under parallel loads and appends', async () => {
    const folding = {
      initialState: [] as readonly string[],
      evolve: (state: readonly string[], event: StoredEvent) => [...state, `${event.position}`],
      maxEntries: 2,
    };
    const cache = new StreamCache(ledger.another(), folding);
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([
        append('lesson/a/s'),
        cache.load(['lesson/a/']),
        append(`lesson/a/s${round}`, 'lesson/b/s'),
        cache.load(['lesson/a/']),
        cache.load([`lesson/${round}/`]),
      ]);
      const cached = await cache.load(['lesson/a/']);
      const fresh = await new StreamCache(ledger.store, folding).load(['lesson/a/']);
      expect(cached).toEqual(fresh);
      expect(cached.position).toBe((await ledger.store.head()).position);
    }
  });

  it('never answers a head without the events below it while others append', async () => {
    let running = true;
    const writers = Array.from({ length: 4 }, async () => {
      const store = ledger.another();
      while (running) await store.append(groupOf(['lesson/a/s']));
    });
    for (let round = 0; round < 200; round += 1) {
      const { position, events } = await ledger.store.readNews(['lesson/a/']);
      expect(events.length).toBe(Number(position));
    }
    running = false;
    await Promise.all(writers);
  });

  it('gives an event back from its CloudEvent', async () => {
    await append('lesson/a/s');
    const [event] = await ledger.store.read();
    if (!event) throw new Error('nothing read');
    const cloudEvent = toCloudEvent(event);
    expect(cloudEvent).toMatchObject({
      specversion: '1.0',
      type: 'marginalia.lesson.created.v1',
      subject: 'lesson/a/s',
      position: '1',
      streamversion: '1',
      bycredential: 'cli',
    });
    expect(fromCloudEvent(cloudEvent)).toEqual(event);
  });

  it('keeps blobs once, by their hash', async () => {
    const blobs = new BlobStore(ledger.pool);
    const contents = [Buffer.from('one'), Buffer.from([0, 255]), Buffer.alloc(0)];
    const hashes = await blobs.put(contents);
    expect(hashes).toEqual(contents.map(sha256Hex));
    await blobs.put([Buffer.from('one'), Buffer.from('one')]);
    const found = await blobs.get([...hashes, 'missing']);
    expect([...found.keys()].sort()).toEqual([...hashes].sort());
    expect(found.get(hashes[1] ?? '')).toEqual(contents[1]);
  });

  it('finds everything by index', async () => {
    const streams = Array.from({ length: 3_000 }, (_, index) => `lesson/a${index % 600}/s${index}`);
    for (let from = 0; from < streams.length; from += 1_000) await append(...streams.slice(from, from + 1_000));
    await append(...streams.slice(0, 1_000));
    await ledger.pool.query('analyze ledger.events, ledger.streams');
    const plan = async (text: string, values: unknown[]): Promise<string> => {
      const { rows } = await ledger.pool.query<Record<'QUERY PLAN', string>>(`explain ${text}`, values);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    const range = selectorRange('lesson/a7/');
    const plans = {
      page: await plan(selectPage, [3_900n, 5_000n, 500]),
      stream: await plan(selectStream, ['lesson/a7/s7', 0n]),
      agent: (() => selectPageOf({ after: 0n, until: 5_000n, limit: 1_000, ranges: [range] }))(),
    };
    expect(plans.page).toContain('Index Scan using events_pkey');
    expect(plans.stream).toContain('events_stream_version_key');
    expect(await plan(plans.agent.text, plans.agent.values)).toContain('events_stream_version_key');
    const news = await plan(selectNews, [[range.from], [range.to], ['lesson/a7/s7'], [1n]]);
    expect(news).toContain('streams_pkey');
    expect(news).toContain('events_stream_version_key');
    expect(news).not.toContain('Seq Scan on events');
  });
});
