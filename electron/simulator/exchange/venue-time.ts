import type { Clock } from '#shared/domain/clock.ts'

/** The venue's clock: the machine's clock, plus an error set by a test. */
export class VenueTime {
  skewMs = 0
  readonly clock: Clock

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** ms since 1970, as the venue sees it. */
  exact(): number {
    return this.clock.wall() + this.skewMs
  }

  /** The same in whole ms. */
  now(): number {
    return Math.floor(this.exact())
  }
}
