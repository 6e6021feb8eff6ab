/**
 * The venue's clock, as far as it can be known from here. Anchored on our monotonic clock, so that setting the system's
 * clock changes nothing; a sleep of the machine, which the monotonic clock may not see, shows as a gap between the two.
 */
import type { Clock } from '#shared/domain/clock.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { ClockEstimate } from '#shared/domain/snapshot.ts'

/** What the venue's time endpoint said, and our monotonic clock around it. */
export interface TimeReading {
  readonly venueTime: number
  readonly sentAt: number
  readonly answeredAt: number
}

const SAMPLES = 5
/** Older measurements are renewed in the background; the old one serves meanwhile. */
const RENEW_AFTER_MS = 60_000
/** Older ones are not signed with before a new one is here. */
const VALID_FOR_MS = 600_000
/** Wall and monotonic clocks drifting apart by more: the machine slept, or somebody set the clock. */
const MAX_GAP_MS = 2_000
/** Half a round trip of 6 s is 3 s: a stamp 2 s before the middle is then at most 1 s ahead and 5 s behind. */
const MOST_EARLY_MS = 2_000

interface Anchor {
  /** Venue time minus our monotonic clock. */
  readonly offset: number
  readonly roundTrip: number
  readonly measuredAt: number
  /** Our wall clock minus our monotonic clock when measured. */
  readonly wallOffset: number
}

export class VenueClock {
  readonly #clock: Clock
  readonly #read: () => Promise<Result<TimeReading, Failure>>
  readonly #leadMs: number
  #anchor: Anchor | null = null
  #distrusted = false
  #syncing: Promise<Result<ClockEstimate, Failure>> | null = null

  /** `leadMs`: a stamp ahead of the venue by 1 s is refused, one behind has 5 s: when in doubt, be so much early. */
  constructor(clock: Clock, read: () => Promise<Result<TimeReading, Failure>>, leadMs: number) {
    this.#clock = clock
    this.#read = read
    this.#leadMs = leadMs
  }

  /** Against our wall clock as it is now; null before the first measurement. */
  estimate(): ClockEstimate | null {
    return this.#anchor && this.#estimateFrom(this.#anchor)
  }

  /** A time the venue's clock has certainly reached (if it did not jump), whole ms; null before the first measurement. */
  now(): number | null {
    const anchor = this.#anchor
    return anchor === null ? null : Math.floor(this.#clock.mono() + anchor.offset - anchor.roundTrip / 2 - this.#leadMs)
  }

  /**
   * What to stamp a request with that leaves now, whole ms; null before the first measurement. The venue's clock is
   * within half a round trip of the middle: as early as that allows, but never so early that a slow line alone makes
   * every stamp too old. Inside the venue's window for round trips up to 6 s.
   */
  stamp(): number | null {
    const anchor = this.#anchor
    if (anchor === null) return null
    const early = Math.min(anchor.roundTrip / 2 + this.#leadMs, MOST_EARLY_MS)
    return Math.floor(this.#clock.mono() + anchor.offset - early)
  }

  /** The venue refused a timestamp: nothing is signed before a new measurement. */
  distrust(): void {
    this.#distrusted = true
  }

  /** Whether `stamp()` can be signed with: measured, not too long ago, and nothing has happened to it since. */
  isFit(): boolean {
    const anchor = this.#anchor
    return anchor !== null && !this.#distrusted && !this.#hasSlept(anchor) && this.#age(anchor) <= VALID_FOR_MS
  }

  /** Makes `stamp()` fit to sign with, measuring if need be; a measurement that only grows old is renewed on the side. */
  async ensure(): Promise<Result<null, Failure>> {
    if (!this.isFit()) {
      const measured = await this.sync()
      return measured.ok ? ok(null) : measured
    }
    if (this.#anchor && this.#age(this.#anchor) > RENEW_AFTER_MS) void this.sync()
    return ok(null)
  }

  /** Measures now: the sample with the shortest round trip of five. Callers at the same time share one measurement. */
  sync(): Promise<Result<ClockEstimate, Failure>> {
    this.#syncing ??= this.#measure().finally(() => {
      this.#syncing = null
    })
    return this.#syncing
  }

  async #measure(): Promise<Result<ClockEstimate, Failure>> {
    // Taken first: a sleep in the middle of measuring must show as a gap afterwards.
    const wallOffset = this.#wallOffset()
    const first = await this.#read()
    if (!first.ok) return first
    let best = first.value
    for (let sample = 1; sample < SAMPLES; sample++) {
      const next = await this.#read()
      if (!next.ok) break
      if (roundTrip(next.value) < roundTrip(best)) best = next.value
    }
    const anchor = {
      offset: best.venueTime - (best.sentAt + best.answeredAt) / 2,
      roundTrip: roundTrip(best),
      measuredAt: this.#clock.mono(),
      wallOffset,
    }
    this.#anchor = anchor
    this.#distrusted = false
    return ok(this.#estimateFrom(anchor))
  }

  #estimateFrom(anchor: Anchor): ClockEstimate {
    return {
      offsetMs: anchor.offset - this.#wallOffset(),
      uncertaintyMs: anchor.roundTrip / 2,
      roundTripMs: anchor.roundTrip,
    }
  }

  #age(anchor: Anchor): number {
    return this.#clock.mono() - anchor.measuredAt
  }

  #hasSlept(anchor: Anchor): boolean {
    return Math.abs(this.#wallOffset() - anchor.wallOffset) > MAX_GAP_MS
  }

  #wallOffset(): number {
    return this.#clock.wall() - this.#clock.mono()
  }
}

function roundTrip(reading: TimeReading): number {
  return reading.answeredAt - reading.sentAt
}
