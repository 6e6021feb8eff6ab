/** What it costs to trade out of something now: the order book walked level by level, against the mark. */
import { notNegative, smaller, sum, ZERO, type Decimal } from '../../domain/decimal.ts'
import type { OrderSide } from '../../domain/order.ts'
import type { Depth, DepthLevel } from '../../domain/quote.ts'
import { averageEntry, unrealizedAt, valueAt, type PositionTerms } from '../account/contract-pnl.ts'
import { usable } from '../account/position-model.ts'

/** The side of the order book that an order takes from. */
export function takenBy(side: OrderSide, { bids, asks }: Depth): readonly DepthLevel[] {
  return side === 'sell' ? bids : asks
}

/** What a part of an order book gives to an order. */
export interface Walk {
  /** How much the part of the book gives. The rest of the order is beyond what was read. */
  readonly filled: Decimal
  /** Arithmetic for linear contracts and Spot, harmonic for inverse contracts; null with nothing filled. */
  readonly average: Decimal | null
  readonly worst: Decimal | null
  readonly levels: number
}

/** Takes `volume` from one side of a book (best level first) after `taken` is gone. Skips unusable levels. */
export function walkBook(
  levels: readonly DepthLevel[],
  volume: Decimal,
  direction: PositionTerms['direction'],
  taken: Decimal = ZERO,
): Walk {
  const fills: { size: Decimal; price: Decimal }[] = []
  let skip = taken
  let rest = notNegative(volume)
  for (const [price, quantity] of levels) {
    if (rest.isZero()) break
    if (!usable(price) || !usable(quantity)) continue
    const size = smaller(notNegative(quantity.minus(skip)), rest)
    skip = notNegative(skip.minus(quantity))
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

/** The average price of `walkBook`; null if the book ends before all of `volume` is taken, or `volume` is 0. */
export function averagePrice(
  levels: readonly DepthLevel[],
  volume: Decimal,
  direction: PositionTerms['direction'],
  taken: Decimal = ZERO,
): Decimal | null {
  const { filled, average } = walkBook(levels, volume, direction, taken)
  return filled.eq(volume) ? average : null
}

/** The terms of what is traded out of. */
export type ExitTerms = Pick<PositionTerms, 'direction' | 'sign' | 'size'>

/**
 * Slippage of trading out at `price` against `mark`, in the margin coin; negative when the price is better.
 *
 *   linear    s Q (mark - price)
 *   inverse   s N (1 / price - 1 / mark)
 */
export function slippageAt(terms: ExitTerms, price: Decimal, mark: Decimal): Decimal {
  return unrealizedAt({ ...terms, entry: mark }, price).neg()
}

/** The fee of trading out at `price`: feeRate x V(price), in the margin coin. */
export function feeAt(terms: ExitTerms, price: Decimal, feeRate: Decimal): Decimal {
  return valueAt(terms, price).times(feeRate)
}
