/** Open orders from read to read: which were placed, filled, canceled, or are gone. No IO; it asks for what it must know. */
import { CLOSED_SIDE } from '../domain/account.ts'
import { ZERO, type Decimal } from '../domain/decimal.ts'
import { instrumentKey, type Area } from '../domain/instrument.ts'
import { isTerminal, type Order } from '../domain/order.ts'
import type { EventFacts, Happening } from './event.ts'
import type { Effect, Fills } from './fills.ts'
import { isNamedByUs, legsOf, type Own } from './own.ts'
import { isEarlierRun, type Moment, type Reading } from './reading.ts'

/** What an order came to by its own id. `found` with a state it may leave again: the list was wrong. */
export type OrderLook = { readonly kind: 'found'; readonly order: Order } | { readonly kind: 'notFound' | 'failed' }
export type OrderLookup = Pick<Order, 'area' | 'instrument' | 'orderId'>

interface Entry {
  order: Order
  /** The read before, and the newest that listed it. */
  before: Moment
  seen: Moment
  sightings: number
  /** Executed as far as that was told or was so before it was watched. */
  told: Decimal
  /** Whether that it is there was told, or need not be. */
  isPlaced: boolean
  /** The read that did not list it any more. */
  gone: Moment | null
  looks: number
  lookAt: number
  end: Order | null
}

/** As it is kept from run to run. */
export interface KeptOrder {
  readonly order: Order
  readonly told: Decimal
}

/** Two reads must agree that an order is new: one may repeat a moment of before. */
const SIGHTINGS = 2
const MOST_LOOKS = 4
const LOOK_AGAIN_MS = 3_000
/** An order whose end could not be read for this long, ms, is told as gone, without saying how. */
const PATIENCE_MS = 90_000
/** Ended orders that a list which lags may still show. */
const MOST_ENDED = 5_000

export class OrderTracker {
  readonly #entries = new Map<string, Entry>()
  readonly #scopes = new Map<string, Moment>()
  readonly #ended = new Set<string>()
  /** Instruments that had orders. */
  readonly #listed = new Set<string>()
  readonly #fills: Fills

  constructor(fills: Fills) {
    this.#fills = fills
  }

  /** Takes in the open orders of an instrument; a read that was started before the newest one tells nothing. */
  take(area: Area, instrument: string, reading: Reading<Order>): void {
    const scope = instrumentKey(area, instrument)
    const before = this.#scopes.get(scope)
    if (before !== undefined && reading.mono <= before.mono) return
    const listed = new Set<string>()
    for (const order of reading.list) {
      const key = keyOf(order)
      listed.add(key)
      if (!this.#ended.has(key)) this.#sight(key, order, reading, before)
    }
    if (!reading.whole) return
    for (const [key, entry] of this.#entries) {
      if (entry.order.area !== area || entry.order.instrument !== instrument || listed.has(key)) continue
      entry.gone ??= reading
    }
    this.#scopes.set(scope, reading)
  }

  #sight(key: string, order: Order, reading: Moment, before: Moment | undefined): void {
    const known = this.#entries.get(key)
    if (isTerminal(order.status)) {
      if (known) Object.assign(known, { end: order, gone: known.gone ?? reading })
      else this.#end(key)
      return
    }
    if (known) {
      // A reply of a moment ago shows less than was known.
      const executed = order.executed.gt(known.order.executed) ? order.executed : known.order.executed
      const seen = { before: known.seen, seen: reading, sightings: known.sightings + 1 }
      Object.assign(known, { order: { ...order, executed }, ...seen, gone: null })
      return
    }
    const isFirst = before === undefined
    this.#listed.add(instrumentKey(order.area, order.instrument))
    const begun = { sightings: 1, told: isFirst ? order.executed : ZERO, isPlaced: isFirst }
    const seen = { before: before ?? reading, seen: reading }
    this.#entries.set(key, { order, ...seen, ...begun, ...NOT_GONE })
    this.#watchFills(order, isFirst, reading.mono)
  }

  /** What a look-up came to. */
  looked(lookup: OrderLookup, look: OrderLook, now: number): void {
    const entry = this.#entries.get(keyOf(lookup))
    if (!entry) return
    entry.lookAt = now + LOOK_AGAIN_MS * Math.max(1, entry.looks)
    if (look.kind !== 'failed') entry.looks += 1
    if (look.kind !== 'found') return
    if (isTerminal(look.order.status)) entry.end = look.order
    // The list was wrong; it is asked about again when the next one is.
    else entry.gone = null
  }

