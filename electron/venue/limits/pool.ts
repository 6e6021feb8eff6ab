/**
 * What a venue counts over a window: the calls of one endpoint, or the weights of all calls of a host. Our count is
 * never below the venue's. It is a sliding log on the monotonic clock, anchored on answers: a call keeps its place
 * until one window after its answer. The venue counts arrivals, and arrival(i) <= answer(i) and send(j) <= arrival(j).
 * So a call j that takes the place of call i arrives at least one window after it. Counting from the send would not
 * guarantee that. The price is one round trip per window.
 */
import type { Clock } from '#shared/domain/clock.ts'
import type { Lane } from '../port.ts'
import type { Limit } from '../profile/dialect.ts'

/** How much faster one of the two clocks may run: the most that clock synchronisation adjusts a clock's rate. */
const DRIFT = 500e-6
/** A venue that counts in whole ms may see two arrivals 1 ms closer than they were. */
const LEAST_MARGIN_MS = 1
/** The share of a pool that only the `act` lane may use, rounded up. */
const RESERVED_SHARE = 0.25

export class Pool {
  readonly limit: Limit
  /** Only the `act` lane may use these. */
  readonly reserved: number
  readonly #clock: Clock
  readonly #holdMs: number
  #used = 0
  /** What finished calls still hold, the first to be freed first; part of `#used`. */
  readonly #leaving: { readonly freeAt: number; readonly cost: number }[] = []

  /**
   * `heaviest`: the most that one call takes. The reserve is at least that much, so that any cancel fits. The rest has
   * room for one such call too, or it would wait for ever in the other lanes. A limit too small for both has a smaller
   * reserve or none. The `act` lane then waits for at most one answer and its window, because it always goes first.
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

  /** In how many ms each finished call frees its place, soonest first. */
  frees(): readonly number[] {
    this.#free()
    const now = this.#clock.mono()
    return this.#leaving.map(({ freeAt }) => Math.ceil(freeAt - now))
  }

  /** Ms until `cost` fits for this lane; 0: now, Infinity: it depends on an outstanding answer. */
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

  /** The call that took `cost` is finished and cannot arrive after `lastArrival` (monotonic ms). */
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
