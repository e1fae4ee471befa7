import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Refusal, type LogCloudEvent } from '#contracts';
import { Library, logEventOf } from '#domain';
import { LogFollower } from '#messaging';

const REACH_MS = 2_000;

/** The library in memory, kept current by following the log without a gap. */
@Injectable()
export class LibraryFollower implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly library = new Library();

  constructor(private readonly log: LogFollower) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.log.start({ after: '0', onEvents: (events) => this.apply(events) });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.log.stop();
  }

  /** True once the library holds all that the log held at the start. */
  get caughtUp(): boolean {
    return this.log.caughtUp;
  }

  /** Position up to which the library is current. */
  get position(): string {
    return this.log.position;
  }

  /**
   * Waits until the library holds all that the log held at the start, and is at least as new as `minPosition`.
   * @throws Refusal `unavailable` where it is still catching up after 2 s, `position_timeout` where it is behind
   */
  async reach(minPosition: string | undefined): Promise<void> {
    const wanted = minPosition ?? '0';
    if (this.log.caughtUp && BigInt(wanted) <= BigInt(this.log.position)) return;
    const reached = await this.log.waitFor(wanted, REACH_MS);
    if (!this.log.caughtUp) throw new Refusal('unavailable', 'still reading the log', { retryAfter: 1 });
    if (reached) return;
    const detail = `at position ${this.log.position} after ${REACH_MS} ms, asked for ${wanted}`;
    throw new Refusal('position_timeout', detail);
  }

  private apply(events: LogCloudEvent[]): void {
    for (const event of events) {
      const known = logEventOf(event);
      if (known !== undefined) this.library.apply(known);
    }
  }
}
