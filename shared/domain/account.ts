import { sum, type Decimal } from './decimal.ts'
import { isTerminal, remaining, type Order, type OrderSide } from './order.ts'
import type { Gap } from './gap.ts'

/** A row that may be kept from an earlier read, because the newest reply may hide it. */
export interface KeepableRow {
  /**
   * When it was last read, main's monotonic ms; null: not known, the machine slept since. Absent: in the newest read.
   */
  readonly keptFrom?: number | null
}

/** Spot holding of one asset, in units of that asset. */
export interface Balance extends KeepableRow {
  readonly asset: string
  /** Available now; null: it could not be read. */
  readonly free: Decimal | null
  /** Held by open orders; null: it could not be read. */
  readonly locked: Decimal | null
  readonly gaps: readonly Gap[]
}

/** The whole balance of an asset; null if a part of it could not be read. */
export function heldOf({ free, locked }: Pick<Balance, 'free' | 'locked'>): Decimal | null {
  return free && locked && free.plus(locked)
}

/**
 * The contract account of one margin coin, as the venue reports it; every amount in that coin. null: the venue did not
 * report it, or it could not be read (`gaps`: which and why). Equity of the coin = crossEquity + isolatedEquity +
 * orderMargin: margin locked by orders is not part of crossEquity.
 */
export interface MarginAccount extends KeepableRow {
  readonly marginCoin: string
  /** Wallet balance (accountNormal). */
  readonly walletBalance: Decimal | null
  /** Margin frozen by open orders (accountLock). */
  readonly orderMargin: Decimal | null
  /** Margin standing in isolated positions (partPositionNormal). */
  readonly isolatedMargin: Decimal | null
  /** Initial margin used by cross positions (totalPositionNormal). */
  readonly crossInitialMargin: Decimal | null
  readonly realizedPnl: Decimal | null
  readonly unrealizedPnl: Decimal | null
  /** Equity that carries all cross positions of this coin (totalEquity). */
  readonly crossEquity: Decimal | null
  /** Equity of all isolated positions of this coin (partEquity). */
  readonly isolatedEquity: Decimal | null
  /** crossEquity / value of cross positions, a fraction; lower is worse; 0 without cross positions (totalMarginRate). */
  readonly crossMarginRate: Decimal | null
  /** Venue's margin rate over all positions, same direction (sumMarginRate). */
  readonly accountMarginRate: Decimal | null
  readonly gaps: readonly Gap[]
}

export type MarginMode = 'cross' | 'isolated'
export type PositionSide = 'long' | 'short'

/** The order side that closes a position side. */
export const CLOSING_SIDE = { long: 'sell', short: 'buy' } as const satisfies Record<PositionSide, OrderSide>
/** The position side that an order side closes. */
export const CLOSED_SIDE = { sell: 'long', buy: 'short' } as const satisfies Record<OrderSide, PositionSide>

/**
 * A held position, as the venue reports it. Amounts in the margin coin, prices in the quote coin, rates as fractions.
 * The fields that a close needs are always there; elsewhere null means that the venue did not report it, or that it
 * could not be read (`gaps`: which and why).
 */
export interface Position extends KeepableRow {
  /** Unique in an account: contract, margin mode and side. */
  readonly key: string
  readonly id: string | null
  readonly contract: string
  /** `UNKNOWN_COIN` if its row does not name it. */
  readonly marginCoin: string
  readonly marginMode: MarginMode
  readonly side: PositionSide
  /** Held contracts. */
  readonly volume: Decimal
  /** Contracts in closing orders that are still open; only `volume - pendingCloseVolume` can be closed now. */
  readonly pendingCloseVolume: Decimal | null
  /** Average price of opening. Profit since opening refers to it; equity does not. */
  readonly openPrice: Decimal | null
  /** Entry re-based at each settlement: equity and liquidation refer to it. */
  readonly averagePrice: Decimal | null
  /** The venue's newest mark for this position (indexPrice). */
  readonly markPrice: Decimal | null
  readonly leverage: Decimal | null
  /** Margin held by the position (holdAmount). */
  readonly margin: Decimal | null
  readonly realizedPnl: Decimal | null
  /**
   * Profit of the contracts closed so far, without fees and funding (closeProfit). Settled profit of contracts still held
   * is not in it: that is in their profit since opening.
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
  /** The venue's margin rate; wrong for cross positions (marginRate). */
  readonly venueMarginRate: Decimal | null
  /** The venue's liquidation price (reducePrice); null: none, or unreachable. */
  readonly venueLiquidationPrice: Decimal | null
  /** The trader cannot act on a frozen position. */
  readonly freeze: 'none' | 'liquidation' | 'delivery' | 'unknown'
  readonly gaps: readonly Gap[]
}

/** What the venue froze a position for, so that only the venue can act on it; null: nothing, or nothing we know of. */
export function frozenFor({ freeze }: Pick<Position, 'freeze'>): 'liquidation' | 'delivery' | null {
  return freeze === 'liquidation' || freeze === 'delivery' ? freeze : null
}

/** The key of a position: there is at most one per contract, margin mode and side. */
export function positionKey(contract: string, marginMode: MarginMode, side: PositionSide): string {
  return `${contract}:${marginMode}:${side}`
}

/** Whether an open order closes positions of this contract and side. An order has no margin mode. */
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

/**
 * Contracts of a position in closing orders: as reported or, if that could not be read, as added up from the known
 * orders. Orders have no margin mode, so if a side has two positions, each counts all of these orders.
 */
export function pendingClose(
  position: Pick<Position, 'contract' | 'side' | 'pendingCloseVolume'>,
  orders: readonly Order[],
): Decimal {
  return position.pendingCloseVolume ?? closingVolume(position, orders)
}

/** Contracts locked by those of `orders` that close this position. */
export function closingVolume(position: Pick<Position, 'contract' | 'side'>, orders: readonly Order[]): Decimal {
  return sum(orders.filter((order) => closesSide(order, position)).map(remaining))
}

/** The parts of a position's key; null: it is not such a key. */
export function partsOfKey(key: string): Pick<Position, 'contract' | 'marginMode' | 'side'> | null {
  const [, contract, marginMode, side] = /^(.+):(cross|isolated):(long|short)$/.exec(key) ?? []
  if (contract === undefined) return null
  return { contract, marginMode: marginMode as MarginMode, side: side as PositionSide }
}
