import { problem } from '#contracts';
import { eventually, testNats, type TestNats } from '#testing';
import { PullConsumer, type Bus, type InboundMessage, type Outcome, type PullConsumerOptions } from './index.js';
import { besideBus, provisionedBus, removeStreams, SMALL } from './streams.fixture.js';
import { provision } from './provision.js';

describe('pull consumer', () => {
  let nats: TestNats;
  let bus: Bus;
  const consumers: PullConsumer[] = [];
  const publish = (body: string): Promise<unknown> =>
    bus.jetstream.publish(bus.subjects.verb('jobs.finished', 'web'), body);
  const text = (message: InboundMessage): string => Buffer.from(message.data).toString();
  const left = async (): Promise<number> =>
    (await (await bus.manager()).streams.info(bus.subjects.stream('MARGINALIA_JOBS'))).state.messages;

  function consume(
    handle: (messages: InboundMessage[]) => Outcome[] | Promise<Outcome[]>,
    options: Partial<PullConsumerOptions> = {},
    on: Bus = bus,
  ): PullConsumer {
    const consumer = new PullConsumer(on, {
      stream: 'MARGINALIA_JOBS',
      durable: 'ingestion',
      handle: (messages) => Promise.resolve(handle(messages)),
      recordDeadLetter: () => Promise.resolve(undefined),
      ...options,
    });
    consumer.start();
    consumers.push(consumer);
    return consumer;
  }

  beforeEach(async () => {
    nats = testNats();
    bus = await provisionedBus(nats);
  });
  afterEach(async () => {
    await Promise.all(consumers.splice(0).map((consumer) => consumer.stop()));
    await removeStreams(bus);
  });

  it('hands over what is there in batches and removes what was acknowledged', async () => {
    for (let index = 0; index < 25; index++) await publish(String(index));
    const batches: string[][] = [];
    consume(
      (messages) => {
        batches.push(messages.map(text));
        return messages.map(() => 'ack');
      },
      { maxBatch: 10 },
    );
    await eventually(async () => expect(await left()).toBe(0));
    expect(batches.flat()).toEqual(Array.from({ length: 25 }, (_, index) => String(index)));
    expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(10);
    expect(batches.length).toBeLessThan(25);
  });

  it('gives a message again when told to, and when the handler broke', async () => {
    await publish('later');
    const seen: number[] = [];
    consume(([message]) => {
      seen.push(message!.deliveries);
      if (seen.length === 1) return [{ retryAfterMs: 10 }];
      if (seen.length === 2) throw new Error('broken');
      return ['ack'];
    });
    await eventually(async () => expect(await left()).toBe(0));
    expect(seen).toEqual([1, 2, 3]);
  });

  it('records a dead letter before it gives the message up, and publishes the copy', async () => {
    await publish('bad');
    const records: string[] = [];
    consume(() => [{ deadLetter: problem('invalid_json') }], {
      recordDeadLetter: (message, { code }) => {
        records.push(`${code} ${text(message)}`);
        // The first record fails: the message must come again rather than be lost.
        return records.length === 1 ? Promise.reject(new Error('no database')) : Promise.resolve('redacted');
      },
    });
    await eventually(async () => expect(await left()).toBe(0));
    expect(records).toEqual(['invalid_json bad', 'invalid_json bad']);
    const manager = await bus.manager();
    const copy = await manager.streams.getMessage(bus.subjects.stream('MARGINALIA_DEADLETTERS'), { seq: 1 });
    expect(Buffer.from(copy.data).toString()).toBe('redacted');
    expect(copy.subject).toBe(bus.subjects.verb('deadletters.MARGINALIA_JOBS'));
    expect(copy.header.get('Marginalia-Code')).toBe('invalid_json');
  });

  it('gives a message of a process that died to another', async () => {
    const manager = await bus.manager();
    await manager.consumers.update(bus.subjects.stream('MARGINALIA_JOBS'), 'ingestion', { ack_wait: 500_000_000 });
    const dying = await besideBus(nats);
    await publish('kept');
    let end: (() => void) | undefined;
    const dead = () => new Promise<Outcome[]>((resolve) => (end = () => resolve(['ack'])));
    consume(dead, {}, dying);
    await eventually(() => expect(end).toBeDefined());
    await dying.connection.close();
    const seen: string[] = [];
    consume((messages) => {
      seen.push(...messages.map(text));
      return messages.map(() => 'ack');
    });
    await eventually(async () => expect(await left()).toBe(0));
    expect(seen).toEqual(['kept']);
    end?.();
  });

  it('keeps a message that takes long from others by saying that it works', async () => {
    await publish('slow');
    let calls = 0;
    consume(
      async () => {
        calls++;
        await new Promise((resolve) => setTimeout(resolve, 1_200));
        return ['ack'];
      },
      { durable: 'ingestion', ackWaitMs: 300 },
    );
    const manager = await bus.manager();
    await manager.consumers.update(bus.subjects.stream('MARGINALIA_JOBS'), 'ingestion', { ack_wait: 300_000_000 });
    await eventually(async () => expect(await left()).toBe(0));
    expect(calls).toBe(1);
  });

  it('goes on when its consumer, and when the whole stream is deleted and made again', async () => {
    const seen: string[] = [];
    consume((messages) => {
      seen.push(...messages.map(text));
      return messages.map(() => 'ack');
    });
    await publish('one');
    await eventually(() => expect(seen).toEqual(['one']));
    const manager = await bus.manager();
    const stream = bus.subjects.stream('MARGINALIA_JOBS');
    await manager.consumers.delete(stream, 'ingestion');
    await publish('two');
    await eventually(() => expect(seen).toEqual(['one', 'two']));
    await manager.streams.delete(stream);
    await provision(bus, SMALL);
    await publish('three');
    await eventually(() => expect(seen).toEqual(['one', 'two', 'three']), { timeoutMs: 25_000 });
  });

  it('gives back what it has not begun when it is stopped', async () => {
    await publish('begun');
    let finish: (() => void) | undefined;
    const handled = new Promise<void>((resolve) => (finish = resolve));
    let began = false;
    const first = consume(async () => {
      began = true;
      await handled;
      return ['ack'];
    });
    await eventually(() => expect(began).toBe(true));
    await publish('waiting');
    const stopping = first.stop();
    finish?.();
    await stopping;
    const seen: string[] = [];
    consume((messages) => {
      seen.push(...messages.map(text));
      return messages.map(() => 'ack');
    });
    await eventually(() => expect(seen).toEqual(['waiting']));
  });
});
