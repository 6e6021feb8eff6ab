/** Everything that a venue shows of a closing order and its position. */
import type { CloseRequest } from '#shared/desk/plan.ts'
import { closable } from '#shared/desk/slice.ts'
import { pendingClose } from '#shared/domain/account.ts'
import { ZERO, type Decimal } from '#shared/domain/decimal.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Fill } from '#shared/domain/fill.ts'
import type { Order } from '#shared/domain/order.ts'
import type { Result } from '#shared/domain/result.ts'
import type { BeforeClose } from '../log/entry.ts'
import type { Reading, Reads } from '../plan/reader.ts'
import type { IsAnothers } from './evidence.ts'

/**
 * How far back a list goes. `whole`: it shows everything since the close was sent. `short`: it may miss some of that,
 * so what it does not show may still exist. `none`: the venue has no such list.
 */
export type Reach = 'whole' | 'short' | 'none'

export interface PastList<T> {
  readonly list: readonly T[]
  readonly reach: Reach
}

/** One look at every list of the venue. */
export interface CloseView {
  readonly closable: Decimal
  readonly pendingClose: Decimal
  /** Open orders of the contract. */
  readonly open: readonly Order[]
  /** Ended orders, and trades. */
  readonly past: PastList<Order>
  readonly trades: PastList<Fill>
}

/** Reads every list; null: an existing list could not be read this time, which proves nothing. */
export async function readCloseView(
  request: CloseRequest,
  before: BeforeClose,
  read: Reads,
): Promise<CloseView | null> {
  const { instrument, positionKey } = request
  // If the moment is unknown, no list is known to reach back to it.
  const since = before.at ?? Number.NEGATIVE_INFINITY
  const [open, past, trades] = await Promise.all([
    read.openOrders('contract', instrument),
    read.history(instrument, since).then(pastOf),
    read.trades(instrument, since).then(pastOf),
  ])
  if (!open.ok || !open.value.whole || past === null || trades === null) return null
  const lists = { open: open.value.list, past, trades }
  if (before.isUnread === true) return { closable: ZERO, pendingClose: ZERO, ...lists }
  // Read last: if the lists show a fill, the position then includes it too, so the fill is not mistaken for our close.
  const positions = await read.positions()
  if (!positions.ok) return null
  const held = positions.value.list.find((position) => position.key === positionKey)
  if (held === undefined && !positions.value.whole) return null
  const pending = held ? pendingClose(held, open.value.list) : ZERO
  const free = held ? closable({ ...held, pendingCloseVolume: pending }) : ZERO
  return { closable: free, pendingClose: pending, ...lists }
}

/** null: the list may be readable another time. */
function pastOf<T>(reading: Result<Reading<T>, Failure>): PastList<T> | null {
  if (reading.ok) return { list: reading.value.list, reach: reading.value.whole ? 'whole' : 'short' }
  return isMissing(reading.error) ? { list: [], reach: 'none' } : null
}

/** Whether the venue lacks the list: it would refuse the query again. A venue that asks us to slow down may have it. */
function isMissing({ kind, outcome, retry }: Failure): boolean {
  return kind === 'notSupported' || (outcome === 'rejected' && retry === 'never')
}

/** How far back the past orders and the trades reach together. An order that did something shows up in either list. */
export function reachOf({ past, trades }: CloseView): Reach {
  const reaches = [past.reach, trades.reach]
  return (['whole', 'short'] as const).find((reach) => reaches.includes(reach)) ?? 'none'
}

/** Each order seen, once. An ended order appears as it ended. */
export function ordersOf({ open, past }: CloseView): ReadonlyMap<string, Order> {
  return new Map([...open, ...past.list].map((order) => [order.orderId, order]))
}

/** The order that carries our id, if the venue echoes it. It is certainly ours. */
export function findOwn({ clientOrderId }: CloseRequest, view: CloseView): Order | undefined {
  return [...ordersOf(view).values()].find((order) => order.clientOrderId === clientOrderId)
}

/**
 * Newer orders that may be ours, as far as their fields show. `isAnothers`: whether an order is known to belong to
 * another leg, which may have the same size.
 */
export function findAlike(
  request: CloseRequest,
  before: BeforeClose,
  view: CloseView,
  isAnothers: IsAnothers,
): readonly Order[] {
  const earlier = new Set(before.orderIds)
  const openNow = new Set(view.open.map((order) => order.orderId))
  return [...ordersOf(view).values()].filter(
    (order) =>
      !earlier.has(order.orderId) &&
      !isAnothers(order.orderId) &&
      order.clientOrderId === null &&
      order.side === request.side &&
      order.action === 'close' &&
      order.quantity.eq(request.volume) &&
      // A venue may use its own word for the type, which proves nothing.
      order.type !== (request.price === null ? 'limit' : 'market') &&
      (request.price === null || order.price?.eq(request.price) !== false) &&
      (before.orderIds === null ? !isEarlier(order, before) : isSince(order, before, openNow.has(order.orderId))),
  )
}

/** Venues that report whole seconds may show a time this much before the true one, ms. */
const TIME_STEP_MS = 1_000

/** Whether the order's time proves that it is older. */
function isEarlier({ createdAt }: Order, { at }: BeforeClose): boolean {
  return createdAt !== null && at !== null && createdAt <= at - TIME_STEP_MS
}

/** Whether the order's time proves that it is newer. */
export function isLater({ createdAt }: Order, { at }: BeforeClose): boolean {
  return createdAt !== null && at !== null && createdAt >= at
}

/** Whether the order's time shows that it is new. If a time is unknown, an order counts as new if it is open now. */
export function isSince({ createdAt }: Order, { at }: BeforeClose, isOpen: boolean): boolean {
  return createdAt === null || at === null ? isOpen : createdAt >= at
}

/** Closing trades whose order is in no list. */
export function strayTrades(
  { side }: CloseRequest,
  { at, orderIds }: BeforeClose,
  view: CloseView,
  isAnothers: IsAnothers,
): readonly Fill[] {
  const known = new Set([...ordersOf(view).keys(), ...(orderIds ?? [])])
  const isStray = ({ orderId, time, side: traded }: Fill): boolean =>
    orderId !== null && traded === side && at !== null && time >= at && !known.has(orderId) && !isAnothers(orderId)
  return view.trades.list.filter(isStray)
}
