/** The venue's state in ccxt's terms: what ccxt must report when it reads the venue correctly. */
import type { Simulator, SimOrder } from '../../../electron/simulator/testing/test-simulator.ts'
import { toFloat } from '../../../shared/domain/decimal.ts'
import type { Decimal } from '../../../shared/domain/decimal.ts'

/** Calls a method of ccxt by name. */
export type Ask = (method: string, ...args: readonly unknown[]) => Promise<unknown>

export interface Desk {
  readonly venue: Simulator
  readonly ask: Ask
  /** The same client with a wrong secret. */
  readonly stranger: Ask
}

export type Row = Readonly<Record<string, unknown>>

/** The id of the order that a call placed. */
export function idOf(made: unknown): string {
  const { id } = made as { id?: unknown }
  if (typeof id !== 'string') throw new Error(`expected an order with an id, was ${JSON.stringify(made)}`)
  return id
}

/** The newest order of an area. */
export function newest(orders: ReadonlyMap<string, SimOrder>): SimOrder {
  const last = [...orders.values()].at(-1)
  if (!last) throw new Error('expected an order')
  return last
}

const STATES = { NEW: 'open', PART_FILLED: 'open', PENDING_CANCEL: 'open', FILLED: 'closed', CANCELED: 'canceled' }

/** An order as ccxt must print it. A market order has no price of its own, so its price may be anything. */
export function orderRow(order: SimOrder, symbol: string): Row {
  const average = order.executed.isZero() ? undefined : number(order.executedMoney.div(order.executed), 8)
  const type = order.area === 'contract' && order.timeInForce !== 'GTC' ? order.timeInForce : order.type
  return {
    ...{ id: order.orderId, clientOrderId: order.clientOrderId ?? undefined, symbol },
    ...{ type: type.toLowerCase(), side: order.side.toLowerCase(), status: STATES[order.status] },
    ...{ amount: toFloat(order.volume), filled: toFloat(order.executed) },
    ...(order.price ? { price: toFloat(order.price) } : {}),
    ...(average === undefined || order.area === 'spot' ? {} : { average }),
    ...(order.area === 'spot' ? { cost: toFloat(order.executedMoney) } : {}),
  }
}

function number(value: Decimal, places: number): number {
  return toFloat(value.toDecimalPlaces(places))
}

/** The best levels for a taker on each side, best first. */
export function bookOf({ exchange }: Simulator, spec: Parameters<typeof exchange.books.levels>[0], count: number): Row {
  const rows = (side: 'BUY' | 'SELL') =>
    exchange.books.levels(spec, side, count).map(({ price, quantity }) => [toFloat(price), toFloat(quantity)])
  return { bids: rows('SELL'), asks: rows('BUY') }
}
