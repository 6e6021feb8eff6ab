import type { Message } from '../domain/message.ts'
import type { BarInterval } from '../domain/bar.ts'
import type { Figure } from './number/figure.ts'

/**
 * Figures that rest on price history. They are worked out when candles or positions change, not with every price.
 * float64, in the reporting coin; days are the opening time of a daily candle, ms of the venue's clock.
 */
export interface StatisticsReport {
  readonly reportingCoin: string
  readonly history: HistoryFacts
  /** Every asset with exposure, the largest first, and the benchmark. */
  readonly assets: readonly AssetStatistics[]
  readonly correlation: CorrelationReport
  readonly var: VarReport
}

/** What the figures rest on. */
export interface HistoryFacts {
  /** What betas are to. */
  readonly benchmark: string
  /** First and last day with a return; null with none. */
  readonly from: number | null
  readonly to: number | null
  /** Days of returns that scenarios are made of. */
  readonly scenarios: number
  /** Missing days inside the histories, over all assets: over a gap there is no return. */
  readonly gaps: number
  /**
   * Share of gross exposure with a history of its own over all scenarios, with a stand-in for some of them, and with
   * none. None where a position can not be valued: it may be most of the exposure.
   */
  readonly share: { readonly own: Figure; readonly proxied: Figure; readonly uncovered: Figure }
  readonly proxies: readonly Proxy[]
  /** What is not, or not all, in VaR: assets, then positions that can not be valued. */
  readonly uncovered: readonly Uncovered[]
  /**
   * Assets held in several markets (Spot or collateral and contracts, or several contracts). Each asset has one price in VaR,
   * so what these markets move apart by, their basis, is not in it.
   */
  readonly basisUnseen: readonly string[]
  /** Days on which a price moved as only a new denomination, or a delisting, makes it: in VaR as they are. */
  readonly suspects: readonly SuspectMove[]
}

export interface Uncovered {
  /** An asset; of a position that can not be valued, the name of its contract. */
  readonly asset: string
  /** Net exposure, reporting coin; null: not known. */
  readonly value: number | null
  readonly reason: Message
}

interface SuspectMove {
  readonly asset: string
  readonly day: number
  /** The day's return, as a fraction: 999 where the price became a thousandfold. */
  readonly move: number
}

/** How days before an asset was listed are stood in for: by its beta to the benchmark, or by a default one. */
export interface Proxy {
  readonly asset: string
  readonly kind: 'beta' | 'default'
  readonly beta: number
  /** Days of its own, and days stood in for. */
  readonly observations: number
  readonly filled: number
}

/**
 * What a figure rests on: how many returns, when the first began and the last ended, ms of the venue's clock; null with
 * none.
 */
export interface Sample {
  readonly count: number
  readonly from: number | null
  readonly to: number | null
}

export interface AssetStatistics {
  readonly asset: string
  /** Where its prices come from ("spot:BTCUSDT"). */
  readonly source: string | null
  /** Net exposure, reporting coin; null when unpriced. */
  readonly value: number | null
  /** Daily returns known. */
  readonly observations: number
  /**
   * When the newest candle of each interval ended, ms of the venue's clock: how old its figures are. null with no
   * candles.
   */
  readonly to: Readonly<Record<BarInterval, number | null>>
  /**
   * What the volatility of a day, of the last hours, of minutes and of a year rests on; the average true range has all
   * days.
   */
  readonly samples: Readonly<Record<'day' | 'hour' | 'minute' | 'year', Sample>>
  /** Standard deviation of a day's return, EWMA of 0.94; and of the last hours, scaled to a day. */
  readonly dailyVolatility: Figure
  readonly hourlyVolatility: Figure
  /**
   * How many times as wild as all its days the wildest 30 in a row were: what a stressed market multiplies volatility
   * with.
   */
  readonly wildestOverAll: Figure
  /** Standard deviation of a minute's return: what the price may have done since it was read. */
  readonly minuteVolatility: Figure
  /** Per year (365 days), from daily candles. */
  readonly annualVolatility: Readonly<Record<VolatilityEstimator, Figure>>
  /** Average true range of a day (Wilder, 14), in the coin its source is quoted in. */
  readonly averageTrueRange: Figure
  readonly beta: BetaReport
}

export const VOLATILITY_ESTIMATORS = ['close', 'parkinson', 'garmanKlass', 'rogersSatchell', 'yangZhang'] as const
export type VolatilityEstimator = (typeof VOLATILITY_ESTIMATORS)[number]

