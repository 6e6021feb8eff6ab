import { CLOSED_SIDE, type PositionSide } from '../../domain/account.ts'
import { notNegative, sum, ZERO, type Decimal } from '../../domain/decimal.ts'
import type { Pair } from '../../domain/instrument.ts'
import { isTerminal, remaining, type Order } from '../../domain/order.ts'
import type { FillRange } from '../report.ts'
import { averageEntry, valueAt, type PositionTerms } from './contract-pnl.ts'
import { usable } from './position-model.ts'

/** Orders that may still fill: not in a terminal state and not fully executed; those being cancelled too. */
export function liveOrders<T extends Order>(orders: readonly T[]): T[] {
  return orders.filter((order) => !isTerminal(order.status) && remaining(order).gt(0))
}

/**
 * The coin a Spot order locks until it fills or is cancelled, and how much: a sell its remaining quantity in the base
 * coin; a limit buy quantity x limit in the quote coin; a market buy its amount, which is in the quote coin. null: a
 * buy without a usable limit.
 */
export function heldBy(
  order: Order,
  { baseAsset, quoteAsset }: Pair,
): { readonly asset: string; readonly amount: Decimal | null } {
  const left = remaining(order)
  if (order.side === 'sell') return { asset: baseAsset, amount: left }
  if (order.type === 'market') return { asset: quoteAsset, amount: left }
  return { asset: quoteAsset, amount: usable(order.price) ? left.times(order.price) : null }
}

/**
 * The position side an order makes larger; null: it closes. An order without an action counts as opening, the worse
 * case.
 */
export function opensSide({ action, side }: Order): PositionSide | null {
  if (action === 'close') return null
  return side === 'buy' ? 'long' : 'short'
}

/**
 * What one side of a contract can become as its orders fill: at most, if all opening orders fill; at least, if all
 * closing orders do. Never below zero: a closing order ends together with the position.
 */
export function fillRange(now: Decimal, side: PositionSide, orders: readonly Order[]): FillRange {
  const opening = orders.filter((order) => opensSide(order) === side)
  const closing = orders.filter((order) => order.action === 'close' && CLOSED_SIDE[order.side] === side)
  return {
    now,
    least: notNegative(now.minus(sum(closing.map(remaining)))),
    most: now.plus(sum(opening.map(remaining))),
  }
}

/** Value of the opening orders of a side at their limits, in the margin coin; null when one has no usable price. */
export function openingValue(
  side: PositionSide,
  orders: readonly Order[],
  { direction, multiplier }: { readonly direction: PositionTerms['direction']; readonly multiplier: Decimal | null },
): Decimal | null {
  let value = ZERO
  for (const order of orders) {
    if (opensSide(order) !== side) continue
    if (!usable(order.price) || !usable(multiplier)) return null
    value = value.plus(valueAt({ direction, size: remaining(order).times(multiplier) }, order.price))
  }
  return value
}

/** Average entry once every opening order of a side has filled at its limit; null: nothing held, or a price is unknown. */
export function averageAfter(
  side: PositionSide,
  held: readonly { readonly volume: Decimal; readonly averagePrice: Decimal | null }[],
  orders: readonly Order[],
  direction: PositionTerms['direction'],
): Decimal | null {
  const opens = orders.filter((order) => opensSide(order) === side)
  const fills = [
    ...held.map(({ volume, averagePrice }) => ({ size: volume, price: averagePrice })),
    ...opens.map((order) => ({ size: remaining(order), price: order.price })),
  ]
  const known = fills.flatMap(({ size, price }) => (usable(price) ? [{ size, price }] : []))
  return known.length === fills.length ? averageEntry(direction, known) : null
}
