/** Open orders from read to read: placed, filled, canceled, or gone. No IO: it returns the look-ups it needs. */
import { CLOSED_SIDE } from '../domain/account.ts'
import { ZERO, type Decimal } from '../domain/decimal.ts'
import { instrumentKey, refKey, type Area } from '../domain/instrument.ts'
import { isTerminal, type Order } from '../domain/order.ts'
import type { EventFacts, Happening } from './event.ts'
import type { Effect, Fills } from './fills.ts'
import { isNamedByUs, legsOf, type OwnActivity } from './own.ts'
import { earlierRun, happened, type Moment, type Reading } from './reading.ts'
import type { OrderRef } from '../desk/action.ts'

/** The answer to a look-up by order id. `found` in a state that is not terminal: the list was wrong. */
export type OrderLook = { readonly kind: 'found'; readonly order: Order } | { readonly kind: 'notFound' | 'failed' }

interface Entry {
  order: Order
  /** The newest read that listed it, and the one before. */
  before: Moment
  seen: Moment
  sightings: number
  /** Executed quantity that was reported, or came before the order was watched. */
  reported: Decimal
  /** Whether its placing was reported, or need not be. */
  isPlaced: boolean
  /** The first read that did not list it any more. */
  gone: Moment | null
  looks: number
  lookAt: number
  end: Order | null
}

/** An order as it is stored between runs. */
export interface StoredOrder {
  readonly order: Order
  /** What `Entry` calls `reported`: the name is in stored files. */
  readonly told: Decimal
}

