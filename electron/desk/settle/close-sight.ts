/** Everything a venue shows of a closing order and its position, and what follows from it where no reply came. */
import type { CloseRequest } from '#shared/desk/plan.ts'
import { closable } from '#shared/desk/slice.ts'
import { sum, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Fill } from '#shared/domain/fill.ts'
import { isTerminal, remaining, type Order } from '#shared/domain/order.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Before } from '../journal/entries.ts'
import type { Reader, Reading } from '../read/reads.ts'

/** One look, from every view there is. */
export interface CloseSight {
  readonly closable: Decimal
  readonly pendingClose: Decimal
  /** Open orders of the contract. */
  readonly open: readonly Order[]
  /** Orders that ended and trades made since the close was sent; null where the venue has no such list to be used. */
  readonly past: readonly Order[] | null
  readonly trades: readonly Fill[] | null
}

/** Looks from everywhere; null when a view that is there could not be read this time, which proves nothing. */
export async function sightClose(request: CloseRequest, before: Before, read: Reader): Promise<CloseSight | null> {
  const { instrument, positionKey } = request
  const [open, past, trades] = await Promise.all([
    read.openOrders('contract', instrument),
    before.at === null ? null : read.history(instrument, before.at),
    before.at === null ? null : read.trades(instrument, before.at),
  ])
  if (!open.ok || !open.value.whole || isBlind(past) || isBlind(trades)) return null
  // Last: a fill that the lists show is then in the position too, so none is taken for a close that happened.
  const positions = await read.positions()
  if (!positions.ok) return null
  const held = positions.value.list.find((position) => position.key === positionKey)
  if (held === undefined && !positions.value.whole) return null
  return {
    closable: held ? closable(held) : ZERO,
    pendingClose: held ? held.pendingCloseVolume : ZERO,
    open: open.value.list,
    past: listOf(past),
    trades: listOf(trades),
  }
}

/** Whether a list may be readable another time: a venue that refuses the question does not have it. */
function isBlind<T>(reading: Result<Reading<T>, Failure> | null): boolean {
  return reading !== null && !reading.ok && reading.error.outcome !== 'rejected'
}

/** A list with gaps can not show that something is not there, so it is no view to be asked. */
function listOf<T>(reading: Result<Reading<T>, Failure> | null): readonly T[] | null {
  return reading?.ok && reading.value.whole ? reading.value.list : null
}

/** Orders of the sight, each once, the ended ones as they ended. */
export function ordersOf({ open, past }: CloseSight): ReadonlyMap<string, Order> {
  return new Map([...open, ...(past ?? [])].map((order) => [order.orderId, order]))
}

/**
 * Orders made since that can be ours; exactly one where the venue echoes our id. `isAnothers`: known to be of another
 * leg, which may have the same size.
 */
export function findOurs(
  request: CloseRequest,
  before: Before,
  sight: CloseSight,
  isAnothers: (orderId: string) => boolean,
): readonly Order[] {
  const orders = [...ordersOf(sight).values()]
  const own = orders.filter((order) => order.clientOrderId === request.clientOrderId)
  if (own.length > 0 || before.orderIds === null) return own
  const earlier = new Set(before.orderIds)
  const openNow = new Set(sight.open.map((order) => order.orderId))
  return orders.filter(
    (order) =>
      !earlier.has(order.orderId) &&
      !isAnothers(order.orderId) &&
      order.clientOrderId === null &&
      order.side === request.side &&
      order.action === 'close' &&
      order.quantity.eq(request.volume) &&
      // Of a venue that words the kind in its own way it tells nothing.
      order.type !== (request.price === null ? 'limit' : 'market') &&
      (request.price === null || order.price?.eq(request.price) !== false) &&
      isSince(order, before, openNow.has(order.orderId)),
  )
}

/** One that is open and was not is new, whatever its time; of one that has ended only its time tells. */
function isSince({ createdAt }: Order, { at }: Before, isOpen: boolean): boolean {
  return createdAt === null || at === null ? isOpen : createdAt >= at
}

/** Trades by which somebody closed with an order no list shows. */
export function strayTrades(
  { side }: CloseRequest,
  { at, orderIds }: Before,
  sight: CloseSight,
  isAnothers: (orderId: string) => boolean,
): readonly Fill[] {
  const known = new Set([...ordersOf(sight).keys(), ...(orderIds ?? [])])
  const isStray = ({ orderId, time, side: traded }: Fill): boolean =>
    orderId !== null && traded === side && at !== null && time >= at && !known.has(orderId) && !isAnothers(orderId)
  return sight.trades?.filter(isStray) ?? []
}

