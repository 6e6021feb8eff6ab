/**
 * How long a plan takes that was shown and is carried out: the executor of the desk played through against the rate
 * pools, the pauses and the queues of exits as they stand. Cancels first, then closes (positions side by side, each once
 * its contract's cancels are through, slices one after the other), then all else; every effect is looked for in a read.
 */
import { instrumentKey, type Area } from '../domain/instrument.ts'
import { isOffered } from '../domain/offered.ts'
import type { Order } from '../domain/order.ts'
import { EXIT_SPACING_MS, type HostBudget, type PoolBudget } from '../domain/budget.ts'
import { draftFlatten } from './compile/close-all.ts'
import type { DeskView, Pace } from './facts.ts'
import type { CancelRequest, CloseRequest, PlaceRequest, ProtectRequest, SellRequest } from './plan.ts'

/** Ids of a pair one batch cancel takes. */
export const BATCH_SIZE = 10

/** Calls that cancel on their way at the same time. */
export const CANCELS_AT_ONCE = 20

/** Where positions are read. */
const POSITIONS = 'contract.account'

/** The desk waits this long before it looks for an effect, and this long before it looks again. */
const LOOK_MS = 250
const SECOND_LOOK_MS = 500

/** Assumed while none was measured, as likely as not and 19 times in 20; what was measured doubles. */
const USUAL_ROUND_TRIP_MS = 250
const SLOW_ROUND_TRIP_MS = 1_000
const SLOW_FACTOR = 2

/** What a pool that we are not told of is taken to be: the strictest limit venues publish. */
const STRICTEST = { limit: 20, windowMs: 2_000, used: 0, reserved: 5 }

/** What of a request has to do with when it is sent. */
export type TimedLeg =
  | Pick<CancelRequest, 'kind' | 'area' | 'instrument' | 'orderId'>
  | Pick<CloseRequest, 'kind' | 'area' | 'instrument' | 'positionKey'>
  | Pick<SellRequest | ProtectRequest | PlaceRequest, 'kind' | 'area' | 'instrument'>

type TimedCancel = Extract<TimedLeg, { kind: 'cancel' }>
type TimedClose = Extract<TimedLeg, { kind: 'close' }>

/**
 * Which of `legs` an exit that has not left yet waits for, so that it is looked for as exits go: cancels of what a close
 * of the same contract needs free, and all of them where something is sold or protected afterwards.
 */
export function waitedFor(legs: readonly TimedLeg[]): (leg: TimedLeg) => boolean {
  const closing = new Set(legs.flatMap(({ kind, instrument }) => (kind === 'close' ? [instrument] : [])))
  const isExitLeft = legs.some(({ kind }) => kind === 'sell' || kind === 'protect')
  return ({ area, instrument }) => isExitLeft || (area === 'contract' && closing.has(instrument))
}

/** Until every effect was seen, ms: as likely as not, and 19 times in 20. */
export interface TimeRange {
  readonly likelyMs: number
  readonly p95Ms: number
}

export interface Prediction extends TimeRange {
  /** When each leg is sent at the earliest, ms from the start. */
  readonly legs: readonly number[]
  /** Calls that change something: a batch cancel counts once. */
  readonly requests: number
}

/**
 * `looksAgain`: the account is read once more at the end, to see that nothing is left. `orders`: those known; one that
 * only opens locks nothing, so no close waits until it is gone.
 */
export function predict(
  legs: readonly TimedLeg[],
  pace: Pace,
  looksAgain = false,
  orders: readonly Pick<Order, 'action' | 'orderId'>[] = [],
): Prediction {
  const { roundTripMs } = pace
  const opening = new Set(orders.flatMap(({ action, orderId }) => (action === 'open' ? [orderId] : [])))
  const how = { looksAgain, opening }
  const usual = play(legs, pace, roundTripMs ?? USUAL_ROUND_TRIP_MS, how)
  const slowTrip = roundTripMs === null ? SLOW_ROUND_TRIP_MS : roundTripMs * SLOW_FACTOR
  const slow = play(legs, pace, slowTrip, how)
  // In each phase something is seen only at the second look.
  const again = slow.phases * (SECOND_LOOK_MS + slowTrip)
  return { legs: usual.starts, requests: usual.requests, likelyMs: usual.endMs, p95Ms: slow.endMs + again }
}

