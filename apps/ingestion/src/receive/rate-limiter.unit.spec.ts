import { IntakeLimits } from './intake-limits.js';
import { RateLimiter } from './rate-limiter.js';

describe('rate of a credential', () => {
  it('lets a burst in, then spreads what comes over it', () => {
    let now = 0;
    const limiter = new RateLimiter(new IntakeLimits(10, 3), () => now);
    expect([1, 2, 3].map(() => limiter.delayMs('a'))).toEqual([0, 0, 0]);
    expect([1, 2].map(() => limiter.delayMs('a'))).toEqual([100, 200]);
    now = 100;
    expect(limiter.delayMs('a')).toBe(0);
    expect(limiter.delayMs('a')).toBeGreaterThan(0);
  });

  it('keeps credentials apart, and knows no limit when there is none', () => {
    const limiter = new RateLimiter(new IntakeLimits(1, 1), () => 0);
    expect([limiter.delayMs('a'), limiter.delayMs('b')]).toEqual([0, 0]);
    const open = new RateLimiter(new IntakeLimits(Infinity, 1), () => 0);
    expect([1, 2, 3].map(() => open.delayMs('a'))).toEqual([0, 0, 0]);
  });

  it('fills up to the burst and no further', () => {
    let now = 0;
    const limiter = new RateLimiter(new IntakeLimits(10, 2), () => now);
    limiter.delayMs('a');
    now = 3600_000;
    expect([1, 2].map(() => limiter.delayMs('a'))).toEqual([0, 0]);
    expect(limiter.delayMs('a')).toBeGreaterThan(0);
  });
});
