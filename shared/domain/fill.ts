import type { MarginMode, PositionSide } from './account.ts'
import type { Decimal } from './decimal.ts'
import type { Area } from './instrument.ts'
import type { OrderSide } from './order.ts'

/** A trade of the account. */
export interface Fill {
  readonly area: Area
  /** Pair symbol or contract name. */
  readonly instrument: string
  /** The venue's trade id, digits as text. */
  readonly tradeId: string
  /** The account's own order; null when the reply does not show which side it was. */
  readonly orderId: string | null
  readonly side: OrderSide
  readonly price: Decimal
  /** Spot: base units. Contract: contracts. */
  readonly quantity: Decimal
  /** Positive is a cost, negative a rebate. */
  readonly fee: Decimal
  /** null on Contract: the margin coin pays. */
  readonly feeCoin: string | null
  /** null when not reported. */
  readonly isMaker: boolean | null
  /** Venue time, ms. */
  readonly time: number
}

/** One row of the profit history: a position that was closed, or the closed part of one. Amounts in the margin coin. */
export interface ClosedPosition {
  readonly id: string
  readonly contract: string
  readonly side: PositionSide
  readonly marginMode: MarginMode
  /** Contracts. */
  readonly volume: Decimal
  readonly openPrice: Decimal
  /** Negative: paid. */
  readonly tradingFees: Decimal | null
  /** Negative: paid. */
  readonly fundingFees: Decimal | null
  readonly closePnl: Decimal | null
  /** Profit booked at settlements before the close. */
  readonly settledPnl: Decimal | null
  /** trading fees + funding fees + close profit + settled profit. */
  readonly realizedPnl: Decimal | null
  /** Venue time, ms; null when not reported. */
  readonly openedAt: number | null
  readonly closedAt: number | null
}
