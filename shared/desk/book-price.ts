/** Order prices and price bounds. */
import { ONE, type Decimal } from '../domain/decimal.ts'
import type { OrderSide } from '../domain/order.ts'
import type { Depth } from '../domain/quote.ts'
import { usable } from '../risk/account/position-model.ts'

/** The best price on the side of the order book where an order of `side` waits; null: that side is empty. */
export function ownBest(side: OrderSide, { bids, asks }: Depth): Decimal | null {
  const own = side === 'sell' ? asks : bids
  return own.find(([price, quantity]) => usable(price) && usable(quantity))?.[0] ?? null
}

/** `price` moved `percent` against an order of `side`: where a chase gives up, or the bound of a cap. */
export function wrongWay(side: OrderSide, price: Decimal, percent: Decimal): Decimal {
  const share = percent.div(100)
  return price.times(side === 'sell' ? ONE.minus(share) : ONE.plus(share))
}
