import type { Decimal } from './decimal.ts'
import { instrumentKey, listedName, type Area, type Instrument } from './instrument.ts'

/** The trade side, never the position's: on contracts a sell closes a long and a buy closes a short. */
export const ORDER_SIDES = ['buy', 'sell'] as const
export type OrderSide = (typeof ORDER_SIDES)[number]
/** What a contract order does to a position; null on Spot. */
export const ORDER_ACTIONS = ['open', 'close'] as const
export type OrderAction = (typeof ORDER_ACTIONS)[number]
export const ORDER_TYPES = ['limit', 'market', 'other'] as const
export type OrderType = (typeof ORDER_TYPES)[number]

/** `canceling`: a cancel was accepted and is not done yet. `unknown`: the venue's word is unknown; never terminal. */
export const ORDER_STATUSES = [
  'new',
  'partially-filled',
  'filled',
  'canceling',
  'canceled',
  'rejected',
  'expired',
  'unknown',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

const TERMINAL: ReadonlySet<OrderStatus> = new Set(['filled', 'canceled', 'rejected', 'expired'])

/** Whether the order cannot change any more. */
export function isTerminal(status: OrderStatus): boolean {
  return TERMINAL.has(status)
}

/** Whether a contract order may still be open. */
export function hasOpenContract(orders: readonly Pick<Order, 'area' | 'status'>[]): boolean {
  return orders.some(({ area, status }) => area === 'contract' && !isTerminal(status))
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
  /** Venue time, ms; null when not reported. */
  readonly createdAt: number | null
}

/** The quantity of an order that is still open. */
export function remaining({ quantity, executed }: Pick<Order, 'quantity' | 'executed'>): Decimal {
  return quantity.minus(executed)
}

/** Identifies an order among all instruments. */
export function orderKey({ area, instrument, orderId }: Pick<Order, 'area' | 'instrument' | 'orderId'>): string {
  return `${instrumentKey(area, instrument)}\n${orderId}`
}

/**
 * Each order once: a venue that ignores the requested instrument lists an order repeatedly, and under several instruments
 * if its rows do not name theirs. Orders of one id are the same if they have the same instrument, or equal terms.
 */
export function withoutDuplicates<O extends Order>(orders: readonly O[]): readonly O[] {
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

/** Orders with the listed names of their instruments. */
export function asListed(orders: readonly Order[], instruments: readonly Instrument[]): readonly Order[] {
  return orders.map((order) => {
    const instrument = listedName(order.area, order.instrument, instruments)
    return instrument === order.instrument ? order : { ...order, instrument }
  })
}
