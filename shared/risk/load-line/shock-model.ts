import type { LoadLine } from '../report.ts'
import type { MarketSum } from '../stress/market-sum.ts'

/**
 * How prices follow one market move x (a fraction, > -1). Cash has beta 0 and does not move.
 *
 *   uniform              P (1 + x)
 *   coin:<asset>         P (1 + x) of one asset alone; the others do not move
 *   betaGeometric        P (1 + x)^beta
 *   betaArithmeticFloor  P max(0.01, 1 + beta x)
 */
export interface ShockModel {
  readonly name: LoadLine['model']
  betaOf(asset: string): number
  /** Price after the move / price before it, of something with this beta; positive. */
  factor(beta: number, x: number): number
}

const FLOOR = 0.01

const alike: ShockModel['factor'] = (beta, x) => (beta === 0 ? 1 : 1 + x)

const FACTORS: Record<'betaGeometric' | 'betaArithmeticFloor', ShockModel['factor']> = {
  betaGeometric: (beta, x) => (1 + x) ** beta,
  betaArithmeticFloor: (beta, x) => Math.max(FLOOR, 1 + beta * x),
}

/** Every price moves alike; cash stays. */
export function uniformShock(cashAssets: readonly string[]): ShockModel {
  const cash = new Set(cashAssets)
  return { name: 'uniform', betaOf: (asset) => (cash.has(asset) ? 0 : 1), factor: alike }
}

/** One asset moves alone, cash or not. */
export function coinShock(coin: string): ShockModel {
  return { name: `coin:${coin}`, betaOf: (asset) => (asset === coin ? 1 : 0), factor: alike }
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
    const key = marketOf(term)
    const before = alike.get(key)
    alike.set(key, before ? { ...term, coefficient: before.coefficient + term.coefficient } : term)
  }
  return { now, terms: [...alike.values()] }
}

/** The amount at the market move `x`. */
export function shocked(amount: ShockSum, model: ShockModel, x: number): number {
  let value = amount.now
  for (const term of amount.terms) value += term.coefficient * moveOf(term, model, x)
  return value
}

/** Names what a term moves with: terms of the same move alike. */
export function marketOf({ baseBeta, quoteBeta, inverse }: Omit<ShockTerm, 'coefficient'>): string {
  return `${baseBeta} ${quoteBeta} ${inverse}`
}

/** g - 1 of a term at the market move `x`. */
export function moveOf({ baseBeta, quoteBeta, inverse }: ShockTerm, model: ShockModel, x: number): number {
  const factor = model.factor(baseBeta, x) / model.factor(quoteBeta, x)
  return (inverse ? 1 / factor : factor) - 1
}

/** An amount of the shock book under a shock: markets of the same betas move alike. */
export function underShock({ now, terms }: MarketSum, model: ShockModel): ShockSum {
  return shockSum(
    now,
    terms.map(({ base, quote, inverse, coefficient }) => ({
      coefficient,
      baseBeta: model.betaOf(base),
      quoteBeta: inverse ? 0 : model.betaOf(quote),
      inverse,
    })),
  )
}
