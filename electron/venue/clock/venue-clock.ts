/**
 * An estimate of the venue's clock. It is anchored to our monotonic clock, so it does not change when the system clock
 * is set. The monotonic clock may stand still while the machine sleeps; then the wall clock gets ahead of it.
 */
import type { Clock } from '#shared/domain/clock.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import type { ClockEstimate } from '#shared/domain/budget.ts'

/** The answer of the venue's time endpoint, and our monotonic clock before and after it. */
export interface TimeReading {
  readonly venueTime: number
  readonly sentAt: number
  readonly answeredAt: number
}

const SAMPLES = 5
/** An older measurement is renewed in the background and still used meanwhile. */
const RENEW_AFTER_MS = 60_000
/** An older measurement is not used for signing: a new one must come first. */
const VALID_FOR_MS = 600_000
/** A larger gap between wall and monotonic clock means that the machine slept or its clock was set. */
const MAX_GAP_MS = 2_000
/**
 * With a round trip of 6 s, half of it is 3 s. A stamp 2 s before the middle is then at most 1 s ahead and 5 s behind.
 */
export const MOST_EARLY_MS = 2_000
/**
 * With a longer round trip, a single sample may give a stamp ahead of the venue's clock, so a better sample is awaited.
 */
const GOOD_TRIP_MS = 2 * MOST_EARLY_MS

interface Anchor {
  /** Venue time minus our monotonic clock. */
  readonly offset: number
  readonly roundTrip: number
  readonly measuredAt: number
  /** Our wall clock minus our monotonic clock at the measurement. */
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
  /** Settles when the running measurement yields a fit clock, or ends. */
  #next = Promise.withResolvers<Result<null, Failure>>()

  /**
   * `leadMs`: how much earlier to stamp than the uncertainty of the measurement requires. The venue refuses a stamp 1 s
   * ahead of its clock, but accepts one 5 s behind. `isPaused`: the venue asked us to slow down, so a clock that is fit
   * is not measured again.
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

  /** Compared with our wall clock now; null: not measured yet. */
  estimate(): ClockEstimate | null {
    return this.#anchor && this.#estimateFrom(this.#anchor)
  }

  /** A time that the venue's clock has certainly reached, whole ms; null: not measured yet. */
  now(): number | null {
    const anchor = this.#anchor
    return anchor === null ? null : Math.floor(this.#clock.mono() + anchor.offset - anchor.roundTrip / 2 - this.#leadMs)
  }

  /**
   * The timestamp for a request that is sent now, whole ms; null: not measured yet. It is early by half a round trip,
   * but not by more than a bound, so that a slow line alone does not make every timestamp too old. For round trips up
   * to 6 s it stays inside the venue's window.
   */
  stamp(): number | null {
    const anchor = this.#anchor
    if (anchor === null) return null
    const early = Math.min(anchor.roundTrip / 2 + this.#leadMs, MOST_EARLY_MS)
    return Math.floor(this.#clock.mono() + anchor.offset - early)
  }

  /** The venue refused a timestamp. Nothing is signed before a new measurement. */
  distrust(): void {
    this.#distrusted = true
  }

  /** Whether `stamp()` is fit for signing: measured recently enough, not refused, and no sleep since. */
  isFit(): boolean {
    const anchor = this.#anchor
    return anchor !== null && !this.#distrusted && !this.#hasSlept(anchor) && this.#age(anchor) <= VALID_FOR_MS
  }

  /**
   * Makes `stamp()` fit for signing. If a measurement is needed, the first good sample is enough; the other samples
   * follow in the background, and so does the renewal of an old measurement. `signal` ends the wait, not the
   * measurement.
   */
  async ensure(signal?: AbortSignal): Promise<Result<null, Failure | 'aborted'>> {
    if (!this.isFit()) {
      void this.sync()
      return unlessAborted(this.#next.promise, signal)
    }
    if (this.#anchor && this.#age(this.#anchor) > RENEW_AFTER_MS && !this.#isPaused()) void this.sync()
    return ok(null)
  }

  /**
   * Measures now and keeps the sample with the shortest of five round trips. Concurrent callers share one measurement.
   */
  sync(): Promise<Result<ClockEstimate, Failure>> {
    this.#syncing ??= this.#measure().then((measured) => {
      this.#syncing = null
      this.#tell(measured.ok ? ok(null) : measured)
      return measured
    })
    return this.#syncing
  }

  async #measure(): Promise<Result<ClockEstimate, Failure>> {
    // Taken first, so that a sleep during the measurement shows as a gap afterwards.
    const wallOffset = this.#wallOffset()
    let best: Anchor | null = null
    let isInstalled = false
    for (let sample = 0; sample < SAMPLES; sample++) {
      if (best !== null && this.#isPaused() && this.isFit()) break
      const read = await this.#read()
      // The venue refused a timestamp made from the samples so far, so they are dropped.
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
    const current = this.#next
    this.#next = Promise.withResolvers()
    current.resolve(result)
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
