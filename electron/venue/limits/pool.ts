/**
 * What a venue counts over a window (the calls of one endpoint, the weights of all calls of a host), counted here so
 * that the venue never counts more: a sliding log on the monotonic clock, anchored on answers. What a call takes is
 * held until one window after its answer is here. The venue counts arrivals, and arrival(i) <= answer(i) while
 * arrival(j) >= send(j), so whoever takes the place of another arrives at least one window after it, whatever the
 * network does; counting from the send does not give that. The price is one round trip per window.
 */
import type { Clock } from '#shared/domain/clock.ts'
import type { Lane } from '../port.ts'
import type { Limit } from '../profile/dialect.ts'

/** How far the two clocks may differ in speed: what clock synchronisation may bend one by. */
const DRIFT = 500e-6
/** A venue that stamps arrivals in whole ms sees two of them up to 1 ms closer than they were. */
const LEAST_MARGIN_MS = 1
/** Share of a pool that only the act lane may take, rounded up. */
const RESERVED_SHARE = 0.25

export class Pool {
  readonly limit: Limit
  /** Only the act lane may take these. */
  readonly reserved: number
  readonly #clock: Clock
  readonly #holdMs: number
  #used = 0
  /** What calls that are over still hold, soonest free first; `#used` counts it too. */
  readonly #leaving: { readonly freeAt: number; readonly cost: number }[] = []

  /**
   * `heaviest`: the most one call takes. The reserve is at least that, so that any cancel fits, and leaves room for as
   * much, or such a call would wait for ever in the other lanes. A limit too small for both has less reserve or none:
   * the act lane then waits for one answer and its window at most, because the throttle lets it go first.
   */
  constructor(clock: Clock, limit: Limit, heaviest = 1) {
    this.#clock = clock
    this.limit = limit
    this.reserved = Math.min(Math.max(Math.ceil(limit.count * RESERVED_SHARE), heaviest), limit.count - heaviest)
    this.#holdMs = limit.windowMs + Math.max(LEAST_MARGIN_MS, limit.windowMs * DRIFT)
  }

  used(): number {
    this.#free()
    return this.#used
  }

  /** In how many ms what calls that are over still hold comes free, one by one, soonest first. */
  frees(): readonly number[] {
    this.#free()
    const now = this.#clock.mono()
    return this.#leaving.map(({ freeAt }) => Math.ceil(freeAt - now))
  }

  /** Ms until `cost` fits for this lane: 0 now, Infinity when that depends on an answer still to come. */
  freeIn(cost: number, lane: Lane): number {
    this.#free()
    const allowed = lane === 'act' ? this.limit.count : this.limit.count - this.reserved
    let excess = this.#used + cost - allowed
    if (excess <= 0) return 0
    for (const call of this.#leaving) {
      excess -= call.cost
      if (excess <= 0) return call.freeAt - this.#clock.mono()
    }
    return Infinity
  }

  take(cost: number): void {
    this.#used += cost
  }

  /** The call that took `cost` is over and can not arrive after `lastArrival` (monotonic ms). */
  release(cost: number, lastArrival: number): void {
    const freeAt = lastArrival + this.#holdMs
    const later = this.#leaving.findLastIndex((call) => call.freeAt <= freeAt) + 1
    this.#leaving.splice(later, 0, { freeAt, cost })
  }

  #free(): void {
    const now = this.#clock.mono()
    for (let first = this.#leaving[0]; first && first.freeAt <= now; first = this.#leaving[0]) {
      this.#used -= first.cost
      this.#leaving.shift()
    }
  }
}
