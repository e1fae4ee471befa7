export interface Span {
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
  milliseconds?: number;
}

/** A clock that stands still until it is moved. */
export class TestClock {
  private time: number;

  constructor(start: string | Date = '2026-01-01T00:00:00.000Z') {
    this.time = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.time);
  }

  advance({ days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds = 0 }: Span): Date {
    this.time += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000 + milliseconds;
    return this.now();
  }

  set(time: string | Date): Date {
    this.time = new Date(time).getTime();
    return this.now();
  }
}