/**
 * What became of the closable volume. An order takes its volume out of it the moment it exists, filled or not, and the
 * fills of other closing orders do not move it; those of opening orders do, and are reckoned in.
 */
export type Effect = 'done' | 'working' | 'none' | 'other'

export function effectOf(request: CloseRequest, before: Before, now: CloseSight): Effect {
  const taken = takenSince(request, before, now)
  if (taken === null) return 'other'
  if (taken.most.isZero()) return 'none'
  if (!taken.least.eq(request.volume)) return 'other'
  return now.pendingClose.gt(before.pendingClose) ? 'working' : 'done'
}

/** Contracts taken out of the closable volume: no fewer, and no more. */
interface Taken {
  readonly least: Decimal
  readonly most: Decimal
}

/** null: that can not be reckoned. */
function takenSince(request: CloseRequest, before: Before, now: CloseSight): Taken | null {
  const growth = grown(request, before, now)
  if (growth === null) return null
  const freed = freedSince(request, before, now)
  const least = before.closable.plus(growth).plus(freed.least).minus(now.closable)
  return { least, most: least.plus(freed.more) }
}

/**
 * Contracts that closing orders which were open before have let go of: what was left of each when it ended. `more`: how
 * many besides may have been let go of by orders no list shows, of which it is not known whether they were filled,
 * which lets go of nothing.
 */
function freedSince({ side }: CloseRequest, { orderIds, pendingClose }: Before, sight: CloseSight) {
  const orders = ordersOf(sight)
  const earlier = orderIds?.map((orderId) => orders.get(orderId))
  const gone = pendingClose.minus(sight.pendingClose)
  if (earlier?.every((order) => order !== undefined)) {
    const ended = earlier.filter((order) => order.action === 'close' && order.side === side && isTerminal(order.status))
    const freed = sum(ended.map(remaining))
    // No more than this position shows: an order may have been another's, of the other margin mode.
    if (gone.gte(freed)) return { least: freed, more: ZERO }
  }
  return { least: ZERO, more: gone.gt(0) ? gone : ZERO }
}

/**
 * Contracts an order that does not wait has closed of its volume, fewer than all of it; null: not to be told. The
 * position alone could show another's order, so trades must show the same of `orderId`; where that is not known, of one
 * order that no list shows. A venue without trades tells nothing.
 */
export function closedPart(
  request: CloseRequest,
  orderId: string | null,
  before: Before,
  now: CloseSight,
  isAnothers: (orderId: string) => boolean,
): Decimal | null {
  const reckoned = takenSince(request, before, now)
  if (reckoned === null || !reckoned.most.eq(reckoned.least)) return null
  const taken = reckoned.least
  if (taken.lte(0) || taken.gte(request.volume)) return null
  if (now.pendingClose.gt(before.pendingClose)) return null
  // Somebody else may have closed so many: a position alone does not tell whose they were.
  if (now.trades === null) return null
  const own =
    orderId === null
      ? strayTrades(request, before, now, isAnothers)
      : now.trades.filter((trade) => trade.orderId === orderId)
  const isOfOne = new Set(own.map((trade) => trade.orderId)).size === 1
  return isOfOne && sum(own.map(({ quantity }) => quantity)).eq(taken) ? taken : null
}

/** Contracts that opening orders have added since; null when an order that may have added some is in no list. */
function grown({ side }: CloseRequest, before: Before, sight: CloseSight): Decimal | null {
  const orders = ordersOf(sight)
  const earlier = new Map(before.opening.map(({ orderId, executed }) => [orderId, executed]))
  if ([...earlier.keys()].some((orderId) => !orders.has(orderId))) return null
  const openNow = new Set(sight.open.map((order) => order.orderId))
  const opening = [...orders.values()].filter((order) => order.action === 'open' && order.side !== side)
  if (before.orderIds === null && mayHaveGrown(opening, side, before, sight)) return null
  const added = opening
    .filter((order) => earlier.has(order.orderId) || isSince(order, before, openNow.has(order.orderId)))
    .map((order) => order.executed.minus(earlier.get(order.orderId) ?? ZERO))
  return sum(added)
}

/**
 * Of orders that were not read before it is not known what they had added then: only trades tell that none did since.
 */
function mayHaveGrown(
  opening: readonly Order[],
  side: CloseRequest['side'],
  { at }: Before,
  { trades }: CloseSight,
): boolean {
  if (trades === null || at === null) return opening.some(({ executed }) => executed.gt(0))
  return trades.some((trade) => trade.side !== side && trade.time >= at)
}
