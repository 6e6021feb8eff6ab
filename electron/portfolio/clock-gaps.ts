import type { Clock } from '#shared/domain/clock.ts'

/** A larger step of the wall clock against the monotonic one, ms, means that the machine slept or its clock was set. */
const SLEEP_GAP_MS = 2_000

/**
 * Detects sleep by comparing the two clocks: the monotonic one may stand still during a sleep. The system may send no
 * event.
 */
export class ClockGaps {
  readonly #clock: Clock
  #wallAheadMs: number
  /** When each sleep was noticed, and its length by the wall clock. */
  readonly #noticed: { readonly at: number; readonly ms: number }[] = []

  constructor(clock: Clock) {
    this.#clock = clock
    this.#wallAheadMs = clock.wall() - clock.mono()
  }

  /** Whether the machine slept since the last call. */
  notice(): boolean {
    const gapMs = this.#clock.wall() - this.#clock.mono()
    const ms = gapMs - this.#wallAheadMs
    this.#wallAheadMs = gapMs
    if (Math.abs(ms) <= SLEEP_GAP_MS) return false
    this.#noticed.push({ at: this.#clock.mono(), ms: Math.max(0, ms) })
    return true
  }

  /** How long the machine slept since `readAt`, ms. */
  since(readAt: number): number {
    return this.#noticed.reduce((total, { at, ms }) => (at > readAt ? total + ms : total), 0)
  }
}
