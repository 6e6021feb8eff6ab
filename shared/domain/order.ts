import type { Decimal } from './decimal.ts'
import { listedName, type Area, type Instrument } from './instrument.ts'

/** The trade side. On contracts a sell closes a long and a buy closes a short; it is never the position's side. */
export type OrderSide = 'buy' | 'sell'
/** What a contract order does to a position; null on Spot. */
export type OrderAction = 'open' | 'close'
export type OrderType = 'limit' | 'market' | 'other'

/** `canceling`: a cancel was accepted and is not done yet. `unknown`: a word we do not know; never terminal. */
export type OrderStatus =
  'new' | 'partially-filled' | 'filled' | 'canceling' | 'canceled' | 'rejected' | 'expired' | 'unknown'

const TERMINAL: ReadonlySet<OrderStatus> = new Set(['filled', 'canceled', 'rejected', 'expired'])

/** True only for a state the venue will not leave again. */
export function isTerminal(status: OrderStatus): boolean {
  return TERMINAL.has(status)
}

export interface Order {
  readonly area: Area
  /** Pair symbol or contract name. */
  readonly instrument: string
  /** The venue's id, digits as text: they exceed 2^53. */
  readonly orderId: string
  readonly clientOrderId: string | null
  readonly side: OrderSide
  readonly action: OrderAction | null
  readonly type: OrderType
  /** Limit price; null for a market order. */
  readonly price: Decimal | null
  /** Spot: base units (quote units for a market buy). Contract: contracts. */
  readonly quantity: Decimal
  readonly executed: Decimal
  readonly averagePrice: Decimal | null
  readonly status: OrderStatus
  /** Venue time, ms; null when not told. */
  readonly createdAt: number | null
}

/** What is still open of an order. */
export function remaining({ quantity, executed }: Pick<Order, 'quantity' | 'executed'>): Decimal {
  return quantity.minus(executed)
}

/**
 * Each order once, the first of its kind: a venue that ignores which instrument was asked for lists an order again and
 * again, and where its rows do not name their instrument under several. Two orders of one id are the same when they are
 * of one instrument, or alike in all their terms.
 */
export function eachOnce<O extends Order>(orders: readonly O[]): readonly O[] {
  const seen = new Map<string, O[]>()
  return orders.filter((order) => {
    const id = `${order.area} ${order.orderId}`
    const others = seen.get(id) ?? []
    if (others.some((other) => isSame(other, order))) return false
    seen.set(id, [...others, order])
    return true
  })
}

function isSame(one: Order, other: Order): boolean {
  if (one.instrument === other.instrument) return true
  const isPriced = one.price === null ? other.price === null : other.price !== null && one.price.eq(other.price)
  return isPriced && one.side === other.side && one.createdAt === other.createdAt && one.quantity.eq(other.quantity)
}

/** Orders under the names the list of instruments has for theirs. */
export function asListed(orders: readonly Order[], instruments: readonly Instrument[]): readonly Order[] {
  return orders.map((order) => {
    const instrument = listedName(order.area, order.instrument, instruments)
    return instrument === order.instrument ? order : { ...order, instrument }
  })
}
