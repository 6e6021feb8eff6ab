/** Computes how a position's contracts have changed since a close was sent, from everything seen of it. */
import type { CloseRequest } from '#shared/desk/plan.ts'
import { sum, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { isTerminal, remaining, type Order } from '#shared/domain/order.ts'
import type { BeforeClose } from '../log/entry.ts'
import { isSince, ordersOf, strayTrades, type CloseView } from './close-view.ts'
import type { IsAnothers } from './evidence.ts'

/**
 * The effect on the closable volume. A closing order takes its volume out as soon as it exists, filled or not. Fills of
 * other closing orders change nothing; fills of opening orders add to it.
 */
export function effectOf(
  request: CloseRequest,
  before: BeforeClose,
  now: CloseView,
): 'done' | 'working' | 'none' | 'other' {
  const taken = takenSince(request, before, now)
  if (taken === null) return 'other'
  if (taken.most.isZero()) return 'none'
  if (!taken.least.eq(request.volume)) return 'other'
  return now.pendingClose.gt(before.pendingClose) ? 'working' : 'done'
}

/** The fewest and the most contracts taken out of the closable volume; null: cannot be computed. */
function takenSince(request: CloseRequest, before: BeforeClose, now: CloseView) {
  if (before.isUnread === true) return null
  const growth = grown(request, before, now)
  if (growth === null) return null
  const freed = freedSince(request, before, now)
  const least = before.closable.plus(growth).plus(freed.least).minus(now.closable)
  return { least, most: least.plus(freed.more) }
}

/**
 * How many contracts were unlocked because closing orders that were open before have ended; each unlocks its unfilled
 * rest. `least` is certain. `more`: how many more may have been unlocked, by orders in no list (if they ended unfilled:
 * a fill unlocks nothing), or by orders that had just ended while a lagging position still showed their lock.
 */
function freedSince({ side }: CloseRequest, before: BeforeClose, view: CloseView) {
  const { orderIds } = before
  const orders = ordersOf(view)
  const earlier = orderIds?.map((orderId) => orders.get(orderId))
  const gone = before.pendingClose.minus(view.pendingClose)
  const leftBy = (ended: readonly Order[]): Decimal =>
    sum(
      ended
        .filter((order) => order.action === 'close' && order.side === side && isTerminal(order.status))
        .map(remaining),
    )
  if (earlier?.every((order) => order !== undefined)) {
    const freed = leftBy(earlier)
    const known = new Set(orderIds)
    const justEnded = [...orders.values()].filter(
      (order) => !known.has(order.orderId) && !isSince(order, before, false),
    )
    // At most what this position shows: the order may belong to the position of the other margin mode.
    const unexplained = gone.minus(freed)
    const left = explainLock(before, orders) ? ZERO : leftBy(justEnded)
    if (unexplained.gte(0)) return { least: freed, more: left.lt(unexplained) ? left : unexplained }
  }
  return { least: ZERO, more: gone.gt(0) ? gone : ZERO }
}

/**
 * Whether the orders that were open before locked exactly what the position showed. If so, the position's figure did
 * not include the lock of an order that had already ended.
 */
function explainLock({ closing, pendingClose }: BeforeClose, orders: ReadonlyMap<string, Order>): boolean {
  if (closing === undefined) return false
  const locked = closing.map(({ orderId, executed }) => (orders.get(orderId)?.quantity ?? executed).minus(executed))
  return sum(locked).eq(pendingClose)
}

/**
 * How many contracts an order that does not wait has closed, if it closed only a part; null: unknown. The change of the
 * position alone may come from another order. So the trades of `orderId` must show the same number or, without an id,
 * the trades of the one order that no list shows. A venue without trades proves nothing.
 */
export function closedPart(
  request: CloseRequest,
  orderId: string | null,
  before: BeforeClose,
  now: CloseView,
  isAnothers: IsAnothers,
): Decimal | null {
  const range = takenSince(request, before, now)
  if (range === null || !range.most.eq(range.least)) return null
  const taken = range.least
  if (taken.lte(0) || taken.gte(request.volume)) return null
  if (now.pendingClose.gt(before.pendingClose)) return null
  // Another client may have closed the same number: the position alone does not show whose order it was.
  if (now.trades.reach !== 'whole') return null
  const own =
    orderId === null
      ? strayTrades(request, before, now, isAnothers)
      : now.trades.list.filter((trade) => trade.orderId === orderId)
  const isOfOne = new Set(own.map((trade) => trade.orderId)).size === 1
  return isOfOne && sum(own.map(({ quantity }) => quantity)).eq(taken) ? taken : null
}

/** Contracts that opening orders have added since; null: an order that may have added some is in no list. */
function grown({ side }: CloseRequest, before: BeforeClose, view: CloseView): Decimal | null {
  const orders = ordersOf(view)
  const earlier = new Map(before.opening.map(({ orderId, executed }) => [orderId, executed]))
  if ([...earlier.keys()].some((orderId) => !orders.has(orderId))) return null
  const openNow = new Set(view.open.map((order) => order.orderId))
  const opening = [...orders.values()].filter((order) => order.action === 'open' && order.side !== side)
  if (before.orderIds === null && mayHaveGrown(opening, side, before, view)) return null
  const added = opening
    .filter((order) => earlier.has(order.orderId) || isSince(order, before, openNow.has(order.orderId)))
    .map((order) => order.executed.minus(earlier.get(order.orderId) ?? ZERO))
  return sum(added)
}

/** If the orders open before were not read, only trades prove that none has added contracts since. */
function mayHaveGrown(
  opening: readonly Order[],
  side: CloseRequest['side'],
  { at }: BeforeClose,
  { trades }: CloseView,
) {
  if (trades.reach !== 'whole' || at === null) return opening.some(({ executed }) => executed.gt(0))
  return trades.list.some((trade) => trade.side !== side && trade.time >= at)
}
