/**
 * Who of the calls waiting for one host goes next: a call goes when its endpoint's limit, the host's weight limit and
 * the host's gate all allow it. Lanes go in their order across all endpoints of the host, and part of every limit is for
 * the act lane alone, so that no poll and no order that adds risk, waiting or sent, stands before a cancel.
 */
import type { Clock } from '#shared/domain/clock.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import type { Lane } from '../port.ts'
import type { Limit } from '../profile/dialect.ts'
import type { HostGate } from './host-gate.ts'
import { Pool } from './pool.ts'

const LANES: readonly Lane[] = ['act', 'verify', 'place', 'poll']
const WEIGHT_WINDOW_MS = 60_000

/** The right to send one call. Exactly one of the three must be said when it is over; further ones change nothing. */
export interface Slot {
  /** The whole answer is here, whatever it says: what the call took is free in one window. */
  answered(): void
  /** No answer came; the call may still arrive until `deadlineAt` (monotonic ms): free one window after that. */
  lost(deadlineAt: number): void
  /** Nothing was sent: free at once. */
  unused(): void
}

export type Refusal = 'aborted' | 'banned'

/** How often an endpoint may be called, and what a call counts against the host's weight. */
export interface Pace {
  readonly limit: Limit
  readonly weight: number
}

interface Endpoint {
  readonly pool: Pool
  readonly weight: number
  readonly queues: Readonly<Record<Lane, Waiter[]>>
}

interface Waiter {
  readonly endpoint: Endpoint
  readonly weight: number
  /** Counts up with every call of the host. */
  readonly number: number
  readonly settle: (result: Result<Slot, Refusal>) => void
}

export class Throttle {
  readonly #clock: Clock
  readonly #gate: HostGate
  readonly #weights: Pool | null
  readonly #mostWeight: number
  readonly #endpoints: ReadonlyMap<string, Endpoint>
  #asked = 0
  #cancelWake: () => void = () => undefined
  readonly #onCall: () => void

