import type { Decimal } from './decimal.ts'
import { isTerminal, type Order, type OrderSide } from './order.ts'

/** Spot holding of one asset, in units of that asset. */
export interface Balance {
  readonly asset: string
  /** Available now. */
  readonly free: Decimal
  /** Held by open orders. */
  readonly locked: Decimal
}

/**
 * The contract account of one margin coin, as the venue reports it; every amount in that coin.
 * `null` means the venue did not say. Equity of the coin = crossEquity + isolatedEquity + orderMargin: margin locked by
 * orders stands outside crossEquity.
 */
export interface MarginAccount {
  readonly marginCoin: string
  /** Wallet balance (accountNormal). */
  readonly walletBalance: Decimal
  /** Margin frozen by open orders (accountLock). */
  readonly orderMargin: Decimal
  /** Margin standing in isolated positions (partPositionNormal). */
  readonly isolatedMargin: Decimal | null
  /** Initial margin used by cross positions (totalPositionNormal). */
  readonly crossInitialMargin: Decimal | null
  readonly realizedPnl: Decimal | null
  readonly unrealizedPnl: Decimal | null
  /** Equity that carries all cross positions of this coin (totalEquity). */
  readonly crossEquity: Decimal
  /** Equity of all isolated positions of this coin (partEquity). */
  readonly isolatedEquity: Decimal
  /**
   * Venue's crossEquity / value of cross positions, a fraction; lower is worse; 0 with no cross position
   * (totalMarginRate).
   */
  readonly crossMarginRate: Decimal | null
  /** Venue's margin rate over all positions, same direction (sumMarginRate). */
  readonly accountMarginRate: Decimal | null
}

export type MarginMode = 'cross' | 'isolated'
export type PositionSide = 'long' | 'short'

/** Trade side that makes a position of a side smaller. */
export const CLOSING_SIDE = { long: 'sell', short: 'buy' } as const satisfies Record<PositionSide, OrderSide>
/** Side of the positions that a trade of a side makes smaller. */
export const CLOSED_SIDE = { sell: 'long', buy: 'short' } as const satisfies Record<OrderSide, PositionSide>

/**
 * A held position, as the venue reports it. Amounts in the margin coin, prices in the quote coin, rates as fractions.
 */
export interface Position {
  /** Unique in an account: contract, margin mode and side. */
  readonly key: string
  readonly id: string
  readonly contract: string
  readonly marginCoin: string
  readonly marginMode: MarginMode
  readonly side: PositionSide
  /** Held contracts. */
  readonly volume: Decimal
  /** Contracts in closing orders that are still open; only `volume - pendingCloseVolume` can be closed now. */
  readonly pendingCloseVolume: Decimal
  /** Price since opening. Profit since opening refers to it; equity does not. */
  readonly openPrice: Decimal
  /** Entry re-based at each settlement: the one equity and liquidation refer to. */
  readonly averagePrice: Decimal
  /** The venue's newest mark price for this position (its field is called indexPrice). */
  readonly markPrice: Decimal | null
  readonly leverage: Decimal
  /** Margin held by the position (holdAmount). */
  readonly margin: Decimal
  readonly realizedPnl: Decimal
  /**
   * Profit of the contracts that were closed so far, fees and funding left out (closeProfit); null when the venue does not
   * tell it. What was settled on contracts still held is not in it: that is in their profit since opening.
   */
  readonly closedPnl: Decimal | null
  /** Against averagePrice: profit since the last settlement (unRealizedAmount). */
  readonly unrealizedPnl: Decimal | null
  /** Signed cash flows; negative = you paid. */
  readonly tradingFees: Decimal | null
  readonly fundingFees: Decimal | null
  /** Maintenance margin rate of the current size tier (keepRate). */
  readonly maintenanceRate: Decimal | null
  /** Worst-case closing fee rate, part of the liquidation trigger (maxFeeRate). */
  readonly maxFeeRate: Decimal | null
  /** Margin rate by the venue; not to be trusted for cross positions (marginRate). */
  readonly venueMarginRate: Decimal | null
  /** Liquidation price by the venue (reducePrice); null when it reports none or an unreachable one. */
  readonly venueLiquidationPrice: Decimal | null
  /** A frozen position can not be acted on by the trader. */
  readonly freeze: 'none' | 'liquidation' | 'delivery' | 'unknown'
}

/** The key of a position: there is at most one per contract, margin mode and side. */
export function positionKey(contract: string, marginMode: MarginMode, side: PositionSide): string {
  return `${contract}:${marginMode}:${side}`
}

/** Whether an open order makes positions of this contract and side smaller; of which margin mode it does not tell. */
export function closesSide(
  { area, instrument, action, side, status }: Pick<Order, 'area' | 'instrument' | 'action' | 'side' | 'status'>,
  held: Pick<Position, 'contract' | 'side'>,
): boolean {
  return (
    area === 'contract' &&
    instrument === held.contract &&
    action === 'close' &&
    side === CLOSING_SIDE[held.side] &&
    !isTerminal(status)
  )
}

/** How a person calls the position of a key: "long E-LINK-USDT cross". */
export function positionName(key: string): string {
  const [, contract, marginMode, side] = /^(.+):(cross|isolated):(long|short)$/.exec(key) ?? []
  return contract === undefined ? key : `${side} ${contract} ${marginMode}`
}
