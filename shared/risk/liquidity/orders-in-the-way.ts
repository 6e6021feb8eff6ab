import { instrumentKey, pairsBySymbol, refKey, type Instrument, type Pair } from '../../domain/instrument.ts'
import type { Order } from '../../domain/order.ts'
import { heldBy } from '../account/open-orders.ts'
import type { Exit } from './exits.ts'

/**
 * The number of open orders to cancel before an exit: all of its contract; on Spot, those that lock the asset (a sell its
 * base asset, a buy what it pays with). null: orders were not read yet.
 */
export function ordersInTheWay(
  orders: readonly Order[] | null,
  instruments: readonly Instrument[],
): (exit: Pick<Exit, 'area' | 'instrument' | 'asset'>) => number | null {
  if (orders === null) return () => null
  const pairs = pairsBySymbol(instruments)
  const counts = new Map<string, number>()
  for (const order of orders) {
    const key = keyOf(order, pairs)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return ({ area, instrument, asset }) => counts.get(instrumentKey(area, area === 'spot' ? asset : instrument)) ?? 0
}

/** The exit that an order is in the way of: its contract, or the asset it locks. */
function keyOf(order: Order, pairs: ReadonlyMap<string, Pair>): string {
  const pair = order.area === 'spot' ? pairs.get(order.instrument) : undefined
  return pair ? instrumentKey('spot', heldBy(order, pair).asset) : refKey(order)
}
