import { testDatabase } from '#testing';

import type { AppendGroup, AppendResult } from './append-group.js';
import { setSimulatedClock } from './clock.js';
import { toCloudEvent } from './cloud-event.js';
import { eventDigest, nextChain } from './digest.js';
import type { StoredEvent } from './event.js';
import { EventStore } from './event-store.js';
import { accepted, created, groupOf, type TestLedger, testLedger } from './ledger.fixture.js';
import { eventStoreMigration } from './migration.js';
import { verifyChain } from './verify-chain.js';

describe('append', () => {
  let ledger: TestLedger;
  beforeEach(async () => {
    ledger = await testLedger(await testDatabase('append'));
  });
  afterEach(() => ledger.drop());

  const command = (key: string, bodyDigest = 'a', result: unknown = { lessonId: key }): AppendGroup['command'] => ({
    credential: 'cli',
    key,
    bodyDigest,
    result,
  });

  it('places the events of a group one after the other and counts versions by stream', async () => {
    const first = await ledger.store.append(groupOf(['lesson/a/s', 'ban/a/s', 'lesson/a/s']));
    const second = await ledger.store.append(groupOf(['lesson/a/s']));
    expect(first).toMatchObject({ status: 'ok', firstPosition: 1n, lastPosition: 3n, versions: [1n, 1n, 2n] });
    expect(second).toMatchObject({ status: 'ok', firstPosition: 4n, lastPosition: 4n, versions: [3n] });
    expect((await ledger.store.head()).position).toBe(4n);
  });

  it('computes the digests and the chain that the code computes', async () => {
    const texts = [
      'plain',
      'Grüße, 世界 \u{1F600}',
      '"\\\b\f\n\r\t\u0000\u0001\u001f\u007f\u2028',
      '\ufeff\ufffe\uffff',
    ];
    await ledger.store.append({
      by: { credential: 'cli', role: 'admin', proven: false, label: 'Zoë "the\\boss"\n' },
      cause: 'command:"käse"\\\t',
      events: texts.map((content) =>
        created('lesson/a/s', { content, nested: [1e21, -0, 0.1, null, { é: 1, e: 2, '10': 3, '9': 4 }] }),
      ),
    });
    const events = await ledger.store.read();
    expect(events.map(({ data }) => (data as { content: string }).content)).toEqual(texts);
    let chain = '';
    for (const event of events) {
      expect(event.digest).toBe(eventDigest(event));
      chain = nextChain(chain, event.position, event.digest);
      expect(event.chain).toBe(chain);
    }
    expect((await ledger.store.head()).chain).toBe(chain);
  });

  it('stays gapless and verifiable under 64 appenders of four processes on the same streams', async () => {
    const stores = [ledger.store, ledger.another(), ledger.another(), ledger.another()];
    const streams = Array.from({ length: 5 }, (_, index) => `lesson/a/s${index}`);
    const appender = async (index: number): Promise<AppendResult[]> => {
      const results: AppendResult[] = [];
      for (let round = 0; round < 10; round += 1) {
        const picked = [streams[(index + round) % 5] ?? '', streams[(index * 3 + round) % 5] ?? ''];
        const store = stores[index % stores.length] ?? ledger.store;
        results.push(await store.append(groupOf(picked, { command: command(`${index}-${round}`) })));
      }
      return results;
    };
    const results = (await Promise.all(Array.from({ length: 64 }, (_, index) => appender(index)))).flat().map(accepted);

    const events: StoredEvent[] = [];
    for await (const event of ledger.store.iterate()) events.push(event);
    expect(events).toHaveLength(64 * 10 * 2);
    expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => BigInt(index + 1)));
    for (const stream of streams) {
      const versions = events.filter((event) => event.stream === stream).map(({ version }) => version);
      expect(versions).toEqual(versions.map((_, index) => BigInt(index + 1)));
    }
    for (const { firstPosition, lastPosition, versions } of results) {
      expect(lastPosition).toBe((firstPosition ?? 0n) + 1n);
      expect(events[Number(lastPosition) - 1]?.version).toBe(versions[1]);
    }
    const report = await verifyChain(events.map(toCloudEvent));
    expect(report).toMatchObject({ verified: true, events: events.length });
    expect(report.head.chain).toBe((await ledger.store.head()).chain);
  });

  it('lets exactly one of many writers have an expected version, each conflict refusing only its own group', async () => {
    const stores = [ledger.store, ledger.another()];
    const contenders = Array.from({ length: 20 }, (_, index) =>
      (stores[index % 2] ?? ledger.store).append(
        groupOf(['lesson/a/s'], { expect: [{ stream: 'lesson/a/s', version: 0n }] }),
      ),
    );
    const bystanders = Array.from({ length: 20 }, (_, index) => ledger.store.append(groupOf([`lesson/b/s${index}`])));
    const outcomes = (await Promise.all(contenders)).map(({ status }) => status);
    expect(outcomes.filter((status) => status === 'ok')).toHaveLength(1);
    expect(outcomes.filter((status) => status === 'conflict')).toHaveLength(19);
    (await Promise.all(bystanders)).forEach(accepted);
    expect(
      await ledger.store.append(groupOf(['lesson/a/s'], { expect: [{ stream: 'lesson/a/s', version: 7n }] })),
    ).toEqual({
      status: 'conflict',
      stream: 'lesson/a/s',
      version: 1n,
    });
  });

  it('appends nothing of a group when one of its streams has moved', async () => {
    await ledger.store.append(groupOf(['ban/a/s']));
    const expect0 = ['lesson/a/s', 'ban/a/s'].map((stream) => ({ stream, version: 0n }));
    const refused = await ledger.store.append(groupOf(['lesson/a/s', 'ban/a/s'], { expect: expect0 }));
    expect(refused).toEqual({ status: 'conflict', stream: 'ban/a/s', version: 1n });
    expect(await ledger.store.readStream('lesson/a/s')).toEqual([]);
    expect((await ledger.store.head()).position).toBe(1n);
  });

  it('refuses when anything below a guarded prefix was written since, and only then', async () => {
    const { lastPosition: since } = accepted(await ledger.store.append(groupOf(['ban/a/s1'])));
    await ledger.store.append(groupOf(['ban/ab/s1', 'ban/a0/s', 'settings-x']));
    const guarded = (selector: string): AppendGroup =>
      groupOf(['lesson/a/s1'], { unchanged: [{ streams: selector, since }] });
    accepted(await ledger.store.append(guarded('ban/a/')));
    accepted(await ledger.store.append(guarded('settings')));
    await ledger.store.append(groupOf(['ban/a/s2']));
    expect(await ledger.store.append(guarded('ban/a/'))).toEqual({
      status: 'conflict',
      stream: 'ban/a/s2',
      version: 1n,
    });
  });

  it('sees what its own batch wrote below a guarded prefix', async () => {
    const [, guarded] = await Promise.all([
      ledger.store.append(groupOf(['ban/a/s'])),
      ledger.store.append(groupOf(['lesson/a/s'], { unchanged: [{ streams: 'ban/a/', since: 0n }] })),
    ]);
    expect(guarded).toEqual({ status: 'conflict', stream: 'ban/a/s', version: 1n });
  });

  it('answers a repeated command with its first result, at once, later and from another process', async () => {
    const group = groupOf(['lesson/a/s', 'lesson/a/t'], { command: command('k1') });
    const first = accepted(await ledger.store.append(group));
    const { status: _status, ...placement } = first;
    const duplicate = { status: 'duplicate', result: { lessonId: 'k1' }, ...placement };
    expect(await ledger.store.append(group)).toEqual(duplicate);
    expect(await ledger.another().append({ ...group, expect: [{ stream: 'lesson/a/s', version: 0n }] })).toEqual(
      duplicate,
    );
    const parallel = await Promise.all(
      Array.from({ length: 8 }, () => ledger.store.append(groupOf(['lesson/a/s'], { command: command('k2') }))),
    );
    expect(parallel.map(({ status }) => status).sort()).toEqual([...Array(7).fill('duplicate'), 'ok']);
    expect((await ledger.store.head()).position).toBe(3n);
  });

  it('refuses another body under a used key; keys belong to their credential', async () => {
    await ledger.store.append(groupOf(['lesson/a/s'], { command: command('k') }));
    expect(await ledger.store.append(groupOf(['lesson/a/s'], { command: command('k', 'b') }))).toEqual({
      status: 'idempotency_mismatch',
    });
    const other = { credential: 'web', key: 'k', bodyDigest: 'b', result: null };
    accepted(await ledger.store.append(groupOf(['lesson/a/s'], { command: other })));
  });

  it('remembers a command that appends nothing, but not one that was refused', async () => {
    await ledger.store.append(groupOf(['lesson/a/s']));
    const empty = groupOf([], { command: command('empty', 'a', { accepted: [] }) });
    expect(await ledger.store.append(empty)).toMatchObject({
      status: 'ok',
      firstPosition: undefined,
      lastPosition: 1n,
      versions: [],
    });
    await ledger.store.append(groupOf(['lesson/a/s']));
    expect(await ledger.store.append(empty)).toMatchObject({
      status: 'duplicate',
      result: { accepted: [] },
      firstPosition: undefined,
      lastPosition: 1n,
    });
    const late = groupOf(['lesson/a/s'], { command: command('late') });
    expect(await ledger.store.append({ ...late, expect: [{ stream: 'lesson/a/s', version: 0n }] })).toMatchObject({
      status: 'conflict',
    });
    accepted(await ledger.store.append(late));
  });

  it('refuses machine groups while the clocks disagree, and lets people through', async () => {
    const skewed = new EventStore(ledger.pool, { now: () => new Date(Date.now() - 10_000) });
    expect(await skewed.append(groupOf(['lesson/a/s'], { machine: true }))).toEqual({ status: 'clock_suspect' });
    accepted(await skewed.append(groupOf(['lesson/a/s'])));
    accepted(await ledger.store.append(groupOf(['lesson/a/s'], { machine: true })));
    await ledger.pool.query(`update ledger.head set last_time = now() + interval '1 hour'`);
    expect(await ledger.store.append(groupOf(['lesson/a/s'], { machine: true }))).toEqual({ status: 'clock_suspect' });
    await setSimulatedClock(ledger.pool, new Date('2031-01-01T00:00:00.000Z'));
    accepted(await skewed.append(groupOf(['lesson/a/s'], { machine: true })));
    await skewed.close();
  });

  it('answers overloaded beyond its bound and keeps what it took', async () => {
    const small = new EventStore(ledger.pool, { maxQueuedGroups: 3 });
    const results = await Promise.all(Array.from({ length: 10 }, () => small.append(groupOf(['lesson/a/s']))));
    expect(results.filter(({ status }) => status === 'ok')).toHaveLength(3);
    expect(results.filter(({ status }) => status === 'overloaded')).toHaveLength(7);
    accepted(await small.append(groupOf(['lesson/a/s'])));
    await small.close();
  });

  it('carries batches beyond one call, in groups and in bytes', async () => {
    const content = 'x'.repeat(200 * 1024);
    const large = Array.from({ length: 50 }, (_, index) =>
      ledger.store.append(groupOf([], { events: [created(`lesson/a/s${index}`, { content })] })),
    );
    const many = Array.from({ length: 1_200 }, () => ledger.store.append(groupOf(['lesson/a/s'])));
    (await Promise.all([...large, ...many])).forEach(accepted);
    expect((await ledger.store.head()).position).toBe(1_250n);
  });

  it('refuses what has no canonical form, alone', async () => {
    const bad = [
      groupOf([], { events: [created('lesson/a/s', { content: 'lone \ud800 surrogate' })] }),
      groupOf([], { events: [created('lesson/a/s', { content: 'x'.repeat(300 * 1024) })] }),
      groupOf(['lesson/A/s']),
      groupOf(['lesson//s']),
      groupOf(['lesson/a/s'], { cause: 'nul \0' }),
      groupOf(['lesson/a/s'], { command: command('lone \udc00') }),
    ].map((group) => expect(ledger.store.append(group)).rejects.toThrow());
    const good = ledger.store.append(
      groupOf([], { events: [created('lesson/a/s', { content: 'escaped \\ud800 text' })] }),
    );
    await Promise.all(bad);
    accepted(await good);
    expect((await ledger.store.head()).position).toBe(1n);
  });

  it('fails the groups in flight when the connection breaks, and goes on', async () => {
    await ledger.store.append(groupOf(['lesson/a/s']));
    const blocker = await ledger.pool.connect();
    await blocker.query('begin');
    await blocker.query('select position from ledger.head for update');
    const inFlight = ledger.store.append(groupOf(['lesson/a/s'], { command: command('k') }));
    const failed = expect(inFlight).rejects.toThrow();
    for (let ended = 0; ended === 0;) {
      const { rowCount } = await ledger.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query like '%ledger.append%' and wait_event_type = 'Lock'`,
      );
      ended = rowCount ?? 0;
    }
    await failed;
    await blocker.query('rollback');
    blocker.release();
    accepted(await ledger.store.append(groupOf(['lesson/a/s'], { command: command('k') })));
  });

  it('may be migrated again without a change', async () => {
    await ledger.store.append(groupOf(['lesson/a/s']));
    await ledger.pool.query(eventStoreMigration);
    accepted(await ledger.store.append(groupOf(['lesson/a/s'])));
    expect((await ledger.store.head()).position).toBe(2n);
  });
});