  /**
   * For the endpoints of one host by name.
   * `weightPerMinute`: what the host takes of all of them together; null: no limit. `onCall`: told before each call.
   */
  constructor(
    clock: Clock,
    gate: HostGate,
    paces: ReadonlyMap<string, Pace>,
    weightPerMinute: number | null,
    onCall: () => void = () => undefined,
  ) {
    this.#clock = clock
    this.#onCall = onCall
    this.#gate = gate
    // A call heavier than all a host takes in a minute goes alone rather than never.
    const weightOf = (pace: Pace): number => Math.min(pace.weight, weightPerMinute ?? Infinity)
    const heaviest = Math.max(...[...paces.values()].map(weightOf))
    const perMinute = weightPerMinute === null ? null : { count: weightPerMinute, windowMs: WEIGHT_WINDOW_MS }
    this.#weights = perMinute && new Pool(clock, perMinute, heaviest)
    this.#mostWeight = this.#weights === null ? Infinity : this.#weights.limit.count - this.#weights.reserved
    this.#endpoints = new Map(
      [...paces].map(([name, pace]) => [
        name,
        {
          pool: new Pool(clock, pace.limit),
          weight: weightOf(pace),
          queues: { act: [], verify: [], place: [], poll: [] },
        },
      ]),
    )
  }

  /**
   * Waits for a slot: first come first served within a lane of an endpoint. `weight`: where this call counts more than
   * others of its endpoint.
   */
  acquire(name: string, lane: Lane, signal: AbortSignal, weight = 0): Promise<Result<Slot, Refusal>> {
    const endpoint = this.#endpoint(name)
    return new Promise((resolve) => {
      if (signal.aborted) return resolve(err('aborted'))
      const queue = endpoint.queues[lane]
      const waiter: Waiter = {
        endpoint,
        weight: Math.min(Math.max(weight, endpoint.weight), this.#mostWeight),
        number: this.#asked++,
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

  /**
   * Another process may have used every limit up to `lastArrival` (monotonic ms), and `weight` of the host's: each is
   * free again one window after that.
   */
  assumeUsed(lastArrival: number, weight: number): void {
    for (const { pool } of this.#endpoints.values()) {
      pool.take(pool.limit.count)
      pool.release(pool.limit.count, lastArrival)
    }
    const taken = Math.min(weight, this.#weights?.limit.count ?? 0)
    this.#weights?.take(taken)
    this.#weights?.release(taken, lastArrival)
  }

  /** What of an endpoint's limit is taken now, and how many calls wait for it; of them those in the act lane. */
  use(name: string): {
    readonly limit: Limit
    readonly used: number
    readonly freeInMs: readonly number[]
    readonly reserved: number
    readonly waiting: number
    readonly exitsWaiting: number
  } {
    const { pool, queues } = this.#endpoint(name)
    const waiting = LANES.reduce((count, lane) => count + queues[lane].length, 0)
    const { limit, reserved } = pool
    return { limit, used: pool.used(), freeInMs: pool.frees(), reserved, waiting, exitsWaiting: queues.act.length }
  }

  /** What of the host's weight per minute is taken now; null when it has no such limit. */
  weight(): { readonly limit: number; readonly used: number; readonly reserved: number } | null {
    const weights = this.#weights
    return weights && { limit: weights.limit.count, used: weights.used(), reserved: weights.reserved }
  }

  /** Lets go whoever may go now and wakes up when the next one may. To be called when the host gate changed. */
  pump(): void {
    this.#cancelWake()
    this.#cancelWake = () => undefined
    if (this.#gate.state() === 'banned') return this.#refuseAll()
    const wakeIn = this.#letGo()
    if (wakeIn < Infinity) this.#cancelWake = this.#clock.after(wakeIn, () => this.pump())
  }

  /** Ms until somebody may go who may not now; Infinity when nobody waits, or only for answers still to come. */
  #letGo(): number {
    let wakeIn = Infinity
    for (const lane of LANES) {
      const full = new Set<Endpoint>()
      for (;;) {
        const waiter = this.#next(lane, full)
        if (!waiter) break
        const { endpoint, weight } = waiter
        const delay = Math.max(this.#gate.pauseFor(lane), endpoint.pool.freeIn(1, lane))
        if (delay > 0) {
          full.add(endpoint)
          wakeIn = Math.min(wakeIn, delay)
          continue
        }
        const weightDelay = this.#weights?.freeIn(weight, lane) ?? 0
        // Nobody passes a call that waits for weight: lighter ones would keep it waiting for ever.
        if (weightDelay > 0) return Math.min(wakeIn, weightDelay)
        endpoint.queues[lane].shift()
        waiter.settle(ok(this.#take(endpoint, weight)))
      }
    }
    return wakeIn
  }

  /** Whoever waits longest in a lane, of the endpoints that are not full. */
  #next(lane: Lane, full: ReadonlySet<Endpoint>): Waiter | undefined {
    let next: Waiter | undefined
    for (const endpoint of this.#endpoints.values()) {
      const head = endpoint.queues[lane][0]
      if (head && !full.has(endpoint) && (!next || head.number < next.number)) next = head
    }
    return next
  }

  /** Waiting out a ban in a queue would fire old orders into a later market. */
  #refuseAll(): void {
    for (const { queues } of this.#endpoints.values()) {
      for (const lane of LANES) for (const waiter of queues[lane].splice(0)) waiter.settle(err('banned'))
    }
  }

  #take({ pool }: Endpoint, weight: number): Slot {
    pool.take(1)
    this.#weights?.take(weight)
    this.#gate.went()
    this.#onCall()
    let isOver = false
    const over = (lastArrival: number): void => {
      if (isOver) return
      isOver = true
      pool.release(1, lastArrival)
      this.#weights?.release(weight, lastArrival)
      this.pump()
    }
    return {
      answered: () => over(this.#clock.mono()),
      lost: (deadlineAt) => over(Math.max(deadlineAt, this.#clock.mono())),
      unused: () => over(-Infinity),
    }
  }

  #endpoint(name: string): Endpoint {
    const endpoint = this.#endpoints.get(name)
    if (!endpoint) throw new Error(`expected an endpoint of this host, was ${name}`)
    return endpoint
  }
}
