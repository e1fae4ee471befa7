/** Reports that a credential may send: so many a second, and so many at once after a rest. */
export class IntakeLimits {
  constructor(
    readonly reportsPerSecond: number,
    readonly burst: number,
  ) {}
}
