/**
 * Predicts how long a plan takes. It simulates the desk's executor against the present state of the rate pools, the
 * pauses and the exits that already wait. Cancels go first. Closes follow: positions in parallel, each once the cancels
 * on its contract are done, and the slices of a position one after another. Then comes everything else. A read verifies
 * every effect.
 */
import { instrumentKey, refKey, type Area } from '../domain/instrument.ts'
import { isOffered } from '../domain/offered.ts'
import type { Order } from '../domain/order.ts'
import { EXIT_SPACING_MS, type HostBudget, type PoolBudget } from '../domain/budget.ts'
import { draftFlatten } from './compile/close-all.ts'
import type { DeskView, Pace } from './facts.ts'
import type { CancelRequest, CloseRequest, PlaceRequest, ProtectRequest, SellRequest } from './plan.ts'

/** The most order ids one batch cancel of a pair takes. */
export const BATCH_SIZE = 10

/** The most cancel calls in flight at once. */
export const CANCELS_AT_ONCE = 20

/** The rate pool of position reads. */
const POSITIONS = 'contract.account'

/** How long the desk waits before it first verifies an effect, and before it tries again. */
const LOOK_MS = 250
const SECOND_LOOK_MS = 500

/**
 * Round trips assumed before one was measured: likely, and 95th percentile. A measured one is doubled for the latter.
 */
const USUAL_ROUND_TRIP_MS = 250
const SLOW_ROUND_TRIP_MS = 1_000
const SLOW_FACTOR = 2

/** For an unknown pool: the strictest limit that venues publish. */
const STRICTEST = { limit: 20, windowMs: 2_000, used: 0, reserved: 5 }

/** The fields of a request that its timing depends on. */
export type TimedLeg =
  | Pick<CancelRequest, 'kind' | 'area' | 'instrument' | 'orderId'>
  | Pick<CloseRequest, 'kind' | 'area' | 'instrument' | 'positionKey'>
  | Pick<SellRequest | ProtectRequest | PlaceRequest, 'kind' | 'area' | 'instrument'>

/**
 * Whether a later exit waits for a cancel: a close of the same contract, or any sell or protective order. Such a cancel
 * is verified with the priority of exits.
 */
export function waitedFor(legs: readonly TimedLeg[]): (leg: TimedLeg) => boolean {
  const closing = new Set(legs.flatMap(({ kind, instrument }) => (kind === 'close' ? [instrument] : [])))
  const isExitLeft = legs.some(({ kind }) => kind === 'sell' || kind === 'protect')
  return ({ area, instrument }) => isExitLeft || (area === 'contract' && closing.has(instrument))
}

/** Time until every effect is verified, ms: likely, and 95th percentile. */
export interface TimeRange {
  readonly likelyMs: number
  readonly p95Ms: number
}

/**
 * Predicts the time of `legs`. Returns `legs`: the earliest start of each leg, ms from the start of the plan; and
 * `requests`: calls that change something, a batch cancel counting as one. `looksAgain`: the account is read once more
 * at the end. `orders`: the known open orders; no close waits for the cancel of an opening order, which locks no
 * contracts.
 */
export function predict(
  legs: readonly TimedLeg[],
  pace: Pace,
  looksAgain = false,
  orders: readonly Pick<Order, 'action' | 'orderId'>[] = [],
) {
  const { roundTripMs } = pace
  const opening = new Set(orders.flatMap(({ action, orderId }) => (action === 'open' ? [orderId] : [])))
  const how = { looksAgain, opening }
  const usual = play(legs, pace, roundTripMs ?? USUAL_ROUND_TRIP_MS, how)
  const slowTrip = roundTripMs === null ? SLOW_ROUND_TRIP_MS : roundTripMs * SLOW_FACTOR
  const slow = play(legs, pace, slowTrip, how)
  // The slow case assumes that each phase sees its effect only at its second look.
  const again = slow.phases * (SECOND_LOOK_MS + slowTrip)
  return { legs: usual.starts, requests: usual.requests, likelyMs: usual.endMs, p95Ms: slow.endMs + again }
}

/** How long a flatten that keeps Spot would take. */
export interface ExitTime extends TimeRange {
  /** Whether the account it was computed for had neither positions nor open orders. */
  readonly isFlat: boolean
}

/** How long a flatten would take now; zero if there is nothing to do, null if the positions are unknown. */
export function exitTime(view: DeskView): ExitTime | null {
  const { positions, orders, pace } = view
  if (positions === null) return null
  const isFlat = isFlatWith(positions, orders)
  const draft = draftFlatten(
    { kind: 'flatten', spot: 'keep' },
    { ...view, depths: [], canceled: [], unread: [] },
    () => '',
  )
  if (!draft.ok) return { likelyMs: 0, p95Ms: 0, isFlat }
  const { likelyMs, p95Ms } = predict(draft.value.legs, pace, true, orders)
  return { likelyMs, p95Ms, isFlat }
}

