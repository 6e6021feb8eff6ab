import { compare } from '../../domain/compare.ts'
import { toFloat } from '../../domain/decimal.ts'
import { AREAS, type Area } from '../../domain/instrument.ts'
import type { Message } from '../../domain/message.ts'
import { isTerminal, orderKey, type Order } from '../../domain/order.ts'
import { ok, type Result } from '../../domain/result.ts'
import { inARow, listed, message } from '../../words/message.ts'
import type { OrderFilter, OrderRef } from '../action.ts'
import type { DeskFacts, DeskView } from '../facts.ts'
import type { CancelRequest, Denial } from '../plan.ts'
import { heldBack, heldBackOn, heldBackWords } from '../hidden.ts'
import { worthIn } from '../worth.ts'
import { deny, type Draft } from './draft.ts'

/** Whether the order is open and is not being cancelled already. */
export function isCancelable(order: Order): boolean {
  return !isTerminal(order.status) && order.status !== 'canceling'
}

export function cancelOf({ area, instrument, orderId }: OrderRef): CancelRequest {
  return { kind: 'cancel', area, instrument, orderId }
}

/** Cancels the named orders, once each. An order missing from our list is cancelled too: the list may be old. */
export function draftCancelOrders(orders: readonly OrderRef[]): Result<Draft, Denial> {
  const named = new Map(orders.map((order) => [orderKey(order), order]))
  if (named.size === 0) return deny('NOTHING_TO_CANCEL', message('plan.noOrderNamed'))
  return ok({ legs: [...named.values()].map(cancelOf), warnings: [] })
}

/** Cancels every open order that matches `filter`, nearest to the market first. */
export function draftCancelMatching(filter: OrderFilter, facts: DeskFacts): Result<Draft, Denial> {
  const matching = facts.orders.filter((order) => isCancelable(order) && matches(order, filter))
  const warnings = [...hiddenFrom(filter, facts), ...lockedOut(filter, facts)]
  if (matching.length > 0) return ok({ legs: inUrgency(matching, facts).map(cancelOf), warnings })
  if (warnings.length > 0) return deny('READ_FAILED', inARow([...warnings, message('plan.nothingSent')]))
  if (facts.ending?.some((order) => matches(order, filter)) === true)
    return deny('IN_FLIGHT', message('intent.denied.inFlight'))
  return deny('NOTHING_TO_CANCEL', noneOpen(filter))
}

function noneOpen({ instrument, closing }: OrderFilter): Message {
  if (instrument === null) return message(closing ? 'plan.noOrders' : 'plan.noOpeningOrders')
  return message(closing ? 'plan.noOrdersOf' : 'plan.noOpeningOrdersOf', { instrument })
}

/** Warnings about orders that match `filter` but may be missing from our list. */
export function hiddenFrom({ area, instrument }: OrderFilter, facts: DeskFacts): readonly Message[] {
  const { unread, blind = [] } = facts
  const isMeant = (name: string): boolean => instrument === null || name === instrument
  const gaps = [...unreadWarning(unread.filter(isMeant)), ...cutWarning((facts.cut ?? []).filter(isMeant), facts)]
  if (instrument !== null) return gaps
  const unlisted = blind.filter((each) => area === null || each === area)
  return [...blindWarning(unlisted, facts), ...gaps]
}

/** Warnings about balances that the venue locks for orders which we do not know and which may match `filter`. */
function lockedOut({ area, instrument }: OrderFilter, facts: DeskFacts): readonly Message[] {
  const orders = [...facts.orders, ...(facts.ending ?? [])]
  const rows = heldBack({ ...facts, orders }, area === null ? AREAS : [area])
  return heldBackWords(instrument === null ? rows : heldBackOn(instrument, rows, facts.instruments))
}

/**
 * Explains why we cannot tell which instruments of `areas` have orders: the instruments, or on Spot the balances, could
 * not be read.
 */
export function blindWarning(
  areas: readonly Area[],
  { instruments }: Pick<DeskView, 'instruments'>,
): readonly Message[] {
  return areas.map((area) =>
    area === 'spot' && instruments.some((each) => each.area === area)
      ? message('plan.balancesBlind')
      : message(`plan.blind.${area}`),
  )
}

function matches(order: Order, { area, instrument, side, closing }: OrderFilter): boolean {
  return (
    (area === null || order.area === area) &&
    (instrument === null || order.instrument === instrument) &&
    (side === null || order.side === side) &&
    (closing || order.action !== 'close')
  )
}

/** The most names a message lists; the rest are counted. */
export const MOST_NAMES = 5

/** Warns that orders on these instruments could not be read and may stay open. */
export function unreadWarning(instruments: readonly string[]): readonly Message[] {
  const names = [...new Set(instruments)].sort()
  if (names.length === 0) return []
  return [message('plan.ordersUnread', { names: listed(names, MOST_NAMES) })]
}

/** Warns that the venue truncates its list of orders on these instruments, so there may be more. */
export function cutWarning(instruments: readonly string[], { orders }: Pick<DeskView, 'orders'>): readonly Message[] {
  return [...new Set(instruments)].sort().map((name) => {
    const count = orders.filter(({ instrument }) => instrument === name).length
    return message('plan.ordersCut', { instrument: name, count })
  })
}

/**
 * Sorts orders for cancelling: opening orders before closing ones, then nearest to the market first, because it fills
 * next. Ties are broken by id, so that the input order does not matter.
 */
export function inUrgency(orders: readonly Order[], view: DeskView): readonly Order[] {
  const worth = worthIn(view)
  const distance = ({ area, instrument, price }: Order): number => {
    // A market order, or one whose price is unknown: it may fill at once.
    if (price === null) return 0
    const market = worth.market(area, instrument)
    return market ? Math.abs(toFloat(price.div(market)) - 1) : Infinity
  }
  return orders
    .map((order) => ({ order, closes: order.action === 'close' ? 1 : 0, distance: distance(order) }))
    .sort((a, b) => a.closes - b.closes || compare(a.distance, b.distance) || compareIds(a.order, b.order))
    .map(({ order }) => order)
}

function compareIds(a: Order, b: Order): number {
  return compare(a.area, b.area) || compare(a.instrument, b.instrument) || compare(a.orderId, b.orderId)
}
