import { roundToPrice, type Price } from '../domain/amounts.ts'
import { ONE, type Decimal } from '../domain/decimal.ts'
import type { OrderSide } from '../domain/order.ts'
import type { Depth } from '../domain/quote.ts'
import { usable } from '../risk/account/position-model.ts'

/** The best price on the side of the book where an order of `side` rests; null if that side is empty. */
export function ownBest(side: OrderSide, { bids, asks }: Depth): Decimal | null {
  const own = side === 'sell' ? asks : bids
  return own.find(([price, quantity]) => usable(price) && usable(quantity))?.[0] ?? null
}

/**
 * `price` made `percent` worse for an order of `side`: the price where a chase gives up, or the limit of a capped
 * close. Below zero: better.
 */
export function wrongWay(side: OrderSide, price: Decimal, percent: Decimal): Decimal {
  const share = percent.div(100)
  return price.times(side === 'sell' ? ONE.minus(share) : ONE.plus(share))
}

/**
 * `price` with at most `places` digits after the point, rounded so that it is never worse for an order of `side`; null
 * if that is not above zero.
 */
export function noWorse(side: OrderSide, price: Decimal, places: number): Price | null {
  const rounded = roundToPrice(price, places, side === 'sell' ? 'up' : 'down')
  return usable(rounded) ? rounded : null
}
