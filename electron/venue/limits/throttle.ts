/**
 * Decides which call to a host goes next. A call goes when its endpoint's limit, the host's weight limit and the host's
 * gate all allow it. Lanes go in order across all endpoints, and a part of every limit is reserved for the `act` lane,
 * so no poll and no order that adds risk ever delays a cancel. Within a lane writes go before reads: a cancel that is
 * ready never waits for what another exit still has to read.
 */
import { WEIGHT_WINDOW_MS } from '#shared/domain/budget.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import type { Lane } from '../port.ts'
import type { Limit } from '../profile/dialect.ts'
import type { HostGate } from './host-gate.ts'
import { Pool } from './pool.ts'

const LANES: readonly Lane[] = ['act', 'verify', 'place', 'poll']

/** The right to send one request. Its end is reported through one of these functions; a second report is ignored. */
export interface Slot {
  /** The whole answer is here, good or bad: the place is free after one window. */
  answered(): void
  /**
   * No answer came. The call may still arrive until `deadlineAt` (monotonic ms); the place is free one window later.
   */
  lost(deadlineAt: number): void
  /** Nothing was sent: the place is free at once. */
  unused(): void
}

export type Refusal = 'aborted' | 'banned'

/** How often an endpoint may be called, and what a call counts towards the host's weight. */
export interface Pace {
  readonly limit: Limit
  readonly weight: number
  /** Whether a call changes something at the venue. */
  readonly isWrite: boolean
}

interface Endpoint {
  readonly pool: Pool
  readonly weight: number
  readonly isWrite: boolean
  readonly queues: Readonly<Record<Lane, Waiter[]>>
}

interface Waiter {
  readonly endpoint: Endpoint
  readonly weight: number
  /** Increases with every call to the host. */
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
   * `paces`: by endpoint. `weightPerMinute`: for all endpoints of the host together; null: no limit. `onCall`: called
   * before each call is sent.
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
    // A call heavier than a whole minute's weight is sent alone rather than never.
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
          isWrite: pace.isWrite,
          queues: { act: [], verify: [], place: [], poll: [] },
        },
      ]),
    )
  }

  /**
   * Waits for a slot, first come first served within a lane of an endpoint. `weight`: for a call that counts more than
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
   * Another process may have used all of every limit until `lastArrival` (monotonic ms), and `weight` of the host's
   * weight. All of that is free again one window later. Exits keep their part of the weight, which is counted over a
   * minute, because the record may be wrong.
   */
  assumeUsed(lastArrival: number, weight: number): void {
    for (const { pool } of this.#endpoints.values()) {
      pool.take(pool.limit.count)
      pool.release(pool.limit.count, lastArrival)
    }
    const taken = Math.min(weight, this.#weights === null ? 0 : this.#mostWeight)
    this.#weights?.take(taken)
    this.#weights?.release(taken, lastArrival)
  }

  /** How much of an endpoint's limit is in use, and how many calls wait for it, in all lanes and in the `act` lane. */
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

  /** How much of the host's weight per minute is in use; null: it has no such limit. */
  weight(): { readonly limit: number; readonly used: number; readonly reserved: number } | null {
    const weights = this.#weights
    return weights && { limit: weights.limit.count, used: weights.used(), reserved: weights.reserved }
  }

  /** Sends every call that may go now, and sets a timer for the next one. Call it when the host gate has changed. */
  pump(): void {
    this.#cancelWake()
    this.#cancelWake = () => undefined
    this.#refuseShut()
    const wakeIn = this.#letGo()
    if (wakeIn < Infinity) this.#cancelWake = this.#clock.after(wakeIn, () => this.pump())
  }

  /**
   * Sends the calls that may go. Returns ms until the next one; Infinity: none waits, or all wait for outstanding
   * answers.
   */
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
        // No call may overtake a call that waits for weight: lighter calls would keep it waiting for ever.
        if (weightDelay > 0) return Math.min(wakeIn, weightDelay)
        endpoint.queues[lane].shift()
        waiter.settle(ok(this.#take(endpoint, weight)))
      }
    }
    return wakeIn
  }

  /** The write that has waited longest in a lane, or else the read, among endpoints that are not full. */
  #next(lane: Lane, full: ReadonlySet<Endpoint>): Waiter | undefined {
    let next: Waiter | undefined
    for (const endpoint of this.#endpoints.values()) {
      const head = endpoint.queues[lane][0]
      if (head && !full.has(endpoint) && (!next || goesBefore(head, next))) next = head
    }
    return next
  }

  /**
   * Refuses the calls that a ban holds up. A call that waited out a ban would send an old order into a later market.
   */
  #refuseShut(): void {
    for (const lane of LANES.filter((each) => this.#gate.isShut(each))) {
      for (const { queues } of this.#endpoints.values()) {
        for (const waiter of queues[lane].splice(0)) waiter.settle(err('banned'))
      }
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

function goesBefore(one: Waiter, other: Waiter): boolean {
  if (one.endpoint.isWrite !== other.endpoint.isWrite) return one.endpoint.isWrite
  return one.number < other.number
}
