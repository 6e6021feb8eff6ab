import type { Message } from '../../domain/message.ts'
import { toFloat, type Decimal } from '../../domain/decimal.ts'
import type { Order } from '../../domain/order.ts'
import type { Market } from '../shock/market-sum.ts'
import type { ShockModel } from './shock-model.ts'

/** An open order, and what its fill at its limit does to the account: to margin units or to what is held on Spot. */
export interface PlannedFill {
  readonly order: Order
  /** Whether the market move fills it: a buy at or above the price there, a sell at or below it. */
  hasFilled(x: number): boolean
  readonly change: ContractChange | SpotChange
}

/**
 * What the fill of a contract order does, position by position: what of a closing order the first can not take goes to
 * the next.
 */
interface ContractChange {
  readonly kind: 'contract'
  readonly parts: readonly UnitChange[]
}

/** What a fill adds to a unit, all of it filled; margin coin. An amount moves by its coefficient with the market. */
export interface UnitChange {
  readonly unitId: string
  readonly market: Market<number>
  readonly equity: Change
  readonly value: Change
  readonly requirement: Change
  /** Order margin that comes into the unit with it; it is in `equity`. */
  readonly released: number
  /** The side of the contract that grows, or shrinks and never below nothing; contracts. */
  readonly holding: { readonly key: string; readonly now: number; readonly volume: number; readonly closes: boolean }
}

export interface Change {
  readonly now: number
  readonly coefficient: number
}

/** What a spot fill adds to the worth now of two assets, reporting coin. */
export interface SpotChange {
  readonly kind: 'spot'
  readonly base: { readonly asset: string; readonly value: number }
  readonly quote: { readonly asset: string; readonly value: number }
}

/**
 * What can be said of an order's fill: null and why not, or with a reason why what is left of it can not be followed.
 */
export interface Planned {
  readonly fill: PlannedFill | null
  readonly reason: Message | null
}

/** An order that can not be followed. */
export function notFollowed(reason: Message): Planned {
  return { fill: null, reason }
}

/** Whether the price has come to the limit, `level` x the price now. */
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
