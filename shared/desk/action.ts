import type { PositionSide } from '../domain/account.ts'
import { AREAS, type Area } from '../domain/instrument.ts'
import type { OrderSide } from '../domain/order.ts'

export interface OrderRef {
  readonly area: Area
  readonly instrument: string
  readonly orderId: string
}

/** Open orders that are everything this says; null: whatever it is. */
export interface OrderFilter {
  readonly area: Area | null
  readonly instrument: string | null
  readonly side: OrderSide | null
  /** Whether orders that close a position are meant too: they may be its protection. */
  readonly closing: boolean
}

/** Shares of a position one can close, percent. */
export const CLOSE_PERCENTS = [25, 50, 75, 100] as const
export type ClosePercent = (typeof CLOSE_PERCENTS)[number]

/** How much of a position: a share of what is held when the plan is made, or contracts, as decimal text. */
export type CloseSize =
  { readonly kind: 'percent'; readonly percent: ClosePercent } | { readonly kind: 'volume'; readonly volume: string }

/**
 * How a position is closed. `market`: at once, at what the book gives. `capped`: at once, at no price further from the
 * mark than `percent`; what the book does not give by there stays. `limit`: by an order that waits at a price. `chase`:
 * by an order at the best price of its own side of the book that is moved after it, until it is filled or the price has
 * gone `stopPercent` the wrong way from where it began. Decimal text.
 */
export type CloseTactic =
  | { readonly kind: 'market' }
  | { readonly kind: 'capped'; readonly percent: string }
  | { readonly kind: 'limit'; readonly price: string }
  | { readonly kind: 'chase'; readonly stopPercent: string }

/** Where a protective order fires: at a price (decimal text), or where the position comes out even, fees included. */
export type Trigger = { readonly kind: 'price'; readonly price: string } | { readonly kind: 'breakEven' }

/**
 * What a trader asks for: plain data, amounts as decimal text as typed. It names things; sizes and prices that are not
 * typed come from the newest read when the plan is made.
 */
export type Action =
  | ({ readonly kind: 'cancelOrder' } & OrderRef)
  | { readonly kind: 'cancelOrders'; readonly orders: readonly OrderRef[] }
  | { readonly kind: 'cancelMatching'; readonly filter: OrderFilter }
  | {
      readonly kind: 'closePosition'
      readonly positionKey: string
      readonly size: CloseSize
      readonly tactic: CloseTactic
    }
  | { readonly kind: 'closeSide'; readonly side: PositionSide }
  /**
   * Makes several positions smaller, each by so many contracts (decimal text), at market: a way back to a margin rate.
   */
  | { readonly kind: 'reduce'; readonly closes: readonly { readonly positionKey: string; readonly volume: string }[] }
  /** Cancels every open order, closes every position and sees that it is so; `sell`: Spot holdings are sold as well. */
  | { readonly kind: 'flatten'; readonly spot: 'keep' | 'sell' }
  | {
      readonly kind: 'protect'
      readonly positionKey: string
      readonly purpose: 'stopLoss' | 'takeProfit'
      readonly size: CloseSize
      readonly trigger: Trigger
    }
  /** Places again what an earlier intent cancelled, as far as it was not filled; its place in the queue is lost. */
  | { readonly kind: 'restore'; readonly intentId: string }

/** What an action is about, as text: two actions with the same key ask for the same thing. */
export function actionKey(action: Action): string {
  switch (action.kind) {
    case 'cancelOrder':
      return JSON.stringify(['order', action.area, action.instrument, action.orderId])
    case 'cancelOrders':
      return JSON.stringify(['orders', ...action.orders.map((order) => [order.area, order.instrument, order.orderId])])
    case 'cancelMatching': {
      const { area, instrument, side, closing } = action.filter
      return JSON.stringify(['matching', area, instrument, side, closing])
    }
    case 'closePosition':
      return JSON.stringify(['position', action.positionKey])
    case 'closeSide':
      return JSON.stringify(['side', action.side])
    case 'reduce':
      return JSON.stringify(['reduce', ...action.closes.map(({ positionKey }) => positionKey)])
    case 'flatten':
      return JSON.stringify(['flatten'])
    case 'protect':
      return JSON.stringify(['protect', action.positionKey, action.purpose])
    case 'restore':
      return JSON.stringify(['restore', action.intentId])
  }
}

/** Where an action may have to send something. */
export function areasOf(action: Action): readonly Area[] {
  switch (action.kind) {
    case 'cancelOrder':
      return [action.area]
    case 'cancelOrders':
      return AREAS.filter((area) => action.orders.some((order) => order.area === area))
    case 'cancelMatching':
      return AREAS.filter((area) => action.filter.area === null || action.filter.area === area)
    case 'flatten':
      return AREAS
    case 'restore':
      return ['spot']
    case 'closePosition':
    case 'closeSide':
    case 'reduce':
    case 'protect':
      return ['contract']
  }
}

/** Whether two actions ask for the very same, sizes and prices included. */
export function isSameAction(one: Action, other: Action): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The tactic of an action that is a chase; null: it is none. */
export function chaseOf(action: Action): Extract<CloseTactic, { kind: 'chase' }> | null {
  return action.kind === 'closePosition' && action.tactic.kind === 'chase' ? action.tactic : null
}

/** What one click on "Close" means: a share of what is held, at market. */
export function closeAtMarket(
  positionKey: string,
  percent: ClosePercent = 100,
): Extract<Action, { kind: 'closePosition' }> {
  return { kind: 'closePosition', positionKey, size: { kind: 'percent', percent }, tactic: { kind: 'market' } }
}

/** The filter that means every order of one instrument, whatever it does. */
export function ordersOf(area: Area, instrument: string): OrderFilter {
  return { area, instrument, side: null, closing: true }
}