/** Two reads must agree that an order is new: one may be of an earlier moment. */
const SIGHTINGS = 2
const MOST_LOOKS = 4
const LOOK_AGAIN_MS = 3_000
/** An order whose end could not be read for this long, ms, is reported as gone. */
const PATIENCE_MS = 90_000
/** Ended orders that a lagging list may still show. */
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

  /** Takes in the open orders of an instrument; a read started before the newest one is ignored. */
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
      // A lagging reply shows less than was known.
      const executed = order.executed.gt(known.order.executed) ? order.executed : known.order.executed
      const seen = { before: known.seen, seen: reading, sightings: known.sightings + 1 }
      Object.assign(known, { order: { ...order, executed }, ...seen, gone: null })
      return
    }
    const isFirst = before === undefined
    this.#listed.add(refKey(order))
    const progress = { sightings: 1, reported: isFirst ? order.executed : ZERO, isPlaced: isFirst }
    const seen = { before: before ?? reading, seen: reading }
    this.#entries.set(key, { order, ...seen, ...progress, ...NOT_GONE })
    this.#watchFills(order, isFirst, reading.mono)
  }

  /** Takes in the answer to a look-up. */
  takeAnswer(lookup: OrderRef, look: OrderLook, now: number): void {
    const entry = this.#entries.get(keyOf(lookup))
    if (!entry) return
    entry.lookAt = now + LOOK_AGAIN_MS * Math.max(1, entry.looks)
    if (look.kind !== 'failed') entry.looks += 1
    if (look.kind !== 'found') return
    if (isTerminal(look.order.status)) entry.end = look.order
    // The list was wrong: the next one decides again.
    else entry.gone = null
  }

  /** Whether the end of an order of this instrument is not known yet. */
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

  /** What happened, and the look-ups needed to know more. */
  judge(
    own: OwnActivity,
    now: number,
  ): { readonly happenings: readonly Happening[]; readonly lookups: readonly OrderRef[] } {
    const happenings: Happening[] = []
    const lookups: OrderRef[] = []
    for (const [key, entry] of this.#entries) {
      happenings.push(...this.#judgePlaced(entry, own), ...this.#judgeFills(entry, own))
      if (entry.gone === null) continue
      const ended = this.#judgeGone(entry, own, now)
      if (ended === 'look') lookups.push(entry.order)
      if (typeof ended === 'string') continue
      happenings.push(...ended)
      this.#entries.delete(key)
      this.#end(key)
    }
    return { happenings, lookups }
  }

  #judgePlaced(entry: Entry, own: OwnActivity): readonly Happening[] {
    if (entry.isPlaced) return []
    const { order } = entry
    if (isOwn(order, own)) {
      entry.isPlaced = true
      return []
    }
    if (entry.sightings < SIGHTINGS || mayBeOwn(order, own)) return []
    entry.isPlaced = true
    return [happeningOf('orderPlaced', entry, { order, before: ZERO, after: order.executed }, own)]
  }

  #judgeFills(entry: Entry, own: OwnActivity): readonly Happening[] {
    const { order, reported } = entry
    if (entry.gone !== null || !entry.isPlaced || order.executed.lte(reported)) return []
    this.#watchFills(order, false, entry.seen.mono)
    entry.reported = order.executed
    if (isReportedByDesk(order, own)) return []
    return [happeningOf('orderPartlyFilled', entry, { order, before: reported, after: order.executed }, own)]
  }

  #judgeGone(entry: Entry, own: OwnActivity, now: number): 'wait' | 'look' | readonly Happening[] {
    const { order, end, gone, reported } = entry
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
      return [happeningOf('orderGone', entry, { order, before: reported, after: order.executed }, own)]
    }
    this.#watchFills(end, false, now)
    const last = { order: { ...order, averagePrice: end.averagePrice }, before: reported, after: end.executed }
    const ended = (code: OrderCode): readonly Happening[] => [happeningOf(code, entry, last, own)]
    const isFilled = end.status === 'filled'
    if (isCanceledByUs && !isFilled) return end.executed.gt(reported) ? ended('orderPartlyFilled') : []
    if (isReportedByDesk(order, own)) return []
    if (isFilled) return ended('orderFilled')
    return ended(end.status === 'rejected' ? 'orderRejected' : 'orderCanceled')
  }

  #watchFills(order: Order, isBefore: boolean, at: number): void {
    const effect = effectOf(order)
    if (effect === null) return
    if (isBefore) this.#fills.begin(keyOf(order), effect, order.executed)
    else this.#fills.raise(keyOf(order), effect, order.executed, at)
  }

  /** The end of this order was reported in another way. */
  noteEnded(area: Area, orderId: string): void {
    this.#end(keyOf({ area, orderId }))
  }

  #end(key: string): void {
    this.#ended.add(key)
    if (this.#ended.size > MOST_ENDED)
      for (const one of [...this.#ended].slice(0, MOST_ENDED / 2)) this.#ended.delete(one)
  }

  /** For the next run: what was open when it was last read. */
  toStore(): { readonly orders: readonly StoredOrder[]; readonly scopes: readonly string[] } {
    return {
      orders: [...this.#entries.values()].map(({ order, reported }) => ({ order, told: reported })),
      scopes: [...this.#scopes.keys()],
    }
  }

  restore({ orders, scopes }: ReturnType<OrderTracker['toStore']>, wall: number): void {
    const seen = earlierRun(wall)
    for (const { order, told: reported } of orders) {
      const progress = { before: seen, seen, sightings: 0, reported, isPlaced: true }
      this.#entries.set(keyOf(order), { order, ...progress, ...NOT_GONE })
      this.#listed.add(refKey(order))
      this.#watchFills({ ...order, executed: reported }, true, 0)
    }
    for (const scope of scopes) this.#scopes.set(scope, seen)
  }
}

const NOT_GONE = { gone: null, looks: 0, lookAt: -Infinity, end: null }

const keyOf = ({ area, orderId }: Pick<Order, 'area' | 'orderId'>): string => `${area}:${orderId}`

type OrderCode = Extract<EventFacts, { readonly orderId: string; readonly isOwn: boolean }>['code']

/** `before`, `after`: executed quantity. */
function happeningOf(
  code: OrderCode,
  entry: Entry,
  { order, before, after }: { readonly order: Order; readonly before: Decimal; readonly after: Decimal },
  own: OwnActivity,
): Happening {
  const { area, instrument, orderId, side, action, price, quantity, averagePrice } = order
  const facts = { code, area, instrument, orderId, side, action, price, quantity, averagePrice, before, after }
  const { seen, gone, end } = entry
  const [since, at] = code === 'orderPlaced' || gone === null ? [entry.before, seen] : [seen, gone]
  return happened({ ...facts, isOwn: isOwn(order, own) }, since, at, end === null ? ['readings'] : ['order'])
}

/** Its effect on positions; null on Spot, and if its action is not known. */
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

function isOwn({ orderId, clientOrderId }: Order, own: OwnActivity): boolean {
  return own.owns(orderId) || isNamedByUs(own, clientOrderId)
}

/** Whether it may be the order of a request of ours whose order id is not known yet. */
function mayBeOwn({ area, instrument }: Order, { legs }: OwnActivity): boolean {
  return legs.some(
    ({ request, orderId, isOpen }) =>
      isOpen &&
      orderId === null &&
      request.kind !== 'cancel' &&
      request.area === area &&
      request.instrument === instrument,
  )
}

function isOpenLeg({ orderId }: Order, { legs }: OwnActivity): boolean {
  return legs.some((leg) => leg.orderId === orderId && leg.request.kind !== 'cancel' && leg.isOpen)
}

/** Whether the plan itself reports its execution. The end of an order that waited is an event. */
function isReportedByDesk({ orderId }: Order, { legs }: OwnActivity): boolean {
  return legs.some(
    (leg) => leg.orderId === orderId && leg.request.kind !== 'cancel' && leg.state !== 'working' && !leg.waited,
  )
}
