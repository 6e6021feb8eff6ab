/** Which orders a click would cancel: the selected ones, or those that the list shows of a side. Pure. */
import type { Action, OrderRef } from '#shared/desk/action.ts'
import { instrumentKey, type Area } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import type { OrderSide } from '#shared/domain/order.ts'
import { sameMembers } from '#shared/domain/same-members.ts'
import { message, type Code } from '#shared/words/message.ts'
import { t } from '../kit/say.ts'
import { groupOf, type OrderRow } from './order-rows.ts'

/** `place`: what the list is filtered by: nothing (''), an area, or the `instrumentKey` of an instrument. */
export function isIn({ order, place: at }: OrderRow, place: string): boolean {
  return place === '' || order.area === place || at === place
}

export const isClosing = (row: OrderRow): boolean => groupOf(row) === 'close'

export interface PlaceChoice {
  readonly place: string
  readonly title: string
  /** The venue's identifier; empty for more than one instrument. */
  readonly instrument: string
  readonly count: number
}

const AREA_TITLES = { spot: 'area.spot', contract: 'orders.contracts' } as const satisfies Record<Area, Code>

/** The areas and instruments that have orders, by title, areas first; last the `chosen` one if it has none left. */
export function placeChoices(rows: readonly OrderRow[], chosen: string): readonly PlaceChoice[] {
  const areas = [...Map.groupBy(rows, ({ order }) => order.area)].map(([area, of]) => ({
    place: area,
    title: t(AREA_TITLES[area]),
    instrument: '',
    count: of.length,
  }))
  const instruments = [...Map.groupBy(rows, ({ place }) => place)].flatMap(([place, of]) =>
    of.slice(0, 1).map(({ title, order: { instrument } }) => ({ place, title, instrument, count: of.length })),
  )
  const byTitle = (a: PlaceChoice, b: PlaceChoice): number => a.title.localeCompare(b.title)
  const choices = [...areas.toSorted(byTitle), ...instruments.toSorted(byTitle)]
  if (chosen === '' || choices.some(({ place }) => place === chosen)) return choices
  const name = chosen.slice(chosen.indexOf(':') + 1)
  const title = chosen === 'spot' || chosen === 'contract' ? t(AREA_TITLES[chosen]) : name
  return [...choices, { place: chosen, title, instrument: name, count: 0 }]
}

/** Whether both lists offer the same. */
export function sameChoices(one: readonly PlaceChoice[], other: readonly PlaceChoice[]): boolean {
  const facts = ({ place, title, count }: PlaceChoice): readonly unknown[] => [place, title, count]
  return sameMembers(one.flatMap(facts), other.flatMap(facts))
}

/** The most orders that main cancels in one intent. */
export const MOST_ORDERS = 1_000

export interface CancelWish {
  readonly rows: readonly OrderRow[]
  /** How many of `rows` are closing orders. */
  readonly closing: number
  /** Exactly the orders on screen: what one click sends. null: none, or more than main takes. */
  readonly exact: Action | null
  /** What a plan cancels: the same orders, or all that match, so that newer ones are included. */
  readonly planned: Action | null
}

/** A wish for each of the orders `rows`. */
export function wishFor(rows: readonly OrderRow[]): CancelWish {
  const refs = rows.map(({ order: { area, instrument, orderId } }): OrderRef => ({ area, instrument, orderId }))
  const exact = cancelAction(refs)
  return { rows, closing: rows.filter(isClosing).length, exact, planned: exact }
}

function cancelAction(orders: readonly OrderRef[]): Action | null {
  const [only] = orders
  if (only === undefined || orders.length > MOST_ORDERS) return null
  return orders.length === 1 ? { kind: 'cancelOrder', ...only } : { kind: 'cancelOrders', orders }
}

/**
 * The shown orders of `side` (null: both), except those whose cancel is under way. A plan cannot express the text
 * `filter`, so with one the orders are named one by one. `closing`: whether closing orders are included.
 */
export function matchingWish(
  shown: readonly OrderRow[],
  side: OrderSide | null,
  { place, filter, closing }: { readonly place: string; readonly filter: string; readonly closing: boolean },
): CancelWish {
  const wish = wishFor(
    shown.filter((row) => {
      const { status, side: ordered } = row.order
      return (side === null || ordered === side) && (closing || !isClosing(row)) && status !== 'canceling'
    }),
  )
  if (filter.trim() !== '' || wish.rows.length === 0) return wish
  return { ...wish, planned: { kind: 'cancelMatching', filter: { ...whereOf(place, shown), side, closing } } }
}

function whereOf(place: string, shown: readonly OrderRow[]): { area: Area | null; instrument: string | null } {
  if (place === '') return { area: null, instrument: null }
  if (place === 'spot' || place === 'contract') return { area: place, instrument: null }
  const at = shown.find(({ order }) => instrumentKey(order.area, order.instrument) === place)
  return { area: at?.order.area ?? null, instrument: at?.order.instrument ?? null }
}

/** "4 orders: BTC/USDT", "9 orders of 3 instruments, 2 of them closing orders". */
export function wishMessage({ rows, closing }: CancelWish): Message {
  const titles = [...new Set(rows.map(({ title }) => title))]
  const [only] = titles
  const isOne = titles.length === 1 && only !== undefined
  const where = isOne ? only : message('orders.instruments', { count: titles.length })
  const facts = { count: rows.length, where }
  return closing > 0 ? message('orders.wishClosing', { ...facts, closing }) : message('orders.wish', facts)
}
