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

  /** Position up to which the library is current. */
  get position(): string {
    return this.log.position;
  }

  /** Waits until the library is at least as new as `minPosition`. @throws Refusal `position_timeout` after 2 s. */
  async reach(minPosition: string | undefined): Promise<void> {
    if (minPosition === undefined || BigInt(minPosition) <= BigInt(this.log.position)) return;
    if (!(await this.log.waitFor(minPosition, REACH_MS))) {
      throw new Refusal(
        'position_timeout',
        `at position ${this.log.position} after ${REACH_MS} ms, asked for ${minPosition}`,
      );
    }
  }

  private apply(events: LogCloudEvent[]): void {
    for (const event of events) {
      const known = logEventOf(event);
      if (known !== undefined) this.library.apply(known);
    }
  }
}
