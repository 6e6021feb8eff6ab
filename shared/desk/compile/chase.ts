/** Closing by an order that follows the best price of its own side of the book. */
import { ONE, type Decimal } from '../../domain/decimal.ts'
import type { OrderSide } from '../../domain/order.ts'
import type { Depth } from '../../domain/quote.ts'
import { usable } from '../../risk/position-model.ts'

/** The best price of the side of the book an order of `side` waits on; null: nobody is there. */
export function chasePrice(side: OrderSide, { bids, asks }: Depth): Decimal | null {
  const own = side === 'sell' ? asks : bids
  return own.find(([price, quantity]) => usable(price) && usable(quantity))?.[0] ?? null
}

/** Where a chase that began at `startPrice` gives up: `stopPercent` the wrong way, below for a sell and above for a buy. */
export function chaseStop(side: OrderSide, startPrice: Decimal, stopPercent: Decimal): Decimal {
  return wrongWay(side, startPrice, stopPercent)
}

/** `price` moved `percent` against whoever trades `side`. */
export function wrongWay(side: OrderSide, price: Decimal, percent: Decimal): Decimal {
  const share = percent.div(100)
  return price.times(side === 'sell' ? ONE.minus(share) : ONE.plus(share))
}