  /** Whether it is not known yet what became of an order of this instrument. */
  isUnsettled(area: Area, instrument: string): boolean {
    return [...this.#entries.values()].some(
      ({ order, gone }) => order.area === area && order.instrument === instrument && gone !== null,
    )
  }

  /** Whether orders of this instrument are listed. */
  isOpen(area: Area, instrument: string): boolean {
    return [...this.#entries.values()].some(({ order }) => order.area === area && order.instrument === instrument)
  }

  /** Whether orders of this instrument were ever listed. */
  wasOpen(area: Area, instrument: string): boolean {
    return this.#listed.has(instrumentKey(area, instrument))
  }

  isKnown(area: Area, orderId: string): boolean {
    const key = keyOf({ area, orderId })
    return this.#entries.has(key) || this.#ended.has(key)
  }

  /** When the orders of an instrument were read whole, monotonic ms; null: not yet. */
  readAt(area: Area, instrument: string): number | null {
    return this.#scopes.get(instrumentKey(area, instrument))?.mono ?? null
  }

  /** What happened, and what must be looked up before more can be told. */
  judge(own: Own, now: number): { readonly told: readonly Happening[]; readonly lookups: readonly OrderLookup[] } {
    const told: Happening[] = []
    const lookups: OrderLookup[] = []
    for (const [key, entry] of this.#entries) {
      told.push(...this.#judgePlaced(entry, own), ...this.#judgeFills(entry, own))
      if (entry.gone === null) continue
      const ended = this.#judgeGone(entry, own, now)
      if (ended === 'look') lookups.push(entry.order)
      if (typeof ended === 'string') continue
      told.push(...ended)
      this.#entries.delete(key)
      this.#end(key)
    }
    return { told, lookups }
  }

  #judgePlaced(entry: Entry, own: Own): readonly Happening[] {
    if (entry.isPlaced) return []
    const { order } = entry
    if (isOwn(order, own)) {
      entry.isPlaced = true
      return []
    }
    if (entry.sightings < SIGHTINGS || mayBeOwn(order, own)) return []
    entry.isPlaced = true
    return [
      this.#happening(
        entry,
        'orderPlaced',
        { ...entry, before: ZERO, after: order.executed },
        own,
        entry.before,
        entry.seen,
      ),
    ]
  }

