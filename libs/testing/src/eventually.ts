import { setTimeout as sleep } from 'node:timers/promises';

export interface EventuallyOptions {
  /** Default 10,000. Generous on purpose: it is spent only when the test fails. */
  timeoutMs?: number;
  /** Default 20. */
  intervalMs?: number;
}

/** Repeats the probe until it does not throw and gives what it returned. After the time it throws the probe's last error. */
export async function eventually<T>(
  probe: () => T | Promise<T>,
  { timeoutMs = 10_000, intervalMs = 20 }: EventuallyOptions = {},
): Promise<T> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await probe();
    } catch (error) {
      if (Date.now() >= until) throw error;
      await sleep(intervalMs);
    }
  }
}
