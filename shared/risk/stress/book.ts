import type { MarginUnit } from '../report.ts'
import type { FactorOf, MarketSum, MarketTerm } from './market-sum.ts'

/**
 * The account as float64 sums, to be tried out under any prices: what stands in each asset, and what moves with each market
 * (base, quote, linear or inverse). Equal terms are added up once, so that it costs as much as the account has markets and
 * margin units, however many positions those hold. Without what has no price.
 */
export interface ShockBook {
  readonly reportingCoin: string
  /** Coins that only move where they are named. */
  readonly cashAssets: ReadonlySet<string>
  /**
   * The asset that worth is measured in. null: the currency of account. A reporting coin that is cash stands for it, so that
   * it loses worth when it loses its peg; one that is not cash is the yardstick itself, and moves everything else.
   */
  readonly yardstick: string | null
  /** Total equity now, reporting coin. */
  readonly equity: number
  /** What stands in each asset now, reporting coin: spot, order margin, equity of margin units. */
  readonly standing: ReadonlyMap<string, number>
  /** The same without margin units: what no liquidation takes. */
  readonly outside: ReadonlyMap<string, number>
  /** What the contracts gain: coefficients in the reporting coin, paid in `paidIn` at its price after. */
  readonly gains: readonly (MarketTerm & { readonly paidIn: string })[]
  readonly units: readonly BookUnit[]
  /** Units that hold positions, but whose equity or requirement is not known: what liquidates them is not known either. */
  readonly notModelled: readonly string[]
  /** Assets, and contracts held, that have no price, and so are not in it. */
  readonly unpriced: readonly string[]
  /** Contracts held of which a position is not in it, for want of a price or of the account it belongs to: no total is whole. */
  readonly notCounted: readonly string[]
}

/** What is liquidated as one. Amounts in its margin coin; null when a part of it is not known. */
export interface BookUnit {
  readonly id: string
  readonly mode: MarginUnit['mode']
  readonly state: MarginUnit['state']
  readonly marginCoin: string
  readonly equity: MarketSum | null
  readonly value: MarketSum | null
  readonly requirement: MarketSum | null
  /** equity - requirement, subtracted before it was rounded: liquidation is where it is not positive any more. */
  readonly free: MarketSum | null
  /** Reporting coins per margin coin now; null keeps the unit out of total equity. */
  readonly rate: number | null
}

/** A unit that is part of total equity. */
export type CountedUnit = BookUnit & { readonly equity: MarketSum; readonly rate: number }

/** Worth after / before of an asset, in the yardstick. */
export function worthFactor({ yardstick }: ShockBook, factorOf: FactorOf): FactorOf {
  if (yardstick === null) return factorOf
  const measure = factorOf(yardstick)
  return (asset) => factorOf(asset) / measure
}

/** Whether a unit is part of total equity. */
export function isCounted(unit: BookUnit): unit is CountedUnit {
  return unit.equity !== null && unit.rate !== null
}
