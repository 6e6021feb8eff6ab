import type { Message } from '../../domain/message.ts'
import type { FeeRate } from '../account/fees.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { Area } from '../../domain/instrument.ts'
import type { OrderSide } from '../../domain/order.ts'
import type { Figure } from '../number/figure.ts'

/** What it costs, and how long it takes, to get out of everything now, by the order books. */
export interface LiquidityReport {
  readonly reportingCoin: string
  /** Every position, and every Spot holding except cash, the largest first. */
  readonly rows: readonly ExitRow[]
  readonly totals: ExitTotals
  readonly stressedTotals: ExitTotals
}

/** One exit in the market as it is, and what a stressed market changes. */
export interface ExitRow extends ExitFigures {
  readonly stressed: StressedExit
}

/** Figures of an exit in one market. Costs are in the reporting coin; positive is paid. */
export interface ExitFigures {
  /** The position's key, or "spot:" and the asset. */
  readonly key: string
  readonly area: Area
  readonly instrument: string
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
  /** The part that the visible book does not take. */
  readonly unfilled: Decimal
  readonly slippageBps: Figure
  /** From the mark to mid, signed; none unless both were read at about the same time: the price may move. */
  readonly markGap: Figure
  /**
   * The parts of the cost: from mid to the best price, then through the visible book, then beyond it (square-root law),
   * then the fee. `cost`: the gap from mark to mid and these four.
   */
  readonly spreadCost: Figure
  readonly depthCost: Figure
  readonly impactCost: Figure
  readonly fee: Figure
  /** The rate of the fee; null: not known. */
  readonly feeRate: FeeRate | null
  readonly cost: Figure
  /** Profit if closed now, less all costs; positions only. */
  readonly exitPnl: Figure
  /** Size over what the book holds within so many basis points of mid. `isAtMost`: the book was not read that far. */
  readonly depthShare: readonly { readonly bps: 10 | 25 | 50; readonly share: Figure; readonly isAtMost: boolean }[]
  /** Market orders needed; seconds they take by the rate limits; seconds at a tenth of the day's volume. */
  readonly clips: number | null
  readonly apiSeconds: Figure
  readonly participationSeconds: Figure
  /** Why figures are missing; null when complete. */
  readonly reason: Message | null
}

/** The figures that a stressed market changes. Mid, best price, volumes and the venue's limits are assumed to stay. */
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
  /** The factor on a day's volatility, and whether it is assumed for lack of history. */
  readonly volatilityFactor: number
  readonly isFactorAssumed: boolean
}

export interface ExitTotals {
  /** Share of the notional whose cost is known; none if a holding has no price or was not read. */
  readonly covered: Figure
  /** The cost of the rows whose cost is known. If others are left out, it is a lower bound. */
  readonly cost: Figure
  /**
   * Total equity less all costs. It is an upper bound if `cost` is a lower one. None if a position has no price, or if
   * not everything was read.
   */
  readonly liquidationValue: Figure
  /** All cancels and closes, one after the other on one key. */
  readonly apiSeconds: Figure
  /** The time by volume of the slowest market whose volume is known. */
  readonly participationSeconds: Figure
}
