import { eventually, testNats } from '#testing';
import { ledgerOf, LedgerState, operator, startBus, type RunningBus } from './bus.fixture.js';
import { Configuration } from './index.js';

describe('configuration', () => {
  let running: RunningBus;
  let configuration: Configuration;
  const state = new LedgerState();
  const tell = (subject: string): void => running.bus.connection.publish(running.bus.subjects.verb(subject));

  beforeAll(async () => {
    running = await startBus(testNats(), [ledgerOf(state)]);
    configuration = running.app.get(Configuration);
  });
  afterAll(() => running.close());

  it('has the default of what nobody set, and learns of changes by the log', async () => {
    expect(configuration.setting('brain.skill_learning_reflection_threshold')).toBe(10);
    state.position = '1';
    state.settings = [
      { key: 'brain.skill_learning_reflection_threshold', value: 3 },
      { key: 'brain.skill_learning_enabled', value: false, agent: 'web' },
    ];
    tell('log.settings.changed');
    await eventually(() => expect(configuration.setting('brain.skill_learning_reflection_threshold')).toBe(3));
    expect(configuration.learning('db')).toBe(true);
    expect(configuration.learning('web', 'bash')).toBe(false);
    expect(configuration.setting('brain.skill_learning_enabled', { agent: 'web' })).toBe(false);
  });

  it('knows our own apps, and issued credentials until they are revoked', async () => {
    expect(configuration.credential('svc-ledger')).toMatchObject({ role: 'service', agents: ['*'] });
    expect(configuration.credential('olga')).toMatchObject({ role: 'operator' });
    expect(configuration.known('svc-ledger')).toBeUndefined();
    state.position = '2';
    state.credentials = [{ ...operator, revoked: true }];
    tell('log.access.olga.revoked');
    await eventually(() => expect(configuration.credential('olga')).toBeUndefined());
  });

  it('looks again before it calls a credential unknown', async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    state.position = '3';
    state.credentials = [{ ...operator, id: 'otto' }];
    expect(await configuration.authenticate('otto')).toMatchObject({ credential: { id: 'otto' }, proven: true });
    await expect(configuration.authenticate('nobody')).rejects.toMatchObject({ problem: { code: 'unauthenticated' } });
  });

  it('follows the simulated clock, which never goes back', async () => {
    expect(configuration.clock.mode).toBe('system');
    state.clock = { mode: 'simulated', now: '2026-02-01T00:00:00.000Z' };
    await configuration.refresh();
    expect(configuration.clock.mode).toBe('simulated');
    const { connection, subjects } = running.bus;
    connection.publish(subjects.clock, JSON.stringify({ now: '2026-03-01T00:00:00.000Z' }));
    connection.publish(subjects.clock, 'no JSON');
    await eventually(() => expect(configuration.clock.now().toISOString()).toBe('2026-03-01T00:00:00.000Z'));
    await configuration.refresh();
    expect(configuration.clock.now().toISOString()).toBe('2026-03-01T00:00:00.000Z');
  });
});
