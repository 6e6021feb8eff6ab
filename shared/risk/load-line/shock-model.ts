import type { LoadLine } from '../report.ts'
import { amountUnder, marketSum, type Market, type MarketSum } from '../shock/market-sum.ts'

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

/** Prices move by their beta to the market: `betas` of assets that are not cash, `otherwise` for the rest. */
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
 * An amount of the account under a shock. Its markets are named by the betas of their coins: markets of the same betas
 * move alike, so that a unit of a thousand positions costs as much per point as one of three.
 */
export type ShockSum = MarketSum<number>

/** An amount by the betas of its markets. */
export function underShock({ now, terms }: MarketSum, model: ShockModel): ShockSum {
  return marketSum(
    now,
    terms.map(({ coefficient, ...market }) => ({ ...underBetas(market, model), coefficient })),
  )
}

/** A market by the betas of its coins. */
export function underBetas({ base, quote }: Market, model: ShockModel): Market<number> {
  return { base: model.betaOf(base), quote: quote === null ? null : model.betaOf(quote) }
}

/** The amount at the market move `x`. */
export function shocked(amount: ShockSum, model: ShockModel, x: number): number {
  return amountUnder(amount, (beta) => model.factor(beta, x))
}