/**
 * How long it would take to cancel every open order and close every position known now; zero when there is nothing to do,
 * null when the positions are not known.
 */
export function timeToFlatten(view: DeskView): TimeRange | null {
  if (view.positions === null) return null
  const draft = draftFlatten('keep', { ...view, depths: [], canceled: [], unread: [] }, () => '')
  if (!draft.ok) return { likelyMs: 0, p95Ms: 0 }
  const { likelyMs, p95Ms } = predict(draft.value.legs, view.pace, true, view.orders)
  return { likelyMs, p95Ms }
}

/** One call of a step; `legs`: those it carries, by their place in the plan. */
interface Call {
  readonly pool: string
  readonly legs?: readonly number[]
  /** An exit, or a read that one needs: it may take the reserve and does not wait out a pause. */
  readonly isExit: boolean
}

/** Calls that go out side by side, once `waitMs` have passed since the answers to the step before. */
interface Step {
  readonly waitMs: number
  readonly calls: readonly Call[]
}

/** Steps one after the other, from `at` on. */
interface Track {
  readonly at: number
  readonly steps: readonly Step[]
}

interface Indexed<T extends TimedLeg> {
  readonly request: T
  readonly index: number
}

interface Played {
  readonly starts: readonly number[]
  readonly requests: number
  readonly endMs: number
  readonly phases: number
}

function play(
  legs: readonly TimedLeg[],
  pace: Pace,
  roundTripMs: number,
  { looksAgain, opening }: { readonly looksAgain: boolean; readonly opening: ReadonlySet<string> },
): Played {
  const venue = new Venue(pace, roundTripMs, legs.length)
  const indexed = legs.map((request, index) => ({ request, index }))
  const cancels = indexed.filter((leg): leg is Indexed<TimedCancel> => leg.request.kind === 'cancel')
  const closes = indexed.filter((leg): leg is Indexed<TimedClose> => leg.request.kind === 'close')
  const others = indexed.filter(({ request }) => request.kind !== 'cancel' && request.kind !== 'close')
  const gone = playCancels(cancels, opening, waitedFor(legs), venue)
  const closed = venue.run(closeTracks(closes, gone))
  const next = Math.max(gone.answered, closed)
  const placed = venue.run(
    others.map((leg) => ({
      at: leg.request.kind === 'sell' ? Math.max(next, gone.spot) : next,
      steps: otherSteps(leg),
    })),
  )
  const done = Math.max(gone.settled, closed, placed)
  const endMs = looksAgain && legs.length > 0 ? venue.run([{ at: done, steps: [freshLook(legs)] }]) : done
  const phases = [cancels, closes, others].filter(({ length }) => length > 0).length
  return { starts: venue.starts, requests: venue.requests, endMs, phases }
}

/** When cancels are through, ms. */
interface Gone {
  /** All were answered, and their common looks are over. */
  readonly answered: number
  /** Each is known to be gone: all of them, those on Spot; and what closes of an instrument wait for. */
  readonly settled: number
  readonly spot: number
  readonly of: ReadonlyMap<string, number>
}

