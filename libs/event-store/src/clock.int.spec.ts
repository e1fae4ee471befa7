import { testDatabase } from '#testing';

import { readClock, setSimulatedClock, setSystemClock } from './clock.js';
import { accepted, groupOf, type TestLedger, testLedger } from './ledger.fixture.js';

describe('the clock of the log', () => {
  let ledger: TestLedger;
  beforeEach(async () => {
    ledger = await testLedger(await testDatabase('clock'));
  });
  afterEach(() => ledger.drop());

  const append = async (): Promise<string> => accepted(await ledger.store.append(groupOf(['lesson/a/s']))).time;

  it('is the clock of PostgreSQL, to the millisecond', async () => {
    const { mode, now } = await readClock(ledger.pool);
    expect(mode).toBe('system');
    const time = await append();
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Date.parse(time)).toBeGreaterThanOrEqual(now.getTime());
    expect((await ledger.store.head()).time).toBe(time);
  });

  it('stands where it was set when simulated, and never goes back', async () => {
    const far = new Date('2040-01-01T00:00:00.123Z');
    expect(await setSimulatedClock(ledger.pool, far)).toEqual(far);
    expect(await append()).toBe(far.toISOString());
    expect(await readClock(ledger.pool)).toEqual({ mode: 'simulated', now: far });
    expect(await setSimulatedClock(ledger.pool, new Date('2039-01-01T00:00:00.000Z'))).toEqual(far);
    const later = new Date('2040-02-01T00:00:00.000Z');
    expect(await setSimulatedClock(ledger.pool, later)).toEqual(later);
    expect(await append()).toBe(later.toISOString());
  });

  it('is never below the last event', async () => {
    const time = await append();
    expect((await setSimulatedClock(ledger.pool, new Date(0))).toISOString()).toBe(time);
    expect(await append()).toBe(time);
  });

  it('keeps the last time when the system clock is behind it', async () => {
    const far = new Date('2040-01-01T00:00:00.000Z');
    await setSimulatedClock(ledger.pool, far);
    await append();
    await setSystemClock(ledger.pool);
    expect(await readClock(ledger.pool)).toEqual({ mode: 'system', now: far });
    expect(await append()).toBe(far.toISOString());
  });
});
