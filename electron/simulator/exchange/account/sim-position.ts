import { ZERO, type Decimal } from '#shared/domain/decimal.ts'
import type { Side } from '../market/books.ts'
import { CONTRACT_FEE, type ContractSpec } from '../market/specs.ts'
import { averageEntry, booked, profit, valueAt } from './contract-maths.ts'
import { limitOf, remaining, type ContractOrder, type PositionType } from './sim-order.ts'

/** A held position. Amounts in the margin coin; fees and funding are signed cash flows (negative = paid). */
export interface SimPosition {
  readonly id: number
  readonly spec: ContractSpec
  readonly positionType: PositionType
  /** BUY holds a long, SELL a short. */
  readonly side: Side
  readonly leverage: number
  readonly createdAt: number
  changedAt: number
  volume: Decimal
  /** Entry since opening; and entry since the last settlement, which equity uses. */
  openPrice: Decimal
  averagePrice: Decimal
  /** Margin of the position: its own money if isolated, a share of the account's if cross. */
  margin: Decimal
  /**
   * Funding booked but not yet paid to the wallet, and part of the position's equity. Closing profit is paid at once.
   */
  realized: Decimal
  tradeFee: Decimal
  capitalFee: Decimal
  closeProfit: Decimal
  settleProfit: Decimal
  closeVolume: Decimal
  closeMoney: Decimal
  /** 1: the venue is about to reduce it by force, and refuses orders on it. 2: delivery. */
  freeze: 0 | 1 | 2
}

export function signOf(position: Pick<SimPosition, 'side'>): 1 | -1 {
  return position.side === 'BUY' ? 1 : -1
}

export function opposite(side: Side): Side {
  return side === 'BUY' ? 'SELL' : 'BUY'
}

/** Profit at `price` since the last settlement, which is the part that belongs in equity. */
export function unrealized(position: SimPosition, price: Decimal): Decimal {
  return profit(position.spec, signOf(position), position.volume, position.averagePrice, price)
}

/** Equity of an isolated position at `price`. */
export function isolatedEquity(position: SimPosition, price: Decimal): Decimal {
  return position.margin.plus(position.realized).plus(unrealized(position, price))
}

/** The side of the position that an order opens or closes: a sell closes a long, a buy closes a short. */
export function positionSide(order: Pick<ContractOrder, 'side' | 'action'>): Side {
  return order.action === 'OPEN' ? order.side : opposite(order.side)
}

export function emptyPosition(order: ContractOrder, id: number, now: number): SimPosition {
  const { spec, positionType } = order
  const side = positionSide(order)
  return {
    id,
    spec,
    positionType,
    side,
    leverage: spec.leverage,
    createdAt: now,
    changedAt: now,
    freeze: 0,
    volume: ZERO,
    openPrice: ZERO,
    averagePrice: ZERO,
    margin: ZERO,
    realized: ZERO,
    tradeFee: ZERO,
    capitalFee: ZERO,
    closeProfit: ZERO,
    settleProfit: ZERO,
    closeVolume: ZERO,
    closeMoney: ZERO,
  }
}

/** Adds `volume` contracts at `price`. Returns the margin that they take. */
export function enlarge(position: SimPosition, volume: Decimal, price: Decimal): Decimal {
  const margin = initialMargin(position.spec, volume, price)
  const added = { volume, price }
  const average = (entry: Decimal) =>
    position.volume.isZero() ? price : averageEntry(position.spec, { volume: position.volume, price: entry }, added)
  position.openPrice = average(position.openPrice)
  position.averagePrice = average(position.averagePrice)
  position.volume = position.volume.plus(volume)
  position.margin = position.margin.plus(margin)
  return margin
}

/**
 * Removes `volume` contracts at `price`. Returns their profit since the last settlement, and the freed margin. Their
 * settled profit becomes part of the closing profit, which counts from the opening.
 */
export function reduce(position: SimPosition, volume: Decimal, price: Decimal): { gain: Decimal; freed: Decimal } {
  const gain = profit(position.spec, signOf(position), volume, position.averagePrice, price)
  const isAll = volume.eq(position.volume)
  const freed = isAll ? position.margin : booked(position.margin.times(volume).div(position.volume))
  const settled = isAll ? position.settleProfit : booked(position.settleProfit.times(volume).div(position.volume))
  position.closeProfit = position.closeProfit.plus(gain).plus(settled)
  position.settleProfit = position.settleProfit.minus(settled)
  position.closeVolume = position.closeVolume.plus(volume)
  position.closeMoney = position.closeMoney.plus(volume.times(price))
  position.volume = position.volume.minus(volume)
  position.margin = position.margin.minus(freed)
  return { gain, freed }
}

/**
 * Sets the entry to `mark`, except the entry since opening. Returns the gain since the last settlement, and what is
 * due: the gain and the funding booked since. A cross position's margin share follows the new value.
 */
export function rebase(position: SimPosition, mark: Decimal): { gain: Decimal; due: Decimal } {
  const gain = unrealized(position, mark)
  const due = gain.plus(position.realized)
  position.settleProfit = position.settleProfit.plus(gain)
  position.averagePrice = mark
  position.realized = ZERO
  if (position.positionType === 1) position.margin = initialMargin(position.spec, position.volume, mark)
  return { gain, due }
}

export function initialMargin(spec: ContractSpec, volume: Decimal, price: Decimal): Decimal {
  return booked(valueAt(spec, volume, price).div(spec.leverage))
}

/** What opening `volume` contracts at `price` takes from the wallet: their margin and the taker fee. */
export function openingCost(spec: ContractSpec, volume: Decimal, price: Decimal): Decimal {
  const fee = booked(valueAt(spec, volume, price).times(CONTRACT_FEE.taker))
  return initialMargin(spec, volume, price).plus(fee)
}

/** What an open order locks. Only opening orders lock money. */
export function orderLock(order: ContractOrder): Decimal {
  return order.action === 'CLOSE' ? ZERO : openingCost(order.spec, remaining(order), limitOf(order))
}
