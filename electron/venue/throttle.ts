/**
 * Slots of one rate pool: a sliding log on the monotonic clock, anchored on answers. A call occupies its slot until one
 * window after its answer is here. The venue counts arrivals, and arrival(i) <= answer(i) while arrival(j) >= send(j), so
 * two calls in the same slot arrive at least one window apart whatever the network does; counting from the send does not
 * give that. The price is one round trip per window.
 */
import type { Clock } from '#shared/domain/clock.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Lane } from './client.ts'
import type { Limit } from './dialect.ts'
import type { HostGate } from './host-gate.ts'

/** For the two clocks running at slightly different speeds. */
const MARGIN_MS = 1
/** Share of a pool that only the act lane may take, rounded up. */
const RESERVED_SHARE = 0.25
const LANES: readonly Lane[] = ['act', 'verify', 'poll']

/** The right to send one call. Exactly one of the three must be said when it is over; further ones change nothing. */
export interface Slot {
  /** The whole answer is here, whatever it says: free in one window. */
  answered(): void
  /** No answer came; the call may still arrive until `deadlineAt` (monotonic ms): free one window after that. */
  lost(deadlineAt: number): void
  /** Nothing was sent: free at once. */
  unused(): void
}

export type Refusal = 'aborted' | 'banned'

interface Waiter {
  readonly lane: Lane
  readonly settle: (result: Result<Slot, Refusal>) => void
}

export class Throttle {
  readonly limit: Limit
  /** Slots only the act lane may take. */
  readonly reserved: number
  readonly #clock: Clock
  readonly #gate: HostGate
  readonly #queues: Readonly<Record<Lane, Waiter[]>> = { act: [], verify: [], poll: [] }
  /** When each slot in use is free again: Infinity while its call is under way. */
  #busyUntil = new Map<Slot, number>()
  #cancelWake: () => void = () => undefined

  constructor(clock: Clock, gate: HostGate, limit: Limit) {
    this.#clock = clock
    this.#gate = gate
    this.limit = limit
    this.reserved = Math.min(Math.ceil(limit.count * RESERVED_SHARE), limit.count - 1)
  }

  /** Waits for a slot: first come first served within a lane, lanes in the order act, verify, poll. */
  acquire(lane: Lane, signal: AbortSignal): Promise<Result<Slot, Refusal>> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve(err('aborted'))
      const queue = this.#queues[lane]
      const waiter: Waiter = {
        lane,
        settle: (result) => {
          signal.removeEventListener('abort', onAbort)
          resolve(result)
        },
      }
      const onAbort = (): void => {
        queue.splice(queue.indexOf(waiter), 1)
        waiter.settle(err('aborted'))
        this.pump()
      }
      signal.addEventListener('abort', onAbort, { once: true })
      queue.push(waiter)
      this.pump()
    })
  }

  used(): number {
    this.#release()
    return this.#busyUntil.size
  }

  waiting(): number {
    return LANES.reduce((count, lane) => count + this.#queues[lane].length, 0)
  }

  /** Lets go whoever may go now and wakes up when the next one may. To be called when the host gate changed. */
  pump(): void {
    this.#cancelWake()
    this.#cancelWake = () => undefined
    if (this.#gate.state() === 'banned') {
      // Waiting out a ban in a queue would fire old orders into a later market.
      for (const lane of LANES) for (const waiter of this.#queues[lane].splice(0)) waiter.settle(err('banned'))
      return
    }
    let wakeIn = Infinity
    for (const lane of LANES) {
      const queue = this.#queues[lane]
      while (queue.length > 0) {
        const delay = Math.max(this.#gate.pauseFor(lane), this.#freeIn(lane))
        if (delay > 0) {
          wakeIn = Math.min(wakeIn, delay)
          break
        }
        queue.shift()?.settle(ok(this.#take()))
      }
    }
    if (wakeIn < Infinity) this.#cancelWake = this.#clock.after(wakeIn, () => this.pump())
  }

  /** Drops the wake-up; whoever waits must be told by its own signal. */
  close(): void {
    this.#cancelWake()
  }

  /** Ms until this lane finds a free slot: 0 now, Infinity when that depends on an answer still to come. */
  #freeIn(lane: Lane): number {
    this.#release()
    const allowed = lane === 'act' ? this.limit.count : this.limit.count - this.reserved
    const excess = this.#busyUntil.size - allowed
    if (excess < 0) return 0
    const soonest = [...this.#busyUntil.values()].sort((a, b) => a - b)
    return (soonest[excess] ?? Infinity) - this.#clock.mono()
  }

  #release(): void {
    const now = this.#clock.mono()
    for (const [slot, until] of this.#busyUntil) if (until <= now) this.#busyUntil.delete(slot)
  }

  #take(): Slot {
    const freeAt = (at: number): void => {
      if (this.#busyUntil.get(slot) !== Infinity) return
      this.#busyUntil.set(slot, at)
      this.pump()
    }
    const slot: Slot = {
      answered: () => freeAt(this.#clock.mono() + this.limit.windowMs + MARGIN_MS),
      lost: (deadlineAt) => freeAt(Math.max(deadlineAt, this.#clock.mono()) + this.limit.windowMs + MARGIN_MS),
      unused: () => freeAt(-Infinity),
    }
    this.#busyUntil.set(slot, Infinity)
    return slot
  }
}
