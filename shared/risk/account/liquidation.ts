import { decimal, ONE, roundTo, sum, type Decimal } from '../../domain/decimal.ts'
import { unrealizedAt, valueAt, type PositionTerms } from './contract-pnl.ts'
import { ratio, roughRatio } from '../number/ratio.ts'
import type { LiquidationView, MarginRule } from '../report.ts'

/**
 * Liquidation price of an isolated position: where margin + u(P) = κ V(P). `ok` with null: no price liquidates it;
 * `inLiquidation`: liquidated now.
 *
 *   linear    P* = (s Q A - M) / (Q (s - κ))
 *   inverse   P* = N (s + κ) / (M + s N / A)
 *
 * On the entry basis the right side is κ V(A) and does not move:
 *
 *   linear    P* = A - s (M - κ Q A) / Q
 *   inverse   P* = N / (N / A + s (M - κ N / A))
 *
 * κ (`kappa`) is the maintenance rate plus, by the default rule, the worst closing fee rate. `margin` M is the margin
 * of the position without unrealised profit, in the margin coin. The current tier's rate is used; a larger notional may
 * be in a worse tier. The price is null where it is not positive or out of reach: a linear long with more margin than
 * it cost, an inverse short covered by its own coins.
 */
export function isolatedLiquidation(
  terms: PositionTerms,
  margin: Decimal,
  kappa: Decimal,
  mark: Decimal,
  basis: MarginRule['basis'] = 'mark',
): { readonly state: 'ok' | 'inLiquidation'; readonly price: Decimal | null } {
  const requiredAt = basis === 'mark' ? mark : terms.entry
  const requirement = valueAt(terms, requiredAt).times(kappa)
  if (margin.plus(unrealizedAt(terms, mark)).lte(requirement)) return { state: 'inLiquidation', price: null }
  const price = basis === 'mark' ? onMark(terms, margin, kappa) : onEntry(terms, margin, requirement)
  return { state: 'ok', price: price && reachablePrice(price, mark) }
}

function onMark({ direction, sign, size, entry }: PositionTerms, margin: Decimal, rate: Decimal): Decimal | null {
  return direction === 'linear'
    ? quotient(size.times(entry).times(sign).minus(margin), size.times(rate.neg().plus(sign)))
    : quotient(size.times(rate.plus(sign)), size.div(entry).times(sign).plus(margin))
}

function onEntry({ direction, sign, size, entry }: PositionTerms, margin: Decimal, required: Decimal): Decimal | null {
  const spare = margin.minus(required).times(sign)
  return direction === 'linear'
    ? quotient(size.times(entry).minus(spare), size)
    : quotient(size, size.div(entry).plus(spare))
}

/**
 * How far the price of one asset alone must move until a cross account is liquidated: P* / P, the same for all
 * contracts on that asset (both sides of a hedge share it). `free`: equity less requirement of the whole account now,
 * positive. `positions`: those on the asset, with V(mark) and `requirementSlope`, the required share of that value (κ,
 * or 0 where the requirement is a share of the entry).
 *
 *   linear    b = Σ (s - κ) V      P* / P = 1 - free / b
 *   inverse   b = -Σ (s + κ) V     P / P* = 1 - free / b
 *
 * Mind the sign of b: a nearly hedged net long has b < 0 once the maintenance of both sides grows faster than the net
 * gain, and is liquidated by a rise. null: unreachable.
 */
export function crossLiquidationFactor(
  free: Decimal,
  positions: readonly (Pick<PositionTerms, 'direction' | 'sign'> & Record<'value' | 'requirementSlope', Decimal>)[],
): Decimal | null {
  const direction = positions[0]?.direction
  // One coin margins the linear contracts of an asset (their quote) or the inverse ones (their base), never both.
  if (direction === undefined || positions.some((position) => position.direction !== direction)) return null
  // d(equity - requirement) per unit of relative move: of the price (linear) or of its reciprocal (inverse).
  const slope = sum(
    positions.map(({ sign, value, requirementSlope }) =>
      direction === 'linear'
        ? value.times(requirementSlope.neg().plus(sign))
        : value.times(requirementSlope.plus(sign)).neg(),
    ),
  )
  const factor = slope.isZero() ? null : ONE.minus(free.div(slope))
  if (!factor?.gt(0)) return null
  return reachablePrice(direction === 'linear' ? factor : ONE.div(factor), ONE)
}

/**
 * A liquidation price more than this many times the mark is only the rounding remainder of a fully covered position.
 */
const REACH = decimal(1000)

/** The price, or null if no market reaches it: not above zero, or at least a thousand times the mark. */
export function reachablePrice(price: Decimal, mark: Decimal): Decimal | null {
  return price.gt(0) && price.lt(mark.times(REACH)) ? price : null
}

const AGREE = 0.001
const NOTE = 0.01

/**
 * Our liquidation price beside the venue's. The headline is the careful one, which is nearer to the mark; the two are
 * never averaged. `own` null: there is none; `undefined`: it was not computed. If the venue's price is out of reach,
 * the venue has none.
 */
export function liquidationView(
  own: Decimal | null | undefined,
  printed: Decimal | null,
  mark: Decimal | null,
): LiquidationView {
  const venue = printed && mark ? reachablePrice(printed, mark) : printed
  if (own === undefined || !mark) {
    return { own: null, venue, headline: venue, agreement: 'notCompared', distance: distance(venue, mark) }
  }
  const headline = nearer(own, venue, mark)
  const saysNone = printed !== null && venue === null && own === null
  const agreement = saysNone ? 'agree' : agreementOf(own, venue, mark)
  return { own, venue, headline, agreement, distance: distance(headline, mark) }
}

function agreementOf(own: Decimal | null, venue: Decimal | null, mark: Decimal): LiquidationView['agreement'] {
  if (venue === null) return 'venueSilent'
  const gap = own && ratio(own.minus(venue).abs(), mark)
  if (gap === null || gap > NOTE) return 'disagree'
  return gap > AGREE ? 'note' : 'agree'
}

/** P* / P - 1. */
function distance(price: Decimal | null, mark: Decimal | null): number | null {
  return price && mark && roughRatio(price.minus(mark), mark)
}

function nearer(one: Decimal | null, other: Decimal | null, mark: Decimal): Decimal | null {
  if (!one || !other) return one ?? other
  return one.minus(mark).abs().lte(other.minus(mark).abs()) ? one : other
}

/** The price to show, with at most `pricePrecision` digits after the point, rounded toward the mark: the careful side. */
export function roundTowardMark(price: Decimal, mark: Decimal, pricePrecision: number): Decimal {
  return roundTo(price, pricePrecision, price.lt(mark) ? 'up' : 'down')
}

function quotient(numerator: Decimal, denominator: Decimal): Decimal | null {
  return denominator.isZero() ? null : numerator.div(denominator)
}
