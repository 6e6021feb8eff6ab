/** Open orders gathered from lists of single instruments and, if the venue serves them, of a whole area. */
import type { Failure } from '#shared/domain/failure.ts'
import { AREAS, instrumentKey, type Area, type Instrument, type InstrumentRef } from '#shared/domain/instrument.ts'
import { oldest } from '#shared/domain/oldest.ts'
import { asListed, withoutDuplicates, type Order } from '#shared/domain/order.ts'
import { mayHide } from '#shared/domain/quarantine.ts'
import type { OpenOrders, OrderScope } from '#shared/snapshot/snapshot.ts'
import { withoutOrder } from '#shared/desk/held-back.ts'
import type { Answer } from '../venue/port.ts'
import { datingScopes, NO_LISTS, type Known, type OrderLists, type Scope } from './interest.ts'

/** After this many doubted lists of a whole area in a row, its instruments are read one by one again. */
const MOST_DOUBTED = 3
/** How long after an order was placed a list may still lack it, ms. */
const LAG_MS = 10_000

export type OrderList = Pick<Answer<readonly Order[]>, 'value' | 'sentAt' | 'timestamp' | 'quarantined' | 'isCut'>

type DatedOrder = OpenOrders['orders'][number]

/** The known orders of one instrument at `readAt`, except those in `unreadRows`. */
interface Reading {
  readonly orders: readonly DatedOrder[]
  readonly readAt: number
  readonly isCut: boolean
  readonly unreadRows: number
}

/** The newest list of a whole area that was believed. */
interface AreaReading {
  readonly readAt: number
  /** Venue time of the request; null: unknown. */
  readonly at: number | null
  readonly byInstrument: ReadonlyMap<string, readonly DatedOrder[]>
}

/** How far the list of a whole area can be trusted. */
interface AreaTrust {
  /** Whether the list was requested, answered or not. */
  isAsked: boolean
  /** How many lists in a row were not believed. */
  doubted: number
  /** When the first of these lists was read; null: the newest list is believed. */
  since: number | null
  /** What stays locked although reading every instrument singly showed no order for it. */
  excused: ReadonlySet<string>
  /** The venue does not serve it, or it proved incomplete. */
  isOver: boolean
}

/**
 * Open orders, each once and under the instrument that its own row names. An order is proved gone by a list of its
 * instrument, or by a list of its whole area that nothing contradicts. If an instrument could not be read, its orders
 * stay and keep their age.
 */
export class OrderBoard {
  readonly #own = new Map<string, Reading>()
  /** Rows of other instruments in the newest version of each list, by the key of the list. */
  readonly #strays = new Map<string, readonly DatedOrder[]>()
  readonly #areas = new Map<Area, AreaReading>()
  readonly #trust: Readonly<Record<Area, AreaTrust>> = { spot: newTrust(), contract: newTrust() }
  /** Known orders missing from the list of their area, by instrument, which is then read singly. */
  readonly #lacking = new Map<string, ReadonlySet<string>>()
  readonly #failures = new Map<string, Failure>()
  /** All known orders; null: to be computed again. */
  #known: readonly DatedOrder[] | null = null
  #orders: readonly Order[] = []
  #lists = NO_LISTS

  /** Takes the list of one instrument. A list requested before the known one is dropped. */
  apply(area: Area, instrument: string, list: OrderList, instruments: readonly Instrument[]): void {
    const key = instrumentKey(area, instrument)
    const { sentAt: readAt, isCut = false } = list
    const before = this.#own.get(key)
    if (before && before.readAt > readAt) return
    const rows = dated(asListed(list.value, instruments), readAt)
    const orders = rows.filter((order) => order.instrument === instrument)
    const lacking = this.#lacking.get(key)
    const isLacking = lacking !== undefined && orders.some(({ orderId }) => lacking.has(orderId))
    const unreadRows = list.quarantined.filter((entry) => mayHide([entry])).length
    const kept = unreadRows > 0 ? this.#notIn(orders, area, instrument) : []
    if (isLacking || this.#isMissedBy(area, instrument, orders)) this.endArea(area)
    this.#lacking.delete(key)
    this.#own.set(key, { orders: [...orders, ...kept], readAt, isCut, unreadRows })
    this.#setStrays(
      key,
      rows.filter((order) => order.instrument !== instrument),
    )
    this.#failures.delete(key)
    this.#changed()
  }

