import type { PoolClient } from 'pg';

import { testDatabase } from '#testing';

import type { StoredEvent } from './event.js';
import { created, groupOf, type TestLedger, testLedger } from './ledger.fixture.js';
import { type Projection, UpgradeNeededError } from './projection.js';
import { ProjectionRunner, type ProjectionRunnerOptions } from './projection-runner.js';

const knownTypes = { 'lesson.created': 1 };

/** Counts events by stream; chokes on one content. */
const counter = (poison?: string): Projection => ({
  name: 'counter',
  version: 1,
  async apply(client: PoolClient, events: readonly StoredEvent[]) {
    for (const { stream, data } of events) {
      await client.query(
        `insert into counts (stream, events) values ($1, 1)
         on conflict (stream) do update set events = counts.events + 1`,
        [stream],
      );
      if ((data as { content: string }).content === poison) throw new Error('cannot digest');
    }
  },
});

describe('ProjectionRunner', () => {
  let ledger: TestLedger;
  beforeEach(async () => {
    ledger = await testLedger(await testDatabase('projection'));
    await ledger.pool.query('create table counts (stream text primary key, events int not null)');
  });
  afterEach(() => ledger.drop());

  const runner = (projection = counter(), options: Partial<ProjectionRunnerOptions> = {}) =>
    new ProjectionRunner(ledger.pool, ledger.another(), projection, { knownTypes, ...options });
  const counts = async (): Promise<Record<string, number>> => {
    const { rows } = await ledger.pool.query<{ stream: string; events: number }>(
      'select * from counts order by stream',
    );
    return Object.fromEntries(rows.map(({ stream, events }) => [stream, events]));
  };
  const catchUp = async (each: ProjectionRunner): Promise<void> => {
    while (await each.step());
  };

  it('applies every event once, also when it plays its input twice', async () => {
    await ledger.store.append(groupOf(['lesson/a/s', 'lesson/a/t', 'lesson/a/s']));
    expect(await runner().lag()).toBe(3n);
    await catchUp(runner(counter(), { batchSize: 2 }));
    await catchUp(runner());
    expect(await counts()).toEqual({ 'lesson/a/s': 2, 'lesson/a/t': 1 });
    expect(await runner().lag()).toBe(0n);
    await ledger.pool.query('truncate counts');
    await catchUp(runner({ ...counter(), version: 2 }));
    expect(await counts()).toEqual({ 'lesson/a/s': 2, 'lesson/a/t': 1 });
  });

  it('applies every event once with several processes running, and tells each when a position is reached', async () => {
    const stop = new AbortController();
    const runners = [runner(counter(), { batchSize: 7 }), runner(counter(), { batchSize: 7 }), runner()];
    const running = runners.map((each) => each.run(stop.signal));
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => ledger.store.append(groupOf([`lesson/a/s${index % 5}`]))),
    );
    const reached = await Promise.all(runners.map((each) => each.waitFor(100n, 20_000)));
    expect(reached).toEqual([true, true, true]);
    expect(Object.values(await counts())).toEqual([20, 20, 20, 20, 20]);
    expect(await runners[0]?.waitFor(101n, 5)).toBe(false);
    stop.abort();
    await Promise.all(running);
  });

  it('leaves nothing of a step that failed, and takes it again', async () => {
    await ledger.store.append(groupOf(['lesson/a/s', 'lesson/a/t']));
    const serialization = Object.assign(new Error('could not serialize'), { code: '40001' });
    const failing = { ...counter() };
    failing.apply = async (client, events) => {
      await counter().apply(client, events);
      throw serialization;
    };
    await expect(runner(failing).step()).rejects.toThrow(serialization);
    expect(await counts()).toEqual({});
    await catchUp(runner());
    expect(await counts()).toEqual({ 'lesson/a/s': 1, 'lesson/a/t': 1 });
  });

  it('quarantines the stream of a poison event and goes on with the others', async () => {
    const events = [
      created('lesson/a/s'),
      created('lesson/a/t', { content: 'poison' }),
      created('lesson/a/s'),
      created('lesson/a/t'),
    ];
    await ledger.store.append(groupOf([], { events }));
    const projection = runner(counter('poison'));
    await catchUp(projection);
    await ledger.store.append(groupOf(['lesson/a/t', 'lesson/a/u']));
    await catchUp(projection);
    expect(await counts()).toEqual({ 'lesson/a/s': 2, 'lesson/a/u': 1 });
    expect(await projection.quarantined()).toMatchObject([
      { stream: 'lesson/a/t', position: 2n, error: 'cannot digest' },
    ]);
    expect(await projection.lag()).toBe(0n);
  });

  it.each([
    ['type', { type: 'lesson.praised', typeVersion: 1 }],
    ['version', { type: 'lesson.created', typeVersion: 2 }],
  ])('stops before an event whose %s it does not know', async (_what, unknown) => {
    const events = [created('lesson/a/s'), { ...created('lesson/a/s'), ...unknown }, created('lesson/a/t')];
    await ledger.store.append(groupOf([], { events }));
    const projection = runner();
    const running = projection.run(new AbortController().signal);
    await expect(running).rejects.toThrow(UpgradeNeededError);
    await expect(running).rejects.toMatchObject({ code: 'upgrade_needed' });
    expect(await counts()).toEqual({ 'lesson/a/s': 1 });
    expect(await projection.lag()).toBe(2n);
  });
});
