/** Milliseconds to wait before the `attempt`-th repetition, from 1: doubling, with up to a quarter of jitter taken off. */
export function backoffMs(attempt: number, { firstMs = 1_000, mostMs = 60_000 } = {}): number {
  const full = Math.min(mostMs, firstMs * 2 ** Math.min(attempt - 1, 30));
  return Math.round(full * (1 - Math.random() / 4));
}
