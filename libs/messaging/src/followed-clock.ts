import type { ClockReading } from '#contracts';

/** Time for everything that decides; the simulated one stands still until it is advanced. */
export interface Clock {
  now(): Date;
  readonly mode: ClockReading['mode'];
}

/** The ledger's clock as this process knows it. A simulated one never goes back, whatever order news comes in. */
export class FollowedClock implements Clock {
  private simulated?: number;

  get mode(): ClockReading['mode'] {
    return this.simulated === undefined ? 'system' : 'simulated';
  }

  now(): Date {
    return this.simulated === undefined ? new Date() : new Date(this.simulated);
  }

  read({ mode, now }: ClockReading): void {
    if (mode === 'system') this.simulated = undefined;
    else this.advanceTo(Date.parse(now));
  }

  /** Takes the ledger's announcement `{now}`; what is none is left alone. */
  announce(bytes: Uint8Array): void {
    try {
      const { now } = JSON.parse(new TextDecoder().decode(bytes)) as { now: string };
      this.advanceTo(Date.parse(now));
    } catch {
      // The next poll says the time.
    }
  }

  private advanceTo(time: number): void {
    if (!Number.isNaN(time)) this.simulated = Math.max(time, this.simulated ?? time);
  }
}
