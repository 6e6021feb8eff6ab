/** What it costs to trade out of something now: the book walked level by level, held against the mark. */
import { sum, ZERO, type Decimal } from '../../domain/decimal.ts'
import type { OrderSide } from '../../domain/order.ts'
import type { Depth, DepthLevel } from '../../domain/quote.ts'
import { averageEntry, unrealizedAt, valueAt, type PositionTerms } from '../account/contract-pnl.ts'
import { usable } from '../account/position-model.ts'

/** The side of a book an order takes from. */
export function takenBy(side: OrderSide, { bids, asks }: Depth): readonly DepthLevel[] {
  return side === 'sell' ? bids : asks
}

/** What a part of a book gives to an order. */
export interface Walk {
  /** Of what was asked for; the rest is beyond what was read. */
  readonly filled: Decimal
  /** Arithmetic for linear contracts and Spot, harmonic for inverse contracts; null with nothing filled. */
  readonly average: Decimal | null
  readonly worst: Decimal | null
  readonly levels: number
}

/**
 * Takes `volume` from one side of a book (best level first), after `taken` of it is gone. Levels that are none (no
 * price or no quantity) are passed over.
 */
export function walkBook(
  levels: readonly DepthLevel[],
  volume: Decimal,
  direction: PositionTerms['direction'],
  taken: Decimal = ZERO,
): Walk {
  const fills: { size: Decimal; price: Decimal }[] = []
  let skip = taken
  let rest = volume.gt(0) ? volume : ZERO
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
  return {
    filled: sum(fills.map(({ size }) => size)),
    average: averageEntry(direction, fills),
    worst: fills.at(-1)?.price ?? null,
    levels: fills.length,
  }
}

/** The average price of `walkBook`; null when the book ends before all of `volume` is taken, or `volume` is none. */
export function averagePrice(
  levels: readonly DepthLevel[],
  volume: Decimal,
  direction: PositionTerms['direction'],
  taken: Decimal = ZERO,
): Decimal | null {
  const { filled, average } = walkBook(levels, volume, direction, taken)
  return filled.eq(volume) ? average : null
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