function playCancels(
  cancels: readonly Indexed<TimedCancel>[],
  opening: ReadonlySet<string>,
  isWaitedFor: (leg: TimedLeg) => boolean,
  venue: Venue,
): Gone {
  const onTheirWay: { readonly [A in Area]: number[] } = { spot: [], contract: [] }
  const groups = [...Map.groupBy(cancels, ({ request }) => instrumentKey(request.area, request.instrument))]
  const sent = groups.map(([key, own]) => {
    const area = own[0]?.request.area ?? 'contract'
    const answers = callsOf(area, own, venue.takesBatches).map((call) => {
      const answered = venue.call(call, onTheirWay[area].at(-CANCELS_AT_ONCE) ?? 0)
      onTheirWay[area].push(answered)
      return answered
    })
    const locks = own.some(({ request }) => !opening.has(request.orderId))
    const isExit = own.some(({ request }) => isWaitedFor(request))
    return { key, area, isOne: own.length === 1, isExit, locks, answered: Math.max(...answers) }
  })
  // One list of open orders tells of all cancels of an instrument; a single order is asked for by its id.
  const looks = sent.map(({ area, isOne, isExit, answered }) => ({
    at: answered,
    steps: [look(`${area}.${isOne ? 'order' : 'openOrders'}`, isExit)],
  }))
  const settled = venue.ends(looks)
  const of = new Map(sent.map(({ key, locks, answered }, at) => [key, locks ? (settled[at] ?? 0) : answered]))
  const answered = sent.map((group, at) => (group.isOne ? group.answered : (settled[at] ?? 0)))
  const spot = settled.filter((_, at) => sent[at]?.area === 'spot')
  return { answered: Math.max(0, ...answered), settled: Math.max(0, ...settled), spot: Math.max(0, ...spot), of }
}

/** Where a venue offers it, Spot takes several orders of a pair at once. */
function callsOf(area: Area, own: readonly Indexed<TimedCancel>[], takesBatches: boolean): Call[] {
  const size = area === 'spot' && takesBatches ? BATCH_SIZE : 1
  return Array.from({ length: Math.ceil(own.length / size) }, (_, call) => {
    const legs = own.slice(call * size, (call + 1) * size).map(({ index }) => index)
    return { pool: legs.length > 1 ? 'spot.batchCancel' : `${area}.cancelOrder`, legs, isExit: true }
  })
}

/**
 * What was read when the plan was shown says nothing any more when it is carried out: each slice is sent after a read.
 */
function closeTracks(closes: readonly Indexed<TimedClose>[], { of }: Gone): Track[] {
  const reads = [POSITIONS, 'contract.openOrders'].map((pool) => ({ pool, isExit: true }))
  const room: Step = { waitMs: 0, calls: reads }
  return [...Map.groupBy(closes, ({ request }) => request.positionKey).values()].map((slices) => ({
    at: of.get(instrumentKey('contract', slices[0]?.request.instrument ?? '')) ?? 0,
    steps: slices.flatMap(({ index }) => [
      room,
      { waitMs: 0, calls: [{ pool: 'contract.placeOrder', legs: [index], isExit: true }] },
      look('contract.order', true),
    ]),
  }))
}

function otherSteps({ request, index }: Indexed<TimedLeg>): Step[] {
  // No read shows a condition order: its reply is all there is.
  const isExit = request.kind !== 'place'
  if (request.kind === 'protect')
    return [{ waitMs: 0, calls: [{ pool: 'contract.conditionOrder', legs: [index], isExit }] }]
  return [{ waitMs: 0, calls: [{ pool: 'spot.placeOrder', legs: [index], isExit }] }, look('spot.order', false)]
}

function look(pool: string, isExit: boolean): Step {
  return { waitMs: LOOK_MS, calls: [{ pool, isExit }] }
}

/** Positions, balances, and the orders of every instrument touched. */
function freshLook(legs: readonly TimedLeg[]): Step {
  const touched = new Map(legs.map(({ area, instrument }) => [instrumentKey(area, instrument), area]))
  const pools = [POSITIONS, 'spot.account', ...[...touched.values()].map((area) => `${area}.openOrders`)]
  return { waitMs: 0, calls: pools.map((pool) => ({ pool, isExit: false })) }
}

/** When calls go out and are answered, given what every pool still holds, and what the venue asked of our pace. */
class Venue {
  readonly starts: number[]
  requests = 0
  readonly takesBatches: boolean
  readonly #roundTripMs: number
  readonly #pools: ReadonlyMap<string, PoolBudget>
  readonly #hosts: ReadonlyMap<string, HostBudget>
  /** The last read of the positions: one call answers all who ask in the same moment. */
  #asked = { at: -1, answered: 0 }
  /** For each pool when what it holds is free again, soonest first. */
  readonly #free = new Map<string, number[]>()
  /** When the newest exit left each area. */
  readonly #newest = new Map<string, number>()

