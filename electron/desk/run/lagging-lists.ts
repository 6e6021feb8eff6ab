/**
 * A venue's lists of positions and balances may lag behind its orders: what our own closes and sales took a moment ago
 * is no longer held, whatever a list says. Nothing larger than what they left is closed or sold.
 */
import { heldOf, type Balance, type Position } from '#shared/domain/account.ts'
import { lastKnownMs, leastHeld } from '#shared/desk/compile/last-known.ts'
import type { DeskView } from '#shared/desk/facts.ts'
import type { LegState } from '#shared/desk/plan.ts'
import { sum, type Decimal } from '#shared/domain/decimal.ts'
import type { Order } from '#shared/domain/order.ts'
import type { Known } from '../log/desk-log.ts'
import type { Intent } from '../state/intent.ts'
import type { LegRecord } from '../log/entry.ts'
import { WITHOUT_EFFECT } from '../state/earlier-intents.ts'
import { heldVolume } from '../plan/position-before.ts'

/**
 * How long a list may lag, ms. After that a larger position is believed, as more may have been opened elsewhere and
 * must be closable; but only when a person asks again, never in a later round of the intent that closed it.
 */
const LONGEST_LAG_MS = 10_000

/** Legs whose effect a list may not show yet; `own`: the intent that goes by the list. */
function recentLegs({ intents, now }: Known, own?: Intent) {
  return intents.flatMap(({ id, legs }) =>
    legs
      .map((leg) => ({ id, leg, ageMs: now - leg.changedMono }))
      .filter(({ ageMs }) => id === own?.id || ageMs < LONGEST_LAG_MS),
  )
}

/** The most contracts that positions can have, by key, as the newest close of ours left them. */
export function heldAtMost(known: Known, own?: Intent): ReadonlyMap<string, Decimal> {
  const taken = recentLegs(known, own).flatMap(({ leg: { request, record }, ageMs }) => {
    const { before, executed } = record
    return request.kind === 'close' && before !== null && before.isUnread !== true && executed?.gt(0) === true
      ? [{ key: request.positionKey, most: heldVolume(before).minus(executed), ageMs }]
      : []
  })
  return new Map(taken.toSorted((one, other) => other.ageMs - one.ageMs).map(({ key, most }) => [key, most]))
}

/** The positions that are listed larger than our own closes left them. */
export function laggingIn(positions: readonly Position[] | null, known: Known, own: Intent): readonly Position[] {
  const most = heldAtMost(known, own)
  return (positions ?? []).filter(({ key, volume }) => most.get(key)?.lt(volume) === true)
}

/** The most that can be held of coins, by asset, as the newest round of our sales left them. */
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

/** The coins that are listed as more than our own sales left. */
export function laggingCoins(balances: readonly Balance[] | null, known: Known, own: Intent): readonly Balance[] {
  const most = coinsAtMost(known, own)
  return (balances ?? []).filter((balance) => {
    const held = heldOf(balance)
    return held !== null && most.get(balance.asset)?.lt(held) === true
  })
}

/** What an order has taken, or may have. */
function takenBy({ state, executed }: LegRecord, wanted: Decimal): Decimal {
  return (state === 'verified' || state === 'partial') && executed !== null ? executed : wanted
}

/** States in which a leg has taken nothing. */
const TOOK_NOTHING: ReadonlySet<LegState> = new Set([...WITHOUT_EFFECT, 'planned', 'alreadyGone'])

/** The most contracts that closes of ours may have taken of a position since a read of `ms` ago. */
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
 * A position as it was last known, at its smallest; null: it is not known, or was too long ago. `orders`: the open ones
 * of its contract, where they were read since: a closing order that is not among them has gone.
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

/** Whether a list that `own` goes by does not show yet what our orders took. */
export function isLagging(own: Intent, { positions, balances }: DeskView, known: Known): boolean {
  const sells = own.action.kind === 'flatten' && own.action.spot === 'sell'
  return laggingIn(positions, known, own).length > 0 || (sells && laggingCoins(balances, known, own).length > 0)
}
