import type { IntakeLimits } from './intake-limits.js';

interface Bucket {
  tokens: number;
  at: number;
  /** Until when waiting reports have been told to come again, one after the other. */
  promisedUntil: number;
}

/** Full buckets are forgotten when there are more than this. */
const MAX_BUCKETS = 10_000;

/** A bucket of tokens for each credential, in this process. */
export class RateLimiter {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly limits: IntakeLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** 0 lets the report in; else the milliseconds after which it should come again. */
  delayMs(credential: string): number {
    const { reportsPerSecond, burst } = this.limits;
    if (reportsPerSecond === Infinity) return 0;
    const now = this.now();
    const bucket = this.bucket(credential, now);
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1_000) * reportsPerSecond);
    bucket.at = now;
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return 0;
    }
    bucket.promisedUntil = Math.max(bucket.promisedUntil, now) + 1_000 / reportsPerSecond;
    return Math.ceil(bucket.promisedUntil - now);
  }

  private bucket(credential: string, now: number): Bucket {
    let bucket = this.buckets.get(credential);
    if (bucket === undefined) {
      if (this.buckets.size >= MAX_BUCKETS) this.forgetResting(now);
      bucket = { tokens: this.limits.burst, at: now, promisedUntil: now };
      this.buckets.set(credential, bucket);
    }
    return bucket;
  }

  private forgetResting(now: number): void {
    const fullAfter = (this.limits.burst / this.limits.reportsPerSecond) * 1_000;
    for (const [credential, { at }] of this.buckets) if (now - at > fullAfter) this.buckets.delete(credential);
  }
}
