/** What it costs to trade out of something now: the book walked level by level, held against the mark. */
import { ZERO, type Decimal } from '../../domain/decimal.ts'
import type { OrderSide } from '../../domain/order.ts'
import type { Depth, DepthLevel } from '../../domain/quote.ts'
import { averageEntry, unrealizedAt, valueAt, type PositionTerms } from '../account/contract-pnl.ts'
import { usable } from '../account/position-model.ts'

/** The side of a book an order takes from. */
export function takenBy(side: OrderSide, { bids, asks }: Depth): readonly DepthLevel[] {
  return side === 'sell' ? bids : asks
}

/**
 * Average price of the next `volume` of one side of a book (best level first), after `taken` of it is gone: arithmetic for
 * linear contracts and Spot, harmonic for inverse contracts. null when the book ends before that, or `volume` is none.
 */
export function averagePrice(
  levels: readonly DepthLevel[],
  volume: Decimal,
  direction: PositionTerms['direction'],
  taken: Decimal = ZERO,
): Decimal | null {
  if (volume.lte(0)) return null
  const fills: { size: Decimal; price: Decimal }[] = []
  let skip = taken
  let rest = volume
  for (const [price, quantity] of levels) {
    if (rest.isZero()) break
    if (!usable(price) || !usable(quantity)) continue
    const there = quantity.gt(skip) ? quantity.minus(skip) : ZERO
    skip = quantity.gt(skip) ? ZERO : skip.minus(quantity)
    const size = there.lt(rest) ? there : rest
    if (size.isZero()) continue
    fills.push({ size, price })
    rest = rest.minus(size)
  }
  return rest.isZero() ? averageEntry(direction, fills) : null
}

/** What is traded out of: `sign` and `size` of a position, as `PositionTerms` has them. */
export type ExitTerms = Pick<PositionTerms, 'direction' | 'sign' | 'size'>

/**
 * What trading out at `price` gives away against `mark`, in the margin coin; negative when the price is better.
 *
 *   linear    s Q (mark - price)
 *   inverse   s N (1 / price - 1 / mark)
 */
export function slippageAt(terms: ExitTerms, price: Decimal, mark: Decimal): Decimal {
  return unrealizedAt({ ...terms, entry: mark }, price).neg()
}

/** The fee of trading out at `price`: feeRate x V(price), in the margin coin. */
export function feeAt(terms: ExitTerms, price: Decimal, feeRate: Decimal): Decimal {
  return valueAt({ ...terms, entry: price }, price).times(feeRate)
}
