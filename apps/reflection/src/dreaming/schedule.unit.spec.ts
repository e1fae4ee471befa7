import fc from 'fast-check';
import { latestTick, startOf, tickAfter } from './schedule.js';

const at = (time: string): Date => new Date(time);

describe('when dreaming runs', () => {
  it('fires at the cron in UTC', () => {
    expect(tickAfter('0 5 * * *', at('2026-11-30T05:00:00Z'))).toEqual(at('2026-12-01T05:00:00Z'));
    expect(tickAfter('0 5 * * *', at('2026-11-30T04:59:59.999Z'))).toEqual(at('2026-11-30T05:00:00Z'));
  });

  it('counts a tick at the very instant, and none at the instant it counts from', () => {
    const tick = at('2026-11-30T05:00:00Z');
    expect(latestTick('0 5 * * *', at('2026-11-29T05:00:00Z'), tick)).toEqual(tick);
    expect(latestTick('0 5 * * *', tick, at('2026-12-01T04:59:59.999Z'))).toBeUndefined();
  });

  it('makes up once for what was missed while nothing ran', () => {
    expect(latestTick('*/5 * * * *', at('2026-11-01T00:00:00Z'), at('2026-11-30T12:07:00Z'))).toEqual(
      at('2026-11-30T12:05:00Z'),
    );
  });

  it('spreads starts over the hour after the tick, each agent at a place of its own', () => {
    const tick = at('2026-11-30T05:00:00Z');
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/), (agent) => {
        const offset = startOf(tick, agent).getTime() - tick.getTime();
        expect(offset).toBeGreaterThanOrEqual(0);
        expect(offset).toBeLessThan(3_600_000);
        expect(startOf(tick, agent)).toEqual(startOf(tick, agent));
      }),
    );
    const quarters = new Set(
      Array.from({ length: 200 }, (_, i) =>
        Math.floor((startOf(tick, `agent-${i}`).getTime() - tick.getTime()) / 900_000),
      ),
    );
    expect(quarters.size).toBe(4);
  });
});