/** Whether there is nothing to cancel or close. */
export function isFlatWith(positions: readonly unknown[], orders: readonly unknown[]): boolean {
  return positions.length + orders.length === 0
}

/** One call of a step. `legs`: indexes of the plan's legs that it carries. */
interface Call {
  readonly pool: string
  readonly legs?: readonly number[]
  /**
   * Whether it is an exit, or a read that an exit needs. Such a call may use the reserve and does not wait for a pause
   * to end.
   */
  readonly isExit: boolean
}

/** Calls sent in parallel, `waitMs` after the previous step was answered. */
interface Step {
  readonly waitMs: number
  readonly calls: readonly Call[]
}

/** Steps that run one after the other, starting at `at`. */
interface Track {
  readonly at: number
  readonly steps: readonly Step[]
}

interface Indexed<K extends TimedLeg['kind']> {
  readonly request: Extract<TimedLeg, { readonly kind: K }>
  readonly index: number
}

function play(
  legs: readonly TimedLeg[],
  pace: Pace,
  roundTripMs: number,
  { looksAgain, opening }: { readonly looksAgain: boolean; readonly opening: ReadonlySet<string> },
) {
  const venue = new Venue(pace, roundTripMs, legs.length)
  const indexed = legs.map((request, index) => ({ request, index }))
  const cancels = indexed.filter((leg): leg is Indexed<'cancel'> => leg.request.kind === 'cancel')
  const closes = indexed.filter((leg): leg is Indexed<'close'> => leg.request.kind === 'close')
  const others = indexed.filter(({ request }) => request.kind !== 'cancel' && request.kind !== 'close')
  const gone = playCancels(cancels, opening, waitedFor(legs), venue)
  const closed = venue.run(closeTracks(closes, gone.of))
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

/**
 * When the cancels are done, ms. `answered`: all are answered, and the reads of lists that verify groups are over.
 * `settled`: all are verified; `spot`: those on Spot are verified. `of`: when the closes of each instrument may start.
 */
function playCancels(
  cancels: readonly Indexed<'cancel'>[],
  opening: ReadonlySet<string>,
  isWaitedFor: (leg: TimedLeg) => boolean,
  venue: Venue,
) {
  const onTheirWay: { readonly [A in Area]: number[] } = { spot: [], contract: [] }
  const groups = [...Map.groupBy(cancels, ({ request }) => refKey(request))]
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
  // Several cancels of an instrument are verified by its list of open orders, a single one by its id.
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

/** On Spot one call can cancel several orders of a pair, if the venue offers it. */
function callsOf(area: Area, own: readonly Indexed<'cancel'>[], takesBatches: boolean): Call[] {
  const size = area === 'spot' && takesBatches ? BATCH_SIZE : 1
  return Array.from({ length: Math.ceil(own.length / size) }, (_, call) => {
    const legs = own.slice(call * size, (call + 1) * size).map(({ index }) => index)
    return { pool: legs.length > 1 ? 'spot.batchCancel' : `${area}.cancelOrder`, legs, isExit: true }
  })
}

/** A fresh read comes before each slice, because the plan's own read is too old by then. */
function closeTracks(closes: readonly Indexed<'close'>[], of: ReadonlyMap<string, number>): Track[] {
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

function otherSteps({ request, index }: Indexed<TimedLeg['kind']>): Step[] {
  // No read shows a conditional order, so its reply is the only proof.
  const isExit = request.kind !== 'place'
  if (request.kind === 'protect')
    return [{ waitMs: 0, calls: [{ pool: 'contract.conditionOrder', legs: [index], isExit }] }]
  return [{ waitMs: 0, calls: [{ pool: 'spot.placeOrder', legs: [index], isExit }] }, look('spot.order', false)]
}

function look(pool: string, isExit: boolean): Step {
  return { waitMs: LOOK_MS, calls: [{ pool, isExit }] }
}

/** Reads the positions, the balances and the orders of every instrument touched. */
function freshLook(legs: readonly TimedLeg[]): Step {
  const touched = new Map(legs.map(({ area, instrument }) => [instrumentKey(area, instrument), area]))
  const pools = [POSITIONS, 'spot.account', ...[...touched.values()].map((area) => `${area}.openOrders`)]
  return { waitMs: 0, calls: pools.map((pool) => ({ pool, isExit: false })) }
}

/** Simulates when calls are sent and answered, from the state of every pool and the pauses the venue asked for. */
class Venue {
  readonly starts: number[]
  requests = 0
  readonly takesBatches: boolean
  readonly #roundTripMs: number
  readonly #pools: ReadonlyMap<string, PoolBudget>
  readonly #hosts: ReadonlyMap<string, HostBudget>
  /** The last read of positions, shared by all tracks that need one at the same moment. */
  #asked = { at: -1, answered: 0 }
  /** For each pool, when its used slots become free, soonest first. */
  readonly #free = new Map<string, number[]>()
  /** When the newest exit in each area was sent. */
  readonly #newest = new Map<string, number>()

  constructor({ pools, hosts = [] }: Pace, roundTripMs: number, legs: number) {
    this.#pools = new Map(pools.map((pool) => [pool.pool, pool]))
    this.#hosts = new Map(hosts.map((host) => [host.area, host]))
    this.#roundTripMs = roundTripMs
    this.takesBatches = isOffered('spot.batchCancel', pools)
    this.starts = Array.from({ length: legs }, () => 0)
    // Exits already in the queue go first.
    for (const { pool, exitsWaiting = 0 } of pools)
      for (let nth = 0; nth < exitsWaiting; nth++) this.call({ pool, isExit: true }, 0)
  }

  /**
   * Runs the tracks in parallel; the one ready first goes first. Returns the end of the last one, or 0 without tracks.
   */
  run(tracks: readonly Track[]): number {
    return Math.max(0, ...this.ends(tracks))
  }

  /** As `run`, but returns the end of each track. */
  ends(tracks: readonly Track[]): readonly number[] {
    const running = tracks.map(({ at, steps }, index) => ({ index, at, steps, done: 0 }))
    /** Sorted so that `pop` gives the track that is ready soonest; ties go to the first track. */
    const waiting: { readonly ready: number; readonly track: (typeof running)[number] }[] = []
    const wait = (track: (typeof running)[number]): void => {
      const step = track.steps[track.done]
      if (step === undefined) return
      const ready = track.at + step.waitMs
      const isLater = (place: number): boolean => {
        const other = waiting[place]
        return (
          other !== undefined && (other.ready > ready || (other.ready === ready && other.track.index > track.index))
        )
      }
      waiting.splice(firstWhereNot(isLater, waiting.length), 0, { ready, track })
    }
    running.forEach(wait)
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { ready, track } = next
      const calls = track.steps[track.done]?.calls ?? []
      track.done += 1
      track.at = Math.max(
        ready,
        ...calls.map((call) => (call.pool === POSITIONS ? this.#positions(call, ready) : this.call(call, ready))),
      )
      wait(track)
    }
    return running.map(({ at }) => at)
  }

  #positions(call: Call, ready: number): number {
    if (this.#asked.at !== ready) this.#asked = { at: ready, answered: this.call(call, ready) }
    return this.#asked.answered
  }

  /** The earliest time from `at` on when a call to `area` may be sent. */
  #admitted(area: string, isExit: boolean, at: number): number {
    const host = this.#hosts.get(area)
    if (host === undefined || host.state === 'open') return at
    const opens = Math.max(at, host.resumesInMs)
    if (!isExit) return opens
    const next = (this.#newest.get(area) ?? -Infinity) + EXIT_SPACING_MS
    return Math.min(opens, Math.max(at, host.exitsInMs ?? opens, next))
  }

  /** Sends one call at `ready`, or as soon as its pool and host allow. Returns the time of its answer. */
  call({ pool: name, legs, isExit }: Call, ready: number): number {
    const { limit, windowMs, reserved, ...taken } = this.#pools.get(name) ?? STRICTEST
    const free = this.#free.get(name) ?? freeTimes(taken, windowMs)
    this.#free.set(name, free)
    // Only exits may use the reserve.
    const allowed = Math.max(1, isExit ? limit : limit - reserved)
    const area = name.split('.')[0] ?? ''
    const start = this.#admitted(area, isExit, Math.max(ready, free.at(-allowed) ?? 0))
    if (isExit) this.#newest.set(area, start)
    const answered = start + this.#roundTripMs
    const freeAt = answered + windowMs
    free.splice(
      firstWhereNot((place) => (free[place] ?? 0) <= freeAt, free.length),
      0,
      freeAt,
    )
    for (const leg of legs ?? []) this.starts[leg] = start
    if (legs) this.requests++
    return answered
  }
}

/**
 * When the used slots of a pool become free, soonest first. Slots of calls in flight count as free after one window.
 */
function freeTimes({ used, freeInMs = [] }: Pick<PoolBudget, 'used' | 'freeInMs'>, windowMs: number): number[] {
  return [...freeInMs, ...Array.from({ length: Math.max(0, used - freeInMs.length) }, () => windowMs)]
}

/**
 * Binary search: the first place below `length` where `holds` is false. `holds` is true before that place and false
 * from it on.
 */
function firstWhereNot(holds: (place: number) => boolean, length: number): number {
  let [from, to] = [0, length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (holds(middle)) from = middle + 1
    else to = middle
  }
  return from
}