  /** Takes the list of a whole area. If the list is believed, orders missing from it may be gone. */
  applyArea(area: Area, list: OrderList, known: Known, scopes: readonly Scope[]): void {
    const { sentAt: readAt } = list
    this.#trust[area].isAsked = true
    const before = this.#areas.get(area)
    if (this.#trust[area].isOver || (before && before.readAt > readAt)) return
    const orders = dated(asListed(list.value, known.instruments), readAt)
    if (this.#believes(area, list, withoutOrder(area, orders, known), scopes)) {
      this.#lookAgain(area, orders, readAt)
      this.#areas.set(area, {
        readAt,
        at: list.timestamp,
        byInstrument: Map.groupBy(orders, ({ instrument }) => instrument),
      })
      for (const key of this.#failures.keys()) if (isIn(area, key)) this.#failures.delete(key)
      this.#strays.delete(area)
    } else this.#setStrays(area, orders)
    this.#changed()
  }

  /** The venue does not list the area, or not completely, so its instruments are read one by one. */
  endArea(area: Area): void {
    Object.assign(this.#trust[area], { isAsked: true, isOver: true })
    this.#areas.delete(area)
    for (const key of this.#lacking.keys()) if (isIn(area, key)) this.#lacking.delete(key)
    this.#changed()
  }

  /** The list of a whole area could not be read this time. */
  failArea(area: Area): void {
    this.#trust[area].isAsked = true
  }

  fail(area: Area, instrument: string, failure: Failure): void {
    this.#failures.set(instrumentKey(area, instrument), failure)
  }

  /** Every known order, and how well each scope is known. */
  open(scopes: readonly Scope[]): OpenOrders {
    const report = scopes.map(({ area, instrument }): OrderScope => {
      const key = instrumentKey(area, instrument)
      const { readAt = null, isCut = false, unreadRows = 0 } = this.#reading(area, instrument) ?? {}
      const scope = { area, instrument, readAt, failure: this.#failures.get(key) ?? null }
      return { ...scope, ...(isCut && { isCut }), ...(unreadRows > 0 && { unreadRows }) }
    })
    return { orders: this.#all(), scopes: report }
  }

  /** When the oldest relevant scope was read; null: not yet. */
  readAt(scopes: readonly Scope[]): number | null {
    const times = this.#times(datingScopes(scopes))
    return times.includes(null) ? null : oldest(times)
  }

  /** When the oldest of all scopes read so far was read; null: none was. */
  oldestAt(scopes: readonly Scope[]): number | null {
    return oldest(this.#times(scopes))
  }

  /** Returns the same array until an order changes. */
  orders(): readonly Order[] {
    const now = this.#all()
    if (!areAlike(now, this.#orders)) this.#orders = now
    return this.#orders
  }

  /** Returns the same object until one of the lists changes. */
  lists(): OrderLists {
    const areas = [...this.#areas.keys()].filter((area) => this.#trust[area].doubted < MOST_DOUBTED)
    const over = AREAS.filter((area) => this.#trust[area].isOver)
    const asked = AREAS.filter((area) => this.#trust[area].isAsked)
    const { doubted, ...before } = this.#lists
    const isSame =
      areas.length === before.areas.size &&
      areas.every((area) => before.areas.has(area)) &&
      asked.length === before.asked.size &&
      over.length === before.over.size
    const isAsDoubted = this.#lacking.size === doubted.size && [...doubted].every((key) => this.#lacking.has(key))
    if (!isSame || !isAsDoubted) {
      const keys = new Set(this.#lacking.keys())
      this.#lists = { areas: new Set(areas), asked: new Set(asked), over: new Set(over), doubted: keys }
    }
    return this.#lists
  }

  /**
   * Whether the list of an area counts as whole. It must be readable, not cut, and have an order for everything locked;
   * except for what stayed unexplained when all instruments were read singly.
   */
  #believes(area: Area, list: OrderList, unexplained: readonly string[], scopes: readonly Scope[]): boolean {
    const trust = this.#trust[area]
    const { since } = trust
    if (since !== null && unexplained.length > 0) {
      const times = this.#ownTimes(scopes.filter((scope) => scope.area === area))
      if (times.every((readAt) => readAt !== null && readAt > since)) trust.excused = new Set(unexplained)
    }
    const isExplained = unexplained.every((what) => trust.excused.has(what))
    if (isExplained && list.isCut !== true && list.quarantined.length === 0) {
      Object.assign(trust, { doubted: 0, since: null })
      return true
    }
    trust.doubted++
    trust.since ??= list.sentAt
    return false
  }

  /** Whether the list of the area lacks an order that is clearly older than the list. */
  #isMissedBy(area: Area, instrument: string, orders: readonly Order[]): boolean {
    const { at = null, byInstrument } = this.#areas.get(area) ?? {}
    const listed = new Set(byInstrument?.get(instrument)?.map(({ orderId }) => orderId))
    return orders.some(
      ({ orderId, createdAt }) => at !== null && createdAt !== null && createdAt < at - LAG_MS && !listed.has(orderId),
    )
  }

  /** Notes which known orders the list of an area lacks. They stay until their instruments have been read singly. */
  #lookAgain(area: Area, orders: readonly Order[], readAt: number): void {
    const listed = new Set(orders.map(orderKey))
    const gone = this.#all().filter(
      (order) => order.area === area && order.readAt < readAt && !listed.has(orderKey(order)),
    )
    for (const [instrument, lacked] of Map.groupBy(gone, (order) => order.instrument)) {
      const key = instrumentKey(area, instrument)
      const reading = this.#reading(area, instrument)
      if (reading) this.#own.set(key, reading)
      this.#lacking.set(key, new Set([...(this.#lacking.get(key) ?? []), ...lacked.map(({ orderId }) => orderId)]))
    }
  }

  /** Known orders of an instrument that are missing from `orders` but may be hidden. They stay as last read. */
  #notIn(orders: readonly Order[], area: Area, instrument: string): readonly DatedOrder[] {
    const listed = new Set(orders.map(({ orderId }) => orderId))
    const before = this.#reading(area, instrument)?.orders ?? []
    return before.filter(({ orderId }) => !listed.has(orderId)).map((order) => ({ ...order, isKept: true }))
  }

  /** The newest reading of an instrument. */
  #reading(area: Area, instrument: string): Reading | undefined {
    const key = instrumentKey(area, instrument)
    const own = this.#own.get(key)
    const whole = this.#areas.get(area)
    if (!whole || this.#lacking.has(key) || (own && own.readAt > whole.readAt)) return own
    const orders = whole.byInstrument.get(instrument) ?? []
    return { orders, readAt: whole.readAt, isCut: false, unreadRows: 0 }
  }

  /** Each known order once. */
  #all(): readonly DatedOrder[] {
    if (this.#known) return this.#known
    const places = new Map<string, InstrumentRef>()
    const place = (area: Area, instrument: string): void =>
      void places.set(instrumentKey(area, instrument), { area, instrument })
    for (const { orders } of this.#own.values()) for (const { area, instrument } of orders) place(area, instrument)
    for (const [area, { byInstrument }] of this.#areas) for (const name of byInstrument.keys()) place(area, name)
    const own = [...places.values()].flatMap(({ area, instrument }) => this.#reading(area, instrument)?.orders ?? [])
    const strays = [...this.#strays.values()].flat().filter(({ area, instrument, readAt }) => {
      const reading = this.#reading(area, instrument)
      return reading === undefined || reading.isCut || reading.readAt < readAt
    })
    return (this.#known = withoutDuplicates([...own, ...strays]))
  }

  #setStrays(key: string, orders: readonly DatedOrder[]): void {
    if (orders.length > 0) this.#strays.set(key, orders)
    else this.#strays.delete(key)
  }

  #changed(): void {
    this.#known = null
  }

  #times(scopes: readonly Scope[]): readonly (number | null)[] {
    return scopes.map(({ area, instrument }) => this.#reading(area, instrument)?.readAt ?? null)
  }

  #ownTimes(scopes: readonly Scope[]): readonly (number | null)[] {
    return scopes.map(({ area, instrument }) => this.#own.get(instrumentKey(area, instrument))?.readAt ?? null)
  }
}

function newTrust(): AreaTrust {
  return { isAsked: false, doubted: 0, since: null, excused: new Set(), isOver: false }
}

function dated(orders: readonly Order[], readAt: number): readonly DatedOrder[] {
  return orders.map((order) => ({ ...order, readAt }))
}

function orderKey({ area, instrument, orderId }: Order): string {
  return `${instrumentKey(area, instrument)} ${orderId}`
}

function isIn(area: Area, key: string): boolean {
  return key.startsWith(instrumentKey(area, ''))
}

/** Whether two lists have the same orders, all unchanged. */
function areAlike(some: readonly Order[], others: readonly Order[]): boolean {
  if (some === others) return true
  const isAlike = (one: Order, other: Order | undefined): boolean =>
    other !== undefined &&
    orderKey(one) === orderKey(other) &&
    one.status === other.status &&
    one.executed.eq(other.executed) &&
    one.quantity.eq(other.quantity) &&
    (one.price === other.price || (one.price !== null && other.price !== null && one.price.eq(other.price)))
  return some.length === others.length && some.every((one, index) => isAlike(one, others[index]))
}
