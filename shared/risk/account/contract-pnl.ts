import { sum, type Decimal } from '../../domain/decimal.ts'

/**
 * The terms of a held contract. Prices are quote coins per base coin.
 *
 *              value V(P)      unrealised profit u(P)                 in
 *   linear     size x P        s x size x (P - entry)                 the quote coin
 *   inverse    size / P        s x size x (P - entry) / (entry x P)   the base coin
 *
 * The inverse profit is written so that it does not subtract two nearly equal numbers (1/entry - 1/P). Prices must be
 * positive: callers refuse a missing or zero mark.
 */
export interface PositionTerms {
  readonly direction: 'linear' | 'inverse'
  /** s: +1 long, -1 short. */
  readonly sign: 1 | -1
  /** volume x multiplier: base coins (linear, "Q") or face value in quote coins (inverse, "N"). */
  readonly size: Decimal
  /** The price from which profit is counted. */
  readonly entry: Decimal
}

/** V(P), in the margin coin: of a long and of a short alike. */
export function valueAt({ direction, size }: Pick<PositionTerms, 'direction' | 'size'>, price: Decimal): Decimal {
  return direction === 'linear' ? size.times(price) : size.div(price)
}

/** u(P), in the margin coin. */
export function unrealizedAt(terms: PositionTerms, price: Decimal): Decimal {
  const gain = terms.size.times(price.minus(terms.entry)).times(terms.sign)
  return terms.direction === 'linear' ? gain : gain.div(terms.entry.times(price))
}

/** Initial margin: V(entry) / leverage, in the margin coin. Leverage must be positive. */
export function initialMargin(terms: PositionTerms, leverage: Decimal): Decimal {
  return valueAt(terms, terms.entry).div(leverage)
}

/**
 * The break-even price: the root of u(P) + K - fee x V(P). `cashFlows` K: fees and funding so far, signed (negative =
 * paid), in the margin coin.
 *
 *   linear    B = (s Q A - K) / (Q (s - fee))
 *   inverse   B = N (s + fee) / (s N / A + K), only where (s N / A + K) s > 0
 *
 * null: no positive price breaks even (an inverse long that paid more than its coins are worth).
 */
export function breakEven(terms: PositionTerms, cashFlows: Decimal, closeFeeRate: Decimal): Decimal | null {
  const { direction, sign, size, entry } = terms
  if (direction === 'linear') {
    const slope = size.times(closeFeeRate.neg().plus(sign))
    if (slope.isZero()) return null
    return positive(size.times(entry).times(sign).minus(cashFlows).div(slope))
  }
  const coins = size.div(entry).times(sign).plus(cashFlows)
  if (coins.times(sign).lte(0)) return null
  return positive(size.times(closeFeeRate.plus(sign)).div(coins))
}

/**
 * The average entry price of several fills: arithmetic sum(q p) / sum(q) for linear contracts, harmonic sum(N) / sum(N /
 * p) for inverse ones, whose coin values N / p add up. null: nothing filled.
 */
export function averageEntry(
  direction: PositionTerms['direction'],
  fills: readonly { readonly size: Decimal; readonly price: Decimal }[],
): Decimal | null {
  const sizes = sum(fills.map(({ size }) => size))
  if (sizes.isZero()) return null
  return direction === 'linear'
    ? sum(fills.map(({ size, price }) => size.times(price))).div(sizes)
    : sizes.div(sum(fills.map(({ size, price }) => size.div(price))))
}

function positive(price: Decimal): Decimal | null {
  return price.gt(0) ? price : null
}
