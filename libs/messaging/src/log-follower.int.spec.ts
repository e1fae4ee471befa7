import type { LogCloudEvent } from '#contracts';
import { eventually, testNats, type TestNats } from '#testing';
import { ledgerOf, LedgerState, startBus, type RunningBus } from './bus.fixture.js';
import { LogFollower, LogPublisher, provision } from './index.js';
import { besideBus, removeStreams, SMALL } from './streams.fixture.js';

describe('log follower', () => {
  let nats: TestNats;
  let running: RunningBus;
  let state: LedgerState;
  let seen: string[];
  let follower: LogFollower;
  let publisher: LogPublisher;

  const append = (): LogCloudEvent => {
    const event = eventAt(state.events.length + 1);
    state.events.push(event);
    return event;
  };
  const positions = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index + 1));

  beforeEach(async () => {
    state = new LedgerState();
    seen = [];
    nats = testNats();
    running = await startBus(nats, [ledgerOf(state)]);
    await provision(running.bus, SMALL);
    publisher = running.app.get(LogPublisher);
    follower = await running.app.resolve(LogFollower);
  });
  afterEach(async () => {
    await follower.stop();
    await removeStreams(await besideBus(nats));
    await running.close();
  });
  const start = (after = '0'): Promise<void> =>
    follower.start({ after, onEvents: (events) => void seen.push(...events.map(({ position }) => position)) });

  it('catches up by pages and goes on with what is published', async () => {
    for (let index = 0; index < 2_300; index++) append();
    await start();
    expect(await follower.waitFor('2300', 10_000)).toBe(true);
    await eventually(() => expect(follower.caughtUp).toBe(true));
    await publisher.publish([append(), append()]);
    expect(await follower.waitFor('2302', 10_000)).toBe(true);
    expect(seen).toEqual(positions(2_302));
  });

  it('starts after the position that is known', async () => {
    append();
    append();
    await start('1');
    expect(await follower.waitFor('2', 10_000)).toBe(true);
    expect(seen).toEqual(['2']);
  });

  it('takes duplicates, gaps and a wrong order as they come and hands over each event once, in order', async () => {
    await start();
    const events = Array.from({ length: 6 }, append);
    await publisher.publish([events[2]!, events[1]!, events[0]!, events[1]!]);
    await publisher.publish([events[5]!, events[5]!]);
    expect(await follower.waitFor('6', 10_000)).toBe(true);
    expect(seen).toEqual(positions(6));
  });

  it('learns by itself of events whose message never came', async () => {
    await start();
    await eventually(() => expect(follower.caughtUp).toBe(true));
    append();
    expect(await follower.waitFor('1', 10_000)).toBe(true);
  });

  it('does not mind that the stream is deleted and rebuilt', async () => {
    await start();
    await publisher.publish([append(), append()]);
    expect(await publisher.tail()).toBe('2');
    expect(await follower.waitFor('2', 10_000)).toBe(true);
    await publisher.recreate();
    expect(await publisher.tail()).toBeUndefined();
    await publisher.publish(state.events);
    await publisher.publish([append()]);
    expect(await publisher.tail()).toBe('3');
    expect(await follower.waitFor('3', 10_000)).toBe(true);
    expect(seen).toEqual(positions(3));
  });

  it('hands the same events over again when they could not be handled', async () => {
    append();
    let calls = 0;
    await follower.start({
      after: '0',
      onEvents: () => {
        calls++;
        if (calls === 1) throw new Error('not now');
      },
    });
    expect(await follower.waitFor('1', 10_000)).toBe(true);
    expect(calls).toBe(2);
  });

  it('says when a position is not reached in time', async () => {
    await start();
    expect(await follower.waitFor('9', 50)).toBe(false);
  });
});

function eventAt(position: number): LogCloudEvent {
  const place = String(position);
  return {
    specversion: '1.0',
    id: place,
    source: '/marginalia/ledger',
    type: 'marginalia.lesson.created.v1',
    subject: 'lesson/web/bash',
    time: '2026-01-01T00:00:00.000Z',
    datacontenttype: 'application/json',
    position: place,
    streamversion: place,
    epoch: '1',
    digest: '',
    prev: '',
    chain: '',
    salt: '',
    bycredential: 'olga',
    byrole: 'operator',
    byproven: true,
    cause: 'spec',
    data: {},
  };
}
