/**
 * An estimate of the venue's clock. Anchored on our monotonic clock, so that setting the system clock changes nothing.
 * A sleep of the machine, which the monotonic clock may miss, shows as a gap between the two.
 */
import type { Clock } from '#shared/domain/clock.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import type { ClockEstimate } from '#shared/domain/budget.ts'

/** What the venue's time endpoint said, and our monotonic clock around it. */
export interface TimeReading {
  readonly venueTime: number
  readonly sentAt: number
  readonly answeredAt: number
}

const SAMPLES = 5
/** Older measurements are renewed in the background; the old one serves meanwhile. */
const RENEW_AFTER_MS = 60_000
/** Older ones are not used for signing: a new one must come first. */
const VALID_FOR_MS = 600_000
/** A larger gap between wall and monotonic clock: the machine slept, or its clock was set. */
const MAX_GAP_MS = 2_000
/** Half a round trip of 6 s is 3 s: a stamp 2 s before the middle is then at most 1 s ahead and 5 s behind. */
export const MOST_EARLY_MS = 2_000
/** One sample with a longer round trip may give a timestamp ahead of the venue: a better one is awaited. */
const GOOD_TRIP_MS = 2 * MOST_EARLY_MS

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
  readonly #isPaused: () => boolean
  #anchor: Anchor | null = null
  #distrusted = false
  #syncing: Promise<Result<ClockEstimate, Failure>> | null = null
  /** Settles when the running measurement gives a fit clock, or ends. */
  #next = Promise.withResolvers<Result<null, Failure>>()

  /**
   * `leadMs`: how early to stamp in addition to the measurement's own uncertainty: a timestamp 1 s ahead of the venue
   * is refused, one 5 s behind is not. `isPaused`: the venue asked us to slow down; a fit clock is not renewed then.
   */
  constructor(
    clock: Clock,
    read: () => Promise<Result<TimeReading, Failure>>,
    leadMs: number,
    isPaused: () => boolean = () => false,
  ) {
    this.#clock = clock
    this.#read = read
    this.#leadMs = leadMs
    this.#isPaused = isPaused
  }

  /** Against our wall clock as it is now; null before the first measurement. */
  estimate(): ClockEstimate | null {
    return this.#anchor && this.#estimateFrom(this.#anchor)
  }

  /** A time the venue's clock has certainly reached, whole ms; null before the first measurement. */
  now(): number | null {
    const anchor = this.#anchor
    return anchor === null ? null : Math.floor(this.#clock.mono() + anchor.offset - anchor.roundTrip / 2 - this.#leadMs)
  }

  /**
   * The timestamp for a request that leaves now, whole ms; null before the first measurement. As early as half a round
   * trip allows, but not so early that a slow line alone makes every timestamp too old. It stays inside the venue's
   * window for round trips up to 6 s.
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

  /** Whether `stamp()` is fit to sign with: measured not too long ago, not refused, and no sleep since. */
  isFit(): boolean {
    const anchor = this.#anchor
    return anchor !== null && !this.#distrusted && !this.#hasSlept(anchor) && this.#age(anchor) <= VALID_FOR_MS
  }

  /**
   * Makes `stamp()` fit to sign with. Where it has to measure, the first good sample is enough and the others follow in
   * the background; so does the renewal of an old measurement. `signal` ends the wait, not the measurement.
   */
  async ensure(signal?: AbortSignal): Promise<Result<null, Failure | 'aborted'>> {
    if (!this.isFit()) {
      void this.sync()
      return unlessAborted(this.#next.promise, signal)
    }
    if (this.#anchor && this.#age(this.#anchor) > RENEW_AFTER_MS && !this.#isPaused()) void this.sync()
    return ok(null)
  }

  /** Measures now: the sample with the shortest round trip of five. Callers at the same time share one measurement. */
  sync(): Promise<Result<ClockEstimate, Failure>> {
    this.#syncing ??= this.#measure().then((measured) => {
      this.#syncing = null
      this.#tell(measured.ok ? ok(null) : measured)
      return measured
    })
    return this.#syncing
  }

  async #measure(): Promise<Result<ClockEstimate, Failure>> {
    // Taken first: a sleep in the middle of measuring must show as a gap afterwards.
    const wallOffset = this.#wallOffset()
    let best: Anchor | null = null
    let isInstalled = false
    for (let sample = 0; sample < SAMPLES; sample++) {
      if (best !== null && this.#isPaused() && this.isFit()) break
      const read = await this.#read()
      // The venue refused a timestamp made of the samples so far: they are dropped.
      if (isInstalled && this.#distrusted) [best, isInstalled] = [null, false]
      if (!read.ok && best === null) return read
      if (!read.ok) break
      const next = this.#anchorOf(read.value, wallOffset)
      if (best === null || next.roundTrip < best.roundTrip) best = next
      if (this.isFit() || best.roundTrip > GOOD_TRIP_MS) continue
      this.#install(best)
      isInstalled = true
      if (this.isFit()) this.#tell(ok(null))
    }
    if (best === null) throw new Error('expected a sample')
    this.#install(best)
    return ok(this.#estimateFrom(best))
  }

  #anchorOf(reading: TimeReading, wallOffset: number): Anchor {
    const { venueTime, sentAt, answeredAt } = reading
    const offset = venueTime - (sentAt + answeredAt) / 2
    return { offset, roundTrip: answeredAt - sentAt, measuredAt: this.#clock.mono(), wallOffset }
  }

  #install(anchor: Anchor): void {
    this.#anchor = anchor
    this.#distrusted = false
  }

  #tell(result: Result<null, Failure>): void {
    const told = this.#next
    this.#next = Promise.withResolvers()
    told.resolve(result)
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

function unlessAborted<T, E>(
  work: Promise<Result<T, E>>,
  signal: AbortSignal | undefined,
): Promise<Result<T, E | 'aborted'>> {
  if (!signal) return work
  return new Promise((resolve) => {
    const onAbort = (): void => resolve(err('aborted'))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    void work.then((result) => {
      signal.removeEventListener('abort', onAbort)
      resolve(result)
    })
  })
}
