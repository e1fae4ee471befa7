import { testNats } from '#testing';
import { provision, verify, type Bus } from './index.js';
import { provisionedBus, removeStreams, SMALL } from './streams.fixture.js';

describe('provisioning', () => {
  let bus: Bus;
  beforeEach(async () => {
    bus = await provisionedBus(testNats());
  });
  afterEach(() => removeStreams(bus));

  it('can be repeated, keeps messages and brings what differs back', async () => {
    await bus.jetstream.publish(bus.subjects.verb('jobs.finished', 'web'), '{}');
    const manager = await bus.manager();
    const jobs = bus.subjects.stream('MARGINALIA_JOBS');
    await manager.streams.update(jobs, { max_msgs_per_subject: 1 });
    await provision(bus, SMALL);
    const { config, state } = await manager.streams.info(jobs);
    expect(config.max_msgs_per_subject).toBe(20_000);
    expect(state.messages).toBe(1);
    expect((await manager.consumers.info(jobs, 'ingestion')).config.durable_name).toBe('ingestion');
    await expect(verify(bus)).resolves.toBeUndefined();
  });

  it('says what is missing and how to make it', async () => {
    const manager = await bus.manager();
    await manager.streams.delete(bus.subjects.stream('MARGINALIA_HEADS'));
    await expect(verify(bus)).rejects.toThrow(/MARGINALIA_HEADS is missing\).*marginalia provision/);
  });

  it('takes a longer report of a job within the same second, under the short and the proven subject', async () => {
    const { jetstream, subjects } = bus;
    await jetstream.publish(subjects.verb('jobs.finished', 'web'), '{}', { msgID: 'web:1:a' });
    await jetstream.publish(subjects.as('runner', 'jobs.finished', 'web'), '{}', { msgID: 'web:1:b' });
    await jetstream.publish(subjects.verb('jobs.finished', 'db'), '{}', { msgID: 'db:1:a' });
    const manager = await bus.manager();
    expect((await manager.streams.info(subjects.stream('MARGINALIA_JOBS'))).state.messages).toBe(3);
  });

  it('refuses new reports when one subject is full', async () => {
    const manager = await bus.manager();
    await manager.streams.update(bus.subjects.stream('MARGINALIA_JOBS'), { max_msgs_per_subject: 1 });
    await bus.jetstream.publish(bus.subjects.verb('jobs.finished', 'web'), '1');
    await expect(bus.jetstream.publish(bus.subjects.verb('jobs.finished', 'web'), '2')).rejects.toThrow();
    await bus.jetstream.publish(bus.subjects.verb('jobs.finished', 'db'), '1');
  });
});
