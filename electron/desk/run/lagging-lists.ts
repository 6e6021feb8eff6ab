/**
 * A venue's lists of positions and balances may lag behind its orders. So what our own closes and sales just took
 * counts as gone, whatever a list says, and nothing larger than what they left is closed or sold.
 */
import { heldOf, pendingClose, type Balance, type Position } from '#shared/domain/account.ts'
import { lastKnownMs, leastHeld } from '#shared/desk/compile/last-known.ts'
import type { DeskView } from '#shared/desk/facts.ts'
import { hasSucceeded, isInProgress, type CloseRequest, type LegState } from '#shared/desk/plan.ts'
import { closable } from '#shared/desk/slice.ts'
import { sum, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import type { Order } from '#shared/domain/order.ts'
import type { Known } from '../log/desk-log.ts'
import { ordersOfCancels, type Intent, type Leg } from '../state/intent.ts'
import type { BeforeClose, LegRecord } from '../log/entry.ts'
import { WITHOUT_EFFECT } from '../state/earlier-intents.ts'
import { heldVolume } from '../plan/position-before.ts'

/**
 * How long a list may lag, ms. After that a larger position is believed: more may have been opened elsewhere and must
 * be closable. This applies only when a person asks again, never in a later round of the intent that closed it.
 */
export const LONGEST_LAG_MS = 10_000

/** Legs whose effect a list may not show yet. `own`: the intent that uses the list. */
function recentLegs({ intents, now }: Known, own?: Intent) {
  return intents.flatMap(({ id, legs }) =>
    legs
      .map((leg) => ({ id, leg, ageMs: now - leg.changedMono }))
      .filter(({ ageMs }) => id === own?.id || ageMs < LONGEST_LAG_MS),
  )
}

/** The most contracts that a position can have, and the most of them that can be free of locks. */
export interface AtMost {
  readonly held: Decimal
  readonly free: Decimal
}

/**
 * The most that each position can have, by key, after our newest close of it. The size before the close is the one read
 * then or, if it could not be read, the last known one. An order that no list showed may have locked contracts before
 * the close. If that order has just been filled, its contracts are gone. So while a list may lag, they do not count as
 * free, unless a cancel of ours has since ended an order that explains the lock. Later the position as listed decides.
 */
export function heldAtMost(known: Known, own?: Intent): ReadonlyMap<string, AtMost> {
  const taken = recentLegs(known, own).flatMap(({ leg: { request, record }, ageMs }) => {
    const { before, executed } = record
    if (request.kind !== 'close' || before === null || executed?.gt(0) !== true) return []
    const was = before.isUnread === true ? before.lastHeld : heldVolume(before)
    if (was === undefined) return []
    const held = was.minus(executed)
    const doubtful = ageMs < LONGEST_LAG_MS ? doubtfulLock(request, before, ageMs, known) : ZERO
    return [{ key: request.positionKey, most: { held, free: held.minus(doubtful) }, ageMs }]
  })
  return new Map(taken.toSorted((one, other) => other.ageMs - one.ageMs).map(({ key, most }) => [key, most]))
}

/**
 * The contracts that no listed order accounted for and that were locked before a close, less what our cancels have
 * freed in the `ageMs` since. If the contract has two positions on that side, such an order may have locked the other
 * one.
 */
function doubtfulLock(close: CloseRequest, before: BeforeClose, ageMs: number, { intents, now }: Known): Decimal {
  const { unexplained = ZERO, orderIds, closing } = before
  if (unexplained.isZero() || closing === undefined) return unexplained
  const freed = intents
    .flatMap(({ legs }) => legs)
    .flatMap(({ request, record, changedMono }) => {
      const isSince = now - changedMono <= ageMs
      if (request.kind !== 'cancel' || request.instrument !== close.instrument || !isSince) return []
      const wasListed = orderIds?.includes(request.orderId) === true
      return record.freed?.side === close.side && !wasListed ? [record.freed.volume] : []
    })
  const doubtful = unexplained.minus(sum(freed))
  return doubtful.gt(0) ? doubtful : ZERO
}

/** How much larger a listed position is than our own closes left it; null: it is not. */
export function beyond(
  most: AtMost | undefined,
  listed: AtMost,
): { readonly listed: Decimal; readonly left: Decimal } | null {
  if (most?.held.lt(listed.held) === true) return { listed: listed.held, left: most.held }
  if (most?.free.lt(listed.free) === true) return { listed: listed.free, left: most.free }
  return null
}

/** The positions that are listed larger than our own closes left them. */
export function laggingIn(
  { positions, orders }: Pick<DeskView, 'positions' | 'orders'>,
  known: Known,
  own: Intent,
): readonly Position[] {
  const most = heldAtMost(known, own)
  return (positions ?? []).filter((position) => {
    const free = closable({ ...position, pendingCloseVolume: pendingClose(position, orders) })
    return beyond(most.get(position.key), { held: position.volume, free }) !== null
  })
}

/** The most that can be held of each coin after the newest round of our sales. */
export function coinsAtMost(known: Known, own?: Intent): ReadonlyMap<string, Decimal> {
  const sales = recentLegs(known, own).flatMap(({ id, leg: { request, record, round }, ageMs }) => {
    if (request.kind !== 'sell' || !request.held || TOOK_NOTHING.has(record.state)) return []
    const { asset, held, quantity } = request
    return [{ asset, held, plan: `${id} ${round}`, ageMs, sold: takenBy(record, quantity) }]
  })
  const most = [...Map.groupBy(sales, ({ asset }) => asset)].flatMap(([asset, sold]) => {
    const newest = sold.reduce((one, other) => (other.ageMs < one.ageMs ? other : one))
    const taken = sum(sold.filter(({ plan }) => plan === newest.plan).map((sale) => sale.sold))
    return taken.gt(0) ? [[asset, newest.held.minus(taken)] as const] : []
  })
  return new Map(most)
}

/** The coins that are listed with more than our own sales left. */
export function laggingCoins(balances: readonly Balance[] | null, known: Known, own: Intent): readonly Balance[] {
  const most = coinsAtMost(known, own)
  return (balances ?? []).filter((balance) => {
    const held = heldOf(balance)
    return held !== null && most.get(balance.asset)?.lt(held) === true
  })
}

/** What an order has taken or may have taken. */
function takenBy({ state, executed }: LegRecord, wanted: Decimal): Decimal {
  return (state === 'verified' || state === 'partial') && executed !== null ? executed : wanted
}

/** States in which a leg has taken nothing. */
const TOOK_NOTHING: ReadonlySet<LegState> = new Set([...WITHOUT_EFFECT, 'planned', 'alreadyGone'])

/** The orders that our cancels are ending or just ended. What they locked may still be listed. */
export function endingOrders({ intents, now }: Known): readonly Order[] {
  const isLate = ({ record: { state }, changedMono }: Leg): boolean =>
    isInProgress(state) || (hasSucceeded(state) && now - changedMono < LONGEST_LAG_MS)
  return intents.flatMap(({ legs, orders }) =>
    ordersOfCancels(
      legs.filter(isLate).map(({ request }) => request),
      orders,
    ),
  )
}

/** The most contracts of a position that our closes may have taken since a read `ms` ago. */
export function takenSince(positionKey: string, ms: number, { intents, now }: Known): Decimal {
  const closes = intents
    .flatMap(({ legs }) => legs)
    .flatMap(({ request, record, changedMono }) =>
      request.kind === 'close' && request.positionKey === positionKey && now - changedMono <= ms + LONGEST_LAG_MS
        ? [{ request, record }]
        : [],
    )
    .filter(({ record: { state } }) => !TOOK_NOTHING.has(state))
  return sum(closes.map(({ request, record }) => takenBy(record, request.volume)))
}

/**
 * The smallest size that a position can have, by what was last known; null: unknown, or too long ago. `orders`: the
 * open orders of its contract, if read since. A closing order that is not among them is gone.
 */
export function lastKnown(
  positionKey: string,
  view: DeskView,
  known: Known,
  orders: readonly Order[] | null,
): Position | null {
  const ms = lastKnownMs(view, positionKey)
  const held = ms === null ? undefined : view.positions?.find(({ key }) => key === positionKey)
  const taken = (key: string): Decimal => takenSince(key, ms ?? 0, known)
  return (held && leastHeld([held], orders ?? view.orders, taken)[0]) ?? null
}

/** Whether a list that `own` uses does not show yet what our orders took. */
export function isLagging(own: Intent, view: DeskView, known: Known): boolean {
  const sells = own.action.kind === 'flatten' && own.action.spot === 'sell'
  return laggingIn(view, known, own).length > 0 || (sells && laggingCoins(view.balances, known, own).length > 0)
}
