import type { Message } from '../../domain/message.ts'
import type { FeeRate } from '../account/fees.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { Area } from '../../domain/instrument.ts'
import type { OrderSide } from '../../domain/order.ts'
import type { Figure } from '../number/figure.ts'

/** What it costs and takes to get out of everything now, from the books of what is held. */
export interface LiquidityReport {
  readonly reportingCoin: string
  /** Every position and every Spot holding that is no cash, the largest first. */
  readonly rows: readonly ExitRow[]
  readonly totals: ExitTotals
  /** The totals in a stressed market. */
  readonly stressedTotals: ExitTotals
}

/** One way out, in the market as it is, and what a stressed one changes. */
export interface ExitRow extends ExitFigures {
  readonly stressed: StressedExit
}

/** Figures of a way out in one market. Costs are in the reporting coin; positive is paid. */
export interface ExitFigures {
  /** The position's key, or "spot:" and the asset. */
  readonly key: string
  readonly area: Area
  readonly instrument: string
  /** What trading out does. */
  readonly side: OrderSide
  /** Contracts, or base units. */
  readonly size: Decimal
  /** Value at the mark (a position) or at the price used (a holding). */
  readonly notional: Figure
  /** When its book was read, main's monotonic ms; null: never. */
  readonly readAt: number | null
  readonly mid: Decimal | null
  /** Average price of the visible part, and the worst level it reaches. */
  readonly averagePrice: Decimal | null
  readonly worstPrice: Decimal | null
  readonly levelsUsed: number
  /** What the visible book does not take. */
  readonly unfilled: Decimal
  readonly slippageBps: Figure
  /**
   * From the mark the account is valued at to mid, signed; none unless both were read about when the book was, for else
   * it may be a move of the price.
   */
  readonly markGap: Figure
  /**
   * From mid to the best price; from there through the visible book; beyond it (square-root law); the fee; all five, but
   * without `markGap` where that is none.
   */
  readonly spreadCost: Figure
  readonly depthCost: Figure
  readonly impactCost: Figure
  readonly fee: Figure
  /** The rate it is worked out with; null where there is none. */
  readonly feeRate: FeeRate | null
  readonly cost: Figure
  /** Profit if closed now, all costs in; positions only. */
  readonly exitPnl: Figure
  readonly depthShare: readonly DepthShare[]
  /**
   * Orders it takes by the venue's largest market order, the seconds its limits make of that, and of a tenth of the
   * day's volume.
   */
  readonly clips: number | null
  readonly apiSeconds: Figure
  readonly participationSeconds: Figure
  /** Why figures are missing; null when complete. */
  readonly reason: Message | null
}

/**
 * What is another in a stressed market, for `inStress`: mid, best price, volumes and the venue's limits are taken to
 * stay.
 */
export const STRESSED_FIGURES = [
  'averagePrice',
  'worstPrice',
  'levelsUsed',
  'unfilled',
  'slippageBps',
  'depthCost',
  'impactCost',
  'fee',
  'cost',
  'exitPnl',
  'depthShare',
  'reason',
] as const satisfies readonly (keyof ExitFigures)[]

export type StressedExit = Pick<ExitFigures, (typeof STRESSED_FIGURES)[number]> & {
  /** What the volatility of a day was multiplied with, and whether that is assumed for want of history. */
  readonly volatilityFactor: number
  readonly isFactorAssumed: boolean
}

/** Size over what the book holds within so many basis points of mid. */
export interface DepthShare {
  readonly bps: 10 | 25 | 50
  readonly share: Figure
  /** What was read of the book ends nearer: it may hold more, and the share be less. */
  readonly isAtMost: boolean
}

export interface ExitTotals {
  /** Share of the notional whose cost is known; none where something held has no price or was not read. */
  readonly covered: Figure
  /** Of the rows whose cost is known: with others left out it is the least there is to pay. */
  readonly cost: Figure
  /**
   * Total equity less all costs; with rows left out of `cost` it is the most there is to get. None where a position has
   * no price, or not all was read.
   */
  readonly liquidationValue: Figure
  /** Cancels and closes of all, one after the other on one key. */
  readonly apiSeconds: Figure
  /** Of the slowest market whose volume is known: they do not wait for each other. */
  readonly participationSeconds: Figure
}
