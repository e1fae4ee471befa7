import { Controller, Module } from '@nestjs/common';
import type { Replies } from '#contracts';
import { Handles } from '#messaging';
import { TestLedgerApp } from '../ledger.fixture.js';

const START = '2026-11-01T05:00:00.000Z';
const DAY_MS = 86_400_000;
const day = (n: number): string => new Date(Date.parse(START) + n * DAY_MS).toISOString();

/** Reflection, as far as the clock asks it: something is due every day. */
const ran: string[] = [];
let ledger: TestLedgerApp;

@Controller()
class DailyReflection {
  @Handles('reflection.due')
  due(): Replies['reflection.due'] {
    return { at: day(ran.length + 1) };
  }

  @Handles('reflection.run')
  async run(): Promise<Replies['reflection.run']> {
    const { now } = await ledger.ask('clock.get');
    if (now >= day(ran.length + 1)) ran.push(now);
    return { done: 1 };
  }
}

@Module({ controllers: [DailyReflection] })
class ReflectionModule {}

describe('clock', () => {
  beforeAll(async () => {
    ledger = await TestLedgerApp.start('clock', { clock: 'simulated', clockStart: START }, [ReflectionModule]);
    await ledger.publishSkill();
  });
  afterAll(() => ledger.stop());

  it('starts where it was told to, and stands still', async () => {
    expect(await ledger.ask('clock.get')).toEqual({ mode: 'simulated', now: START });
  });

  it('stops at everything that is due, in order, and announces each stop before it answers', async () => {
    const heard: string[] = [];
    const subscription = ledger.bus.connection.subscribe(ledger.bus.subjects.clock, {
      callback: (_error, message) => heard.push(message.json<{ now: string }>().now),
    });
    await ledger.bus.connection.flush();
    expect(await ledger.ask('clock.advance', { byMs: 3.5 * DAY_MS })).toEqual({ mode: 'simulated', now: day(3.5) });
    expect(ran).toEqual([day(1), day(2), day(3)]);
    expect(heard).toEqual([day(1), day(2), day(3), day(3.5)]);
    subscription.unsubscribe();
  });

  it('lets leases end', async () => {
    const { lessonId } = await ledger.ask(
      'ledger.add',
      { skill: 'bash', content: 'Ask Kim first.' },
      { agent: 'aria' },
    );
    const { lesson, events } = await ledger.ask('ledger.lesson', { lessonId }, { agent: 'aria' });
    expect(lesson).toMatchObject({ state: 'human', createdAt: day(3.5) });
    expect(events[0]?.time).toBe(day(3.5));
  });

  it('never goes back', async () => {
    expect(await ledger.refusal('clock.advance', { toMs: Date.parse(START) })).toBe('value_out_of_range');
    expect(await ledger.refusal('clock.advance', {})).toBe('invalid_field');
  });

  it('stands where it stood after a restart', async () => {
    await ledger.stopReplica(ledger.app);
    await ledger.startReplica();
    expect((await ledger.ask('clock.get')).now).toBe(day(3.5));
  });
});

describe('the system clock', () => {
  it('cannot be advanced', async () => {
    const real = await TestLedgerApp.start('system clock');
    expect(await real.refusal('clock.advance', { byMs: 1 })).toBe('simulated_clock_required');
    await real.stop();
  });
});