export interface BetaReport {
  /** Used in shocks: shrunk toward 1, 1.5 where history is too short, 0 for cash. */
  readonly used: number
  /** `estimated`: by regression; `default`: too few days; `fixed`: cash and the benchmark itself. */
  readonly kind: 'estimated' | 'default' | 'fixed'
  readonly raw: Figure
  readonly standardError: Figure
  readonly observations: number
}

export interface CorrelationReport {
  /** Assets in the order of their clusters; at most 40, those with the largest exposure. */
  readonly assets: readonly string[]
  /** Row by row in that order; null where too few days overlap or one does not move. */
  readonly matrix: readonly (readonly (number | null)[])[]
  /** Days each pair rests on: those all have, or its own; of a pair that is null, the days both have. */
  readonly overlap: readonly (readonly number[])[]
  /** First and last day it rests on, opening times, ms; null without a matrix. */
  readonly from: number | null
  readonly to: number | null
  /** Weight of the identity the matrix was shrunk toward; null when it was not. */
  readonly shrinkage: number | null
  /**
   * What was done to a matrix that no returns could have: its least eigenvalue before, and how far it was moved
   * (Frobenius).
   */
  readonly repair: { readonly leastEigenvalue: number; readonly distance: number } | null
  /** Why there is no matrix; null when there is. */
  readonly reason: Message | null
}

export const VAR_METHODS = ['historical', 'filteredHistorical', 'ewma', 'gaussian', 'cornishFisher'] as const
export type VarMethod = (typeof VAR_METHODS)[number]
export const CONFIDENCES = [0.95, 0.99] as const
export type Confidence = (typeof CONFIDENCES)[number]

/** One-day loss of today's positions held as they are; a loss is a positive number. */
export interface VarEstimate {
  readonly method: VarMethod
  readonly confidence: Confidence
  readonly var: Figure
  readonly es: Figure
  /** 95 % interval of the VaR by order statistics; a bound is null where so few days do not reach it. */
  readonly interval: { readonly low: number | null; readonly high: number | null } | null
  /** What a reader must know: "short sample", "about 3 days beyond". */
  readonly note: Message | null
}

export interface VarReport {
  /** Every method at every confidence, in the order of `VAR_METHODS`. */
  readonly estimates: readonly VarEstimate[]
  /**
   * The historical ones with every unit that would be liquidated at the end of the day worth nothing; reasons where it
   * is not known what liquidates one of them.
   */
  readonly withLiquidation: readonly VarEstimate[]
  /** The worst day of the same scenarios. */
  readonly worst: DayPnl | null
  /** What today's positions would have made each day, oldest first. */
  readonly pnl: readonly DayPnl[]
  /** By asset, the largest component first. */
  readonly components: readonly RiskComponent[]
  readonly backtests: readonly Backtest[]
  /**
   * Why there is none of it; null when there is. There is none while not all that is held is known to have been read.
   */
  readonly reason: Message | null
}

export interface DayPnl {
  readonly day: number
  readonly pnl: number
}

/** What one asset brings to the loss at a confidence. */
export interface RiskComponent {
  readonly confidence: Confidence
  readonly asset: string
  /** Net exposure that has a price, reporting coin; null: not known. */
  readonly value: number | null
  /** Historical: sums to the VaR and to the ES. ES is the steadier of the two. */
  readonly componentVar: Figure
  readonly componentEs: Figure
  /** Gaussian: change of the VaR for one more unit of the reporting coin in this asset. */
  readonly marginalVar: Figure
  /** Historical VaR less that without the asset; these do not add up. */
  readonly incrementalVar: Figure
}

/**
 * How a model would have done on the days before, with today's positions: each day's VaR from the days before it only.
 */
export interface Backtest {
  readonly method: 'historical' | 'ewma'
  readonly confidence: Confidence
  /** Days each forecast rests on, and days tested. */
  readonly window: number
  readonly days: number
  /** Days that lost more than was forecast, and how many that should have been. */
  readonly exceptions: readonly DayPnl[]
  readonly expected: number
  /** Likelihood ratios and their p-values: right number (Kupiec), independent, both (Christoffersen). */
  readonly kupiec: LikelihoodRatio
  readonly independence: LikelihoodRatio
  readonly conditional: LikelihoodRatio
  /** The supervisors' traffic light: of 250 days at 99 % only. */
  readonly zone: 'green' | 'yellow' | 'red' | null
  readonly note: Message | null
}

export interface LikelihoodRatio {
  readonly ratio: Figure
  readonly p: Figure
}
