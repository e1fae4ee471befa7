import { Injectable } from '@nestjs/common';
import { Refusal } from '#contracts';
import { EventStore } from '#event-store';

const WAIT_MS = 2_000;

/** Waits until the log itself holds a position; what is read after that is at least as new. */
@Injectable()
export class LogPositions {
  constructor(private readonly store: EventStore) {}

  /** @throws Refusal `position_timeout` after 2 s. */
  async demand(minPosition: string | undefined): Promise<void> {
    if (minPosition === undefined) return;
    const wanted = BigInt(minPosition);
    const until = performance.now() + WAIT_MS;
    for (;;) {
      const { position } = await this.store.head();
      if (position >= wanted) return;
      const left = until - performance.now();
      if (left <= 0) throw new Refusal('position_timeout', `the log ends at ${position}, asked for ${minPosition}`);
      await this.store.waitForAppend(position, left);
    }
  }
}