  constructor({ pools, hosts = [] }: Pace, roundTripMs: number, legs: number) {
    this.#pools = new Map(pools.map((pool) => [pool.pool, pool]))
    this.#hosts = new Map(hosts.map((host) => [host.area, host]))
    this.#roundTripMs = roundTripMs
    this.takesBatches = isOffered('spot.batchCancel', pools)
    this.starts = Array.from({ length: legs }, () => 0)
    // What others have asked for already goes before.
    for (const { pool, exitsWaiting = 0 } of pools)
      for (let nth = 0; nth < exitsWaiting; nth++) this.call({ pool, isExit: true }, 0)
  }

  /** Plays the tracks side by side, the one that is ready first goes first; the end of the last, 0 without any. */
  run(tracks: readonly Track[]): number {
    return Math.max(0, ...this.ends(tracks))
  }

  /** The same; the end of each. */
  ends(tracks: readonly Track[]): readonly number[] {
    const running = tracks.map(({ at, steps }) => ({ at, steps: [...steps] }))
    for (let going = running; going.length > 0; going = going.filter(({ steps }) => steps.length > 0)) {
      const next = going.reduce((first, track) => (readyAt(track) < readyAt(first) ? track : first))
      const ready = readyAt(next)
      const { calls = [] } = next.steps.shift() ?? {}
      next.at = Math.max(
        ready,
        ...calls.map((call) => (call.pool === POSITIONS ? this.#positions(call, ready) : this.call(call, ready))),
      )
    }
    return running.map(({ at }) => at)
  }

  #positions(call: Call, ready: number): number {
    if (this.#asked.at !== ready) this.#asked = { at: ready, answered: this.call(call, ready) }
    return this.#asked.answered
  }

  /** The earliest moment from `at` on at which the venue lets a call of `area` leave. */
  #admitted(area: string, isExit: boolean, at: number): number {
    const host = this.#hosts.get(area)
    if (host === undefined || host.state === 'open') return at
    const opens = Math.max(at, host.resumesInMs)
    if (!isExit || host.state === 'banned') return opens
    const next = (this.#newest.get(area) ?? -Infinity) + EXIT_SPACING_MS
    return Math.min(opens, Math.max(at, host.exitsInMs ?? opens, next))
  }

  /** Sends one call at `ready` or as soon as its pool and its host allow; gives when it is answered. */
  call({ pool: name, legs, isExit }: Call, ready: number): number {
    const { limit, windowMs, reserved, ...taken } = this.#pools.get(name) ?? STRICTEST
    const free = this.#free.get(name) ?? freeTimes(taken, windowMs)
    this.#free.set(name, free)
    // Only what acts may take the reserve.
    const allowed = Math.max(1, isExit ? limit : limit - reserved)
    const area = name.split('.', 1)[0] ?? ''
    const start = this.#admitted(area, isExit, Math.max(ready, free.at(-allowed) ?? 0))
    if (isExit) this.#newest.set(area, start)
    const answered = start + this.#roundTripMs
    const freeAt = answered + windowMs
    free.splice(free.findLastIndex((earlier) => earlier <= freeAt) + 1, 0, freeAt)
    for (const leg of legs ?? []) this.starts[leg] = start
    if (legs) this.requests++
    return answered
  }
}

/** When what a pool holds now is free again, soonest first; of calls that are on their way after a window at most. */
function freeTimes({ used, freeInMs = [] }: Pick<PoolBudget, 'used' | 'freeInMs'>, windowMs: number): number[] {
  return [...freeInMs, ...Array.from({ length: Math.max(0, used - freeInMs.length) }, () => windowMs)]
}

function readyAt({ at, steps }: { readonly at: number; readonly steps: readonly Step[] }): number {
  return at + (steps[0]?.waitMs ?? 0)
}
