interface Waiter {
  position: bigint;
  settle(reached: boolean): void;
}

/** Those who wait for a place in the log. */
export class PositionWaiters {
  private readonly waiters = new Set<Waiter>();

  /** True once reached, false after `timeoutMs`. */
  wait(position: bigint, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => waiter.settle(false), timeoutMs);
      const waiter: Waiter = {
        position,
        settle: (reached) => {
          clearTimeout(timer);
          this.waiters.delete(waiter);
          resolve(reached);
        },
      };
      this.waiters.add(waiter);
    });
  }

  reached(position: bigint): void {
    for (const waiter of this.waiters) if (waiter.position <= position) waiter.settle(true);
  }
}