  #judgeFills(entry: Entry, own: Own): readonly Happening[] {
    const { order, told } = entry
    if (entry.gone !== null || !entry.isPlaced || order.executed.lte(told)) return []
    this.#watchFills(order, false, entry.seen.mono)
    entry.told = order.executed
    if (isToldByDesk(order, own)) return []
    return [
      this.#happening(
        entry,
        'orderPartlyFilled',
        { order, before: told, after: order.executed },
        own,
        entry.before,
        entry.seen,
      ),
    ]
  }

  #judgeGone(entry: Entry, own: Own, now: number): 'wait' | 'look' | readonly Happening[] {
    const { order, end, gone, told } = entry
    if (gone === null) return 'wait'
    const cancels = legsOf(own, 'cancel').filter(
      ({ request }) => request.area === order.area && request.orderId === order.orderId,
    )
    const isBusy = cancels.some(({ isOpen }) => isOpen) || isOpenLeg(order, own)
    const isLate = now - gone.mono > PATIENCE_MS
    if (isBusy && !isLate) return 'wait'
    const isCanceledByUs = cancels.some(({ state }) => DONE.has(state))
    if (end === null) {
      if (entry.looks < MOST_LOOKS && !isLate) return now >= entry.lookAt ? 'look' : 'wait'
      if (isCanceledByUs || !entry.isPlaced) return []
      return [
        this.#happening(entry, 'orderGone', { order, before: told, after: order.executed }, own, entry.seen, gone),
      ]
    }
    this.#watchFills(end, false, now)
    const facts = { order: { ...order, averagePrice: end.averagePrice }, before: told, after: end.executed }
    const hasMore = end.executed.gt(told)
    if (end.status === 'filled') {
      return isToldByDesk(order, own) ? [] : [this.#happening(entry, 'orderFilled', facts, own, entry.seen, gone)]
    }
    if (isCanceledByUs)
      return hasMore ? [this.#happening(entry, 'orderPartlyFilled', facts, own, entry.seen, gone)] : []
    if (isToldByDesk(order, own)) return []
    return [
      this.#happening(
        entry,
        end.status === 'rejected' ? 'orderRejected' : 'orderCanceled',
        facts,
        own,
        entry.seen,
        gone,
      ),
    ]
  }

  #happening(
    { end }: Entry,
    code: Extract<EventFacts, { readonly orderId: string; readonly isOwn: boolean }>['code'],
    { order, before, after }: { readonly order: Order; readonly before: Decimal; readonly after: Decimal },
    own: Own,
    since: Moment,
    at: Moment,
  ): Happening {
    const { area, instrument, orderId, side, action, price, quantity, averagePrice } = order
    const facts = { code, area, instrument, orderId, side, action, price, quantity, averagePrice, before, after }
    return {
      facts: { ...facts, isOwn: isOwn(order, own) },
      since: since.wall,
      at: at.wall,
      evidence: end === null ? ['readings'] : ['order'],
      whileClosed: isEarlierRun(since),
    }
  }

  #watchFills(order: Order, isBefore: boolean, at: number): void {
    const effect = effectOf(order)
    if (effect === null) return
    if (isBefore) this.#fills.begin(keyOf(order), effect, order.executed)
    else this.#fills.raise(keyOf(order), effect, order.executed, at)
  }

  /** It was told otherwise that this order was there and is not any more. */
  noteEnded(area: Area, orderId: string): void {
    this.#end(keyOf({ area, orderId }))
  }

  #end(key: string): void {
    this.#ended.add(key)
    if (this.#ended.size > MOST_ENDED)
      for (const one of [...this.#ended].slice(0, MOST_ENDED / 2)) this.#ended.delete(one)
  }

  /** For the next run: what was open when it was last read. */
  kept(): { readonly orders: readonly KeptOrder[]; readonly scopes: readonly string[] } {
    return {
      orders: [...this.#entries.values()].map(({ order, told }) => ({ order, told })),
      scopes: [...this.#scopes.keys()],
    }
  }

  restore({ orders, scopes }: ReturnType<OrderTracker['kept']>, wall: number): void {
    const seen = { mono: -Infinity, wall }
    for (const { order, told } of orders) {
      const begun = { before: seen, seen, sightings: 0, told, isPlaced: true }
      this.#entries.set(keyOf(order), { order, ...begun, ...NOT_GONE })
      this.#listed.add(instrumentKey(order.area, order.instrument))
      this.#watchFills({ ...order, executed: told }, true, 0)
    }
    for (const scope of scopes) this.#scopes.set(scope, seen)
  }
}

const NOT_GONE = { gone: null, looks: 0, lookAt: -Infinity, end: null }

const keyOf = ({ area, orderId }: Pick<Order, 'area' | 'orderId'>): string => `${area}:${orderId}`

/** What it does to positions; null on Spot, and where it does not say. */
function effectOf({ area, instrument, action, side }: Order): Effect | null {
  if (area === 'spot' || action === null) return null
  return action === 'close'
    ? { contract: instrument, side: CLOSED_SIDE[side], sign: -1 }
    : { contract: instrument, side: side === 'buy' ? 'long' : 'short', sign: 1 }
}

const DONE: ReadonlySet<string> = new Set([
  'acknowledged',
  'verified',
  'alreadyGone',
  'accepted',
  'unknown',
  'needsHuman',
])

function isOwn({ orderId, clientOrderId }: Order, own: Own): boolean {
  return own.owns(orderId) || isNamedByUs(own, clientOrderId)
}

/** Whether a request of ours, whose order is not known yet, may have made it. */
function mayBeOwn({ area, instrument }: Order, { legs }: Own): boolean {
  return legs.some(
    ({ request, orderId, isOpen }) =>
      isOpen &&
      orderId === null &&
      request.kind !== 'cancel' &&
      request.area === area &&
      request.instrument === instrument,
  )
}

function isOpenLeg({ orderId }: Order, { legs }: Own): boolean {
  return legs.some((leg) => leg.orderId === orderId && leg.request.kind !== 'cancel' && leg.isOpen)
}

/** Whether the row of a plan alone tells what it executed: what an order that waited came to is news. */
function isToldByDesk({ orderId }: Order, { legs }: Own): boolean {
  return legs.some(
    (leg) => leg.orderId === orderId && leg.request.kind !== 'cancel' && leg.state !== 'working' && !leg.waited,
  )
}
