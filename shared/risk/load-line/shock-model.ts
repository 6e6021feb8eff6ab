import { toFloat } from '../../domain/decimal.ts'
import type { PositionModel, PricedPosition } from '../account/position-model.ts'

/**
 * How prices follow one market move x (a fraction, > -1). Cash has beta 0 and does not move.
 *
 *   uniform              P (1 + x)
 *   betaGeometric        P (1 + x)^beta
 *   betaArithmeticFloor  P max(0.01, 1 + beta x)
 */
export interface ShockModel {
  readonly name: 'uniform' | 'betaGeometric' | 'betaArithmeticFloor'
  betaOf(asset: string): number
  /** Price after the move / price before it, of something with this beta; positive. */
  factor(beta: number, x: number): number
}

const FLOOR = 0.01

const FACTORS: Record<ShockModel['name'], ShockModel['factor']> = {
  uniform: (beta, x) => (beta === 0 ? 1 : 1 + x),
  betaGeometric: (beta, x) => (1 + x) ** beta,
  betaArithmeticFloor: (beta, x) => Math.max(FLOOR, 1 + beta * x),
}

/** Every price moves alike; cash stays. */
export function uniformShock(cashAssets: readonly string[]): ShockModel {
  const cash = new Set(cashAssets)
  return { name: 'uniform', betaOf: (asset) => (cash.has(asset) ? 0 : 1), factor: FACTORS.uniform }
}

/** Prices move by their beta to the market; `betas` gives it for every asset that is not cash, `otherwise` for the rest. */
export function betaShock(
  name: 'betaGeometric' | 'betaArithmeticFloor',
  cashAssets: readonly string[],
  betas: Readonly<Record<string, number>>,
  otherwise: number,
): ShockModel {
  const cash = new Set(cashAssets)
  return { name, betaOf: (asset) => (cash.has(asset) ? 0 : (betas[asset] ?? otherwise)), factor: FACTORS[name] }
}

/**
 * An amount under shock: now + Σ coefficient x (g - 1), g the price factor base / quote, turned over for inverse
 * contracts (their value goes with 1 / P). Equal terms are added up once, so that a unit of a thousand positions costs
 * as much per point as one of three, and so that the amount at x = 0 is exactly the amount now. float64.
 */
export interface ShockSum {
  readonly now: number
  readonly terms: readonly ShockTerm[]
}

export interface ShockTerm {
  readonly coefficient: number
  readonly baseBeta: number
  readonly quoteBeta: number
  readonly inverse: boolean
}

/** Adds up terms that move alike and drops those that do not move. */
export function shockSum(now: number, terms: readonly ShockTerm[]): ShockSum {
  const alike = new Map<string, ShockTerm>()
  for (const term of terms) {
    if (term.baseBeta === term.quoteBeta || term.coefficient === 0) continue
    const key = `${term.baseBeta} ${term.quoteBeta} ${term.inverse}`
    const before = alike.get(key)
    alike.set(key, before ? { ...term, coefficient: before.coefficient + term.coefficient } : term)
  }
  return { now, terms: [...alike.values()] }
}

/** The amount at the market move `x`. */
export function shocked(amount: ShockSum, model: ShockModel, x: number): number {
  let value = amount.now
  for (const { coefficient, baseBeta, quoteBeta, inverse } of amount.terms) {
    const factor = model.factor(baseBeta, x) / model.factor(quoteBeta, x)
    value += coefficient * ((inverse ? 1 / factor : factor) - 1)
  }
  return value
}

/** a - b. */
export function lessShocked(a: ShockSum, b: ShockSum): ShockSum {
  const negated = b.terms.map((term) => ({ ...term, coefficient: -term.coefficient }))
  return shockSum(a.now - b.now, [...a.terms, ...negated])
}

/** How the unrealised profit of positions moves: s V (g - 1), for inverse contracts -s V (1/g - 1). */
export function profitTerms(positions: readonly PositionModel[], model: ShockModel): ShockTerm[] {
  return termsOf(positions, model, ({ terms }) => (terms.direction === 'linear' ? terms.sign : -terms.sign))
}

/** How the value of positions moves: V (g - 1), for inverse contracts V (1/g - 1). */
export function valueTerms(positions: readonly PositionModel[], model: ShockModel): ShockTerm[] {
  return termsOf(positions, model, () => 1)
}

/** How the margin requirement of positions moves: κ times their value. */
export function requirementTerms(positions: readonly PositionModel[], model: ShockModel): ShockTerm[] {
  return termsOf(positions, model, (_, { requiredRate }) => (requiredRate ? toFloat(requiredRate) : 0))
}

function termsOf(
  positions: readonly PositionModel[],
  model: ShockModel,
  weight: (priced: PricedPosition, model: PositionModel) => number,
): ShockTerm[] {
  return positions.flatMap((position) => {
    const { priced } = position
    if (!priced) return []
    const inverse = priced.terms.direction === 'inverse'
    return {
      coefficient: toFloat(priced.value) * weight(priced, position),
      baseBeta: model.betaOf(priced.contract.baseAsset),
      // An inverse contract's face value is in a currency of account: the yardstick, which does not move.
      quoteBeta: inverse ? 0 : model.betaOf(priced.contract.quoteAsset),
      inverse,
    }
  })
}
