/** What an order book shows by itself: its mid, and how much it holds near there. */
import type { Message } from '../../domain/message.ts'
import { message } from '../../words/message.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { decimal, ZERO, type Decimal } from '../../domain/decimal.ts'
import type { OrderSide } from '../../domain/order.ts'
import type { Depth, DepthLevel } from '../../domain/quote.ts'
import { usable } from '../account/position-model.ts'
import { takenBy } from './exit-cost.ts'

/** An order book that can be used: both sides have a price, and the bid is not above the ask. */
export interface SoundBook {
  readonly mid: Decimal
  /** The best price of the side to take from. */
  readonly best: Decimal
  readonly side: OrderSide
  /** The levels to take from, best first; some may be unusable. */
  readonly levels: readonly DepthLevel[]
}

/** The book for an order of `side`, or why it cannot be used. */
export function soundBook(depth: Depth | undefined, side: OrderSide): Result<SoundBook, Message> {
  if (!depth) return err(message('figure.bookNotRead'))
  const [bid, ask] = [depth.bids.find(isLevel)?.[0], depth.asks.find(isLevel)?.[0]]
  // Venues return an empty book for instruments they do not know.
  if (!bid && !ask) return err(message('figure.bookEmpty'))
  if (!bid || !ask) return err(message(bid ? 'figure.noAsks' : 'figure.noBids'))
  if (bid.gt(ask)) return err(message('figure.bookCrossed'))
  return ok({ mid: bid.plus(ask).div(2), best: side === 'sell' ? bid : ask, side, levels: takenBy(side, depth) })
}

function isLevel([price, quantity]: DepthLevel): boolean {
  return usable(price) && usable(quantity)
}

const BASIS_POINTS = decimal(10_000)

/** Volume of a book within a distance of mid, in its units. */
export interface DepthBand {
  readonly volume: Decimal
  /** The book was not read that far: there may be more. */
  readonly isAtLeast: boolean
}

/** Volume within each of `bands`, basis points of mid (ascending). */
export function depthWithin({ mid, side, levels }: SoundBook, bands: readonly number[]): readonly DepthBand[] {
  const limits = bands.map((bps) => {
    const reach = mid.times(bps).div(BASIS_POINTS)
    return side === 'sell' ? mid.minus(reach) : mid.plus(reach)
  })
  const within: DepthBand[] = []
  let held = ZERO
  for (const level of levels) {
    if (!isLevel(level)) continue
    const [price, quantity] = level
    const isBeyond = (limit: Decimal): boolean => (side === 'sell' ? price.lt(limit) : price.gt(limit))
    for (let limit = limits[within.length]; limit && isBeyond(limit); limit = limits[within.length])
      within.push({ volume: held, isAtLeast: false })
    if (within.length === limits.length) return within
    held = held.plus(quantity)
  }
  return limits.map((_, index) => within[index] ?? { volume: held, isAtLeast: true })
}

/** s (mid - price) / mid in basis points, s = +1 for a sell: how much worse than mid a price is. */
export function slippageBps(side: OrderSide, mid: Decimal, price: Decimal): Decimal {
  const lost = side === 'sell' ? mid.minus(price) : price.minus(mid)
  return lost.div(mid).times(BASIS_POINTS)
}
