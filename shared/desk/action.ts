import type { z } from 'zod'
import { AREAS, type Area } from '../domain/instrument.ts'
import type { askedAction } from './action-schema.ts'

/** What a trader asks for; see `action-schema.ts` for each member. */
export type Action = z.infer<typeof askedAction>
export type ActionOf<K extends Action['kind']> = Extract<Action, { readonly kind: K }>

export type OrderRef = ActionOf<'cancelOrders'>['orders'][number]
export type OrderFilter = ActionOf<'cancelMatching'>['filter']
export type CloseSize = ActionOf<'closePosition'>['size']
export type CloseTactic = ActionOf<'closePosition'>['tactic']

/** What a flatten does with Spot holdings. */
export const SPOT_POLICIES = ['keep', 'sell'] as const satisfies readonly SpotPolicy[]
export type SpotPolicy = ActionOf<'flatten'>['spot']

/** Percentages of a position that can be closed. */
export const CLOSE_PERCENTS = [25, 50, 75, 100] as const satisfies readonly ClosePercent[]
export type ClosePercent = Extract<CloseSize, { readonly kind: 'percent' }>['percent']

/** The most orders one click cancels while armed. More than this opens a plan first. */
export const MOST_AT_A_CLICK = 10

/** Identifies an action's target: equal keys mean the same target. */
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
    case 'reduceAll':
      return JSON.stringify(['reduceAll', action.side])
    case 'reduce':
      return JSON.stringify(['reduce', ...action.closes.map(({ positionKey }) => positionKey)])
    case 'flatten':
      return JSON.stringify(['flatten'])
    case 'protect':
      return JSON.stringify(['protect', action.positionKey, action.purpose])
    case 'breakEvenAll':
      return JSON.stringify(['breakEvenAll'])
    case 'restore':
      return JSON.stringify(['restore', action.intentId])
  }
}

/** The areas to which an action may send requests. */
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
    case 'reduceAll':
    case 'reduce':
    case 'protect':
    case 'breakEvenAll':
      return ['contract']
  }
}

/** Whether two actions are equal, including sizes and prices. Member order is ignored: the journal changes it. */
export function isSameAction(one: Action, other: Action): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder)
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([name], [next]) => (name < next ? -1 : 1)))
}

/** How an action executes its closes. */
export function tacticOf(action: Action): CloseTactic {
  const tactic = 'tactic' in action ? action.tactic : undefined
  return tactic ?? { kind: 'market' }
}

/** The tactic of a chase; null if the action is not a chase. */
export function chaseOf(action: Action): Extract<CloseTactic, { kind: 'chase' }> | null {
  const tactic = tacticOf(action)
  return tactic.kind === 'chase' ? tactic : null
}

/** Whether an action places protective orders. */
export function isProtective({ kind }: Pick<Action, 'kind'>): boolean {
  return kind === 'protect' || kind === 'breakEvenAll'
}

/**
 * Whether an action only cancels or closes, and does so at once. Such actions are allowed even when nothing else is. A
 * chase runs on for minutes and a restored order adds risk, so neither counts.
 */
export function isWayOut(action: Action): boolean {
  return !isProtective(action) && action.kind !== 'restore' && chaseOf(action) === null
}

/** The action behind a click on "Close": a percentage of the position, at market. */
export function closeAtMarket(positionKey: string, percent: ClosePercent = 100): ActionOf<'closePosition'> {
  return { kind: 'closePosition', positionKey, size: { kind: 'percent', percent }, tactic: { kind: 'market' } }
}
