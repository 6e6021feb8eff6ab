import type { PositionSide } from '../../domain/account.ts'
import { sum, ZERO, type Decimal } from '../../domain/decimal.ts'
import type { Pair } from '../../domain/instrument.ts'
import { isTerminal, remaining, type Order } from '../../domain/order.ts'
import type { FillRange } from '../report.ts'
import { averageEntry, valueAt, type PositionTerms } from './contract-pnl.ts'
import { usable } from './position-model.ts'

type Side = PositionSide

/**
 * What may still fill: every order in a state the venue may leave again with something left, one being cancelled too.
 */
export function liveOrders<T extends Order>(orders: readonly T[]): T[] {
  return orders.filter((order) => !isTerminal(order.status) && remaining(order).gt(0))
}

/** Units of a coin that an order holds; the amount is null where it can not be told. */
export interface Held {
  readonly asset: string
  readonly amount: Decimal | null
}

/**
 * What a Spot order holds until it fills or is cancelled: a sell what is left of it in the base coin, a limit buy that
 * x its limit in the quote coin, a market buy its amount, which is in the quote coin already. A buy with no limit to go
 * by holds an amount that is not known.
 */
export function heldBy(order: Order, { baseAsset, quoteAsset }: Pair): Held {
  const left = remaining(order)
  if (order.side === 'sell') return { asset: baseAsset, amount: left }
  if (order.type === 'market') return { asset: quoteAsset, amount: left }
  return { asset: quoteAsset, amount: usable(order.price) ? left.times(order.price) : null }
}

/**
 * The position side an order makes larger; null when it closes. An order that does not say is taken to open: the worse
 * case.
 */
export function opensSide({ action, side }: Order): Side | null {
  if (action === 'close') return null
  return side === 'buy' ? 'long' : 'short'
}

/** The position side an order makes smaller; null when it opens. */
export function closesSide({ action, side }: Order): Side | null {
  if (action !== 'close') return null
  return side === 'sell' ? 'long' : 'short'
}

/**
 * What one side of a contract can become when any of its orders fill: at most everything that opens it on top, at least
 * everything that closes it off, and never below zero, because a closing order ends with the position.
 */
export function fillRange(now: Decimal, side: Side, orders: readonly Order[]): FillRange {
  return { now, least: notBelowZero(now.minus(closing(side, orders))), most: now.plus(opening(side, orders)) }
}

/**
 * What the opening orders of a side are worth at their limits, in the margin coin; null when one has no usable price.
 */
export function openingValue(
  side: Side,
  orders: readonly Order[],
  { direction, multiplier }: { readonly direction: PositionTerms['direction']; readonly multiplier: Decimal | null },
): Decimal | null {
  let value = ZERO
  for (const order of orders) {
    if (opensSide(order) !== side) continue
    if (!usable(order.price) || !usable(multiplier)) return null
    const terms: PositionTerms = {
      direction,
      sign: side === 'long' ? 1 : -1,
      size: remaining(order).times(multiplier),
      entry: order.price,
    }
    value = value.plus(valueAt(terms, order.price))
  }
  return value
}

/**
 * Average entry once every opening order of a side has filled at its limit: arithmetic for linear contracts, harmonic
 * for inverse ones. null with nothing held or opened, or when a price is not known.
 */
export function averageAfter(
  side: Side,
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

function opening(side: Side, orders: readonly Order[]): Decimal {
  return sum(orders.filter((order) => opensSide(order) === side).map(remaining))
}

function closing(side: Side, orders: readonly Order[]): Decimal {
  return sum(orders.filter((order) => closesSide(order) === side).map(remaining))
}

function notBelowZero(amount: Decimal): Decimal {
  return amount.lt(0) ? ZERO : amount
}
