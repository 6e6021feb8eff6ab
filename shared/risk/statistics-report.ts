import type { Message } from '../domain/message.ts'
import type { BarInterval } from '../domain/bar.ts'
import type { Figure } from './number/figure.ts'

/**
 * Figures that rest on price history, computed when candles or positions change, not with every price. float64, in the
 * reporting coin; a day is the opening time of its candle, ms of the venue's clock.
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
  /** The asset that betas are to. */
  readonly benchmark: string
  /** First and last day with a return; null with none. */
  readonly from: number | null
  readonly to: number | null
  /** Days of returns: one scenario each. */
  readonly scenarios: number
  /** Missing days inside the histories, over all assets: over a gap there is no return. */
  readonly gaps: number
  /**
   * Share of gross exposure with its own history for all scenarios, with stand-ins for some of them, and without a
   * history. None when a position cannot be valued: it may be most of the exposure.
   */
  readonly share: { readonly own: Figure; readonly proxied: Figure; readonly uncovered: Figure }
  readonly proxies: readonly Proxy[]
  /** Not, or only partly, in VaR: assets, then positions that cannot be valued, by contract. Net exposure as `value`. */
  readonly uncovered: readonly { readonly asset: string; readonly value: number | null; readonly reason: Message }[]
  /**
   * Assets held in several markets (Spot or collateral and contracts, or several contracts). An asset has one price in
   * VaR, so the basis between its markets is not in it.
   */
  readonly basisUnseen: readonly string[]
  /** Moves that suggest a new denomination or a delisting (a thousandfold price: 999): in VaR as they are. */
  readonly suspects: readonly { readonly asset: string; readonly day: number; readonly move: number }[]
}

/** How missing days of an asset are filled: by its beta to the benchmark, or by a default beta. */
export interface Proxy {
  readonly asset: string
  readonly kind: 'beta' | 'default'
  readonly beta: number
  /** Its own days, and days filled. */
  readonly observations: number
  readonly filled: number
}

/** The sample of a figure: number of returns, start of the first and end of the last, ms of the venue's clock. */
export interface Sample {
  readonly count: number
  readonly from: number | null
  readonly to: number | null
}

export interface AssetStatistics {
  readonly asset: string
  /** The instrument of its prices ("spot:BTCUSDT"). */
  readonly source: string | null
  /** Net exposure, reporting coin; null when unpriced. */
  readonly value: number | null
  /** Daily returns known. */
  readonly observations: number
  /** End of the newest candle of each interval, ms of the venue's clock; null without candles. */
  readonly to: Readonly<Record<BarInterval, number | null>>
  /** The samples of the volatilities; the average true range uses all days. */
  readonly samples: Readonly<Record<'day' | 'hour' | 'minute' | 'year', Sample>>
  /** Standard deviation of a day's return, EWMA of 0.94; and of the last hours, scaled to a day. */
  readonly dailyVolatility: Figure
  readonly hourlyVolatility: Figure
  /** Volatility of its wildest 30 days in a row over that of all days: the factor of a stressed market. */
  readonly wildestOverAll: Figure
  /** Standard deviation of a minute's return, for what the price may have done since it was read. */
  readonly minuteVolatility: Figure
  /** Per year (365 days), from daily candles. */
  readonly annualVolatility: Readonly<Record<(typeof VOLATILITY_ESTIMATORS)[number], Figure>>
  /** Average true range of a day (Wilder, 14), in the coin its source is quoted in. */
  readonly averageTrueRange: Figure
  readonly beta: BetaReport
}

export const VOLATILITY_ESTIMATORS = ['close', 'parkinson', 'garmanKlass', 'rogersSatchell', 'yangZhang'] as const

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
  /** Row by row in that order; null where too few days overlap or an asset does not move. */
  readonly matrix: readonly (readonly (number | null)[])[]
  /** Days each pair rests on: the common window or its own days; for a null pair, the days both have. */
  readonly overlap: readonly (readonly number[])[]
  /** First and last day it rests on, opening times, ms; null without a matrix. */
  readonly from: number | null
  readonly to: number | null
  /** Weight of the identity the matrix was shrunk toward; null when it was not. */
  readonly shrinkage: number | null
  /**
   * If the matrix was not positive semidefinite: its least eigenvalue before the repair, and the Frobenius distance.
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
  /** 95 % interval of the VaR by order statistics; a bound is null if the days are too few for it. */
  readonly interval: { readonly low: number | null; readonly high: number | null } | null
  /** A caveat: "short sample", "about 3 days beyond". */
  readonly note: Message | null
}

export interface VarReport {
  /** Every method at every confidence, in the order of `VAR_METHODS`. */
  readonly estimates: readonly VarEstimate[]
  /** Historical, with every unit that is liquidated at the end of the day worth nothing; reasons if that is not known. */
  readonly withLiquidation: readonly VarEstimate[]
  /** The worst day of the same scenarios. */
  readonly worst: DayPnl | null
  /** What today's positions would have made each day, oldest first. */
  readonly pnl: readonly DayPnl[]
  /** By asset, the largest component first. */
  readonly components: readonly RiskComponent[]
  readonly backtests: readonly Backtest[]
  /** Why there is no VaR; null: there is. There is none until all holdings were read. */
  readonly reason: Message | null
}

export interface DayPnl {
  readonly day: number
  readonly pnl: number
}

/** The contribution of one asset to the loss at a confidence. */
export interface RiskComponent {
  readonly confidence: Confidence
  readonly asset: string
  /** Net exposure that has a price, reporting coin; null: not known. */
  readonly value: number | null
  /** Historical; they sum to the VaR and to the ES. ES is the steadier of the two. */
  readonly componentVar: Figure
  readonly componentEs: Figure
  /** Gaussian: change of the VaR for one more unit of the reporting coin in this asset. */
  readonly marginalVar: Figure
  /** Historical VaR less that without the asset; these do not add up. */
  readonly incrementalVar: Figure
}

/** How a model would have done with today's positions: the VaR of each day from the days before it only. */
export interface Backtest {
  readonly method: 'historical' | 'ewma'
  readonly confidence: Confidence
  /** Days behind each forecast, and days tested. */
  readonly window: number
  readonly days: number
  /** Days that lost more than forecast, and how many were expected. */
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
