import type { Message } from '../../domain/message.ts'
import { toFloat, type Decimal } from '../../domain/decimal.ts'
import type { Order } from '../../domain/order.ts'
import type { Market } from '../shock/market-sum.ts'
import type { ShockModel } from './shock-model.ts'

/** An open order, and how its fill at its limit changes the account. */
export interface PlannedFill {
  readonly order: Order
  /** Whether the market move fills it: a buy at or above the price there, a sell at or below it. */
  hasFilled(x: number): boolean
  /** On a contract, position by position: the part of a closing order that the first cannot take goes to the next. */
  readonly change: { readonly kind: 'contract'; readonly parts: readonly UnitChange[] } | SpotChange
}

/** What a complete fill adds to a unit, margin coin. An amount moves by its coefficient with the market. */
export interface UnitChange {
  readonly unitId: string
  readonly market: Market<number>
  readonly equity: Change
  readonly value: Change
  readonly requirement: Change
  /** Order margin that it releases to the unit; it is in `equity`. */
  readonly released: number
  /** The side of the contract that grows, or shrinks to 0 at most; contracts. */
  readonly holding: { readonly key: string; readonly now: number; readonly volume: number; readonly closes: boolean }
}

export interface Change {
  readonly now: number
  readonly coefficient: number
}

/** What a Spot fill adds to the value now of two assets, reporting coin. */
export interface SpotChange {
  readonly kind: 'spot'
  readonly base: { readonly asset: string; readonly value: number }
  readonly quote: { readonly asset: string; readonly value: number }
}

/**
 * How an order fills, or null and why that cannot be followed. If there is a fill, `reason` is about the rest of the
 * order.
 */
export interface Planned {
  readonly fill: PlannedFill | null
  readonly reason: Message | null
}

/** An order that cannot be followed. */
export function notFollowed(reason: Message): Planned {
  return { fill: null, reason }
}

/** Whether the price has reached the limit, `level` x the price now. */
export function crossing(
  { side }: Order,
  level: Decimal,
  market: Market<number>,
  shock: ShockModel,
): (x: number) => boolean {
  const limit = toFloat(level)
  const { base, quote } = market
  return (x) => {
    const price = shock.factor(base, x) / (quote === null ? 1 : shock.factor(quote, x))
    return side === 'buy' ? price <= limit : price >= limit
  }
}
