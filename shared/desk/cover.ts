/**
 * Cover: how much of a position stops and closing orders would close while the price goes against it. The one computation
 * for the row, the work list and the question on quitting. Pure.
 */
import { closesSide, type Position } from '../domain/account.ts'
import { notNegative, smaller, sum, toFloat, ZERO, type Decimal } from '../domain/decimal.ts'
import { remaining, type Order } from '../domain/order.ts'
import { liquidatedBefore } from './late-trigger.ts'
import type { Protection, ProtectRequest } from './plan.ts'
import { firesFirst } from './stop-watch.ts'

/** The fields of the position that its cover needs. */
export type Covered = Pick<Position, 'key' | 'contract' | 'side' | 'volume' | 'markPrice' | 'venueLiquidationPrice'> & {
  readonly pendingCloseVolume: Decimal | null
}

export interface CoverSources {
  readonly protections: readonly Protection[]
  /** Open orders; null while those of the contract are not known. */
  readonly orders: readonly Order[] | null
  /** Our own liquidation price; null: none, or not known. */
  readonly ownLiquidation: Decimal | null
}

/**
 * Whether a protective order closes its position when the price reaches its trigger. `late`: the position is liquidated
 * first. `overdue`: the price was there and nothing was closed. `locked`: other closing orders hold its contracts, so the
 * venue refuses it. `maybeLocked`: it may be locked by unknown orders. `lost`: its reply was lost. `gone`: its position
 * is gone.
 */
export type Verdict = 'works' | 'late' | 'overdue' | 'locked' | 'maybeLocked' | 'lost' | 'gone'

/** Contracts in closing orders; together the venue's own figure. */
interface ClosingOrders {
  /** At the mark, on its losing side, or at market. */
  readonly covering: Decimal
  /** On the winning side of the mark: they wait while the price goes the other way. */
  readonly waiting: Decimal
  /** One of the two: orders that were not read, or may belong to the other margin mode. */
  readonly unknown: Decimal
}

export interface Cover {
  /** Share of the position, 0 to 1; null: not known. */
  readonly share: number | null
  /** Whether it may be more: some closing orders are not known. */
  readonly isAtLeast: boolean
  /** Contracts that no closing order has taken: the most that stops can close; null: not known. */
  readonly closable: Decimal | null
  /** Protective orders of this position, stops first, newest first within. */
  readonly protections: readonly {
    readonly protection: Protection
    readonly verdict: Verdict
    /** Where the position is liquidated before it fires; null: nowhere, as far as known. */
    readonly liquidatedAt: Decimal | null
  }[]
  readonly orders: ClosingOrders
}

/**
 * Only stops that work and closing orders at the mark or worse count: a take-profit, and a closing order at a better
 * price, do not fill while the price goes the wrong way. A stop for more contracts than other closing orders leave does
 * not count either: a venue refuses it whole. Stops are counted in the order in which they fire.
 */
export function coverOf(position: Covered, { protections, orders, ownLiquidation }: CoverSources): Cover {
  const { volume } = position
  const closing = closingOrdersOf(position, orders)
  const pending = pendingOf(position, closing)
  const closable = pending && notNegative(volume.minus(pending))
  const own = protections.filter(({ request }) => request.positionKey === position.key)
  const at = (protection: Protection): Decimal | null =>
    liquidatedBefore(
      protection.request,
      { own: ownLiquidation, venue: position.venueLiquidationPrice },
      position.markPrice,
    )
  const standing = own.filter((each) => each.state === 'believed' && at(each) === null)
  // Stops and take-profits are on opposite sides of the price: they do not compete.
  const fits = new Map(
    [standing.filter(isStop), standing.filter((each) => !isStop(each))].flatMap((each) => [
      ...fitting(each, closable, closing.unknown),
    ]),
  )
  const judged = own
    .toSorted((a, b) => purposeRank(a) - purposeRank(b) || b.placedAt - a.placedAt)
    .map((protection) => {
      const liquidatedAt = at(protection)
      return { protection, liquidatedAt, verdict: verdictOf(protection, liquidatedAt, fits.get(protection) ?? 'works') }
    })
  const found = { closable, protections: judged, orders: closing }
  if (volume.lte(0)) return { share: null, isAtLeast: false, ...found }
  const covered = sum([closing.covering, ...judged.filter(isCover).map(({ protection }) => protection.request.volume)])
  const isDoubtful = judged.some(({ verdict }) => verdict === 'maybeLocked') || pending === null
  const isAtLeast = (closing.unknown.gt(0) || isDoubtful) && covered.lt(volume)
  const share = isAtLeast && covered.isZero() ? null : Math.min(1, toFloat(covered.div(volume)))
  return { share, isAtLeast, ...found }
}

/** Whether the order closes the position when the price goes against it, as far as known. */
export function isCover({
  protection,
  verdict,
}: {
  readonly protection: Purposed
  readonly verdict: Verdict
}): boolean {
  return isStop(protection) && verdict === 'works'
}

interface Purposed {
  readonly request: Pick<ProtectRequest, 'purpose'>
}

const isStop = ({ request }: Purposed): boolean => request.purpose === 'stopLoss'
const purposeRank = (protection: Protection): number => (isStop(protection) ? 0 : 1)

const BY_STATE: { readonly [S in Protection['state']]?: Verdict } = {
  unknown: 'lost',
  orphaned: 'gone',
  overdue: 'overdue',
}

function verdictOf({ state }: Protection, liquidatedAt: Decimal | null, fit: Verdict): Verdict {
  return BY_STATE[state] ?? (liquidatedAt === null ? fit : 'late')
}

/** The orders that will not find their contracts when they fire: those that fire first take theirs first. */
function fitting(
  stops: readonly Protection[],
  closable: Decimal | null,
  unknown: Decimal,
): ReadonlyMap<Protection, Verdict> {
  const fits = new Map<Protection, Verdict>()
  let left = closable
  for (const stop of stops.toSorted(firesFirst)) {
    const { volume } = stop.request
    if (left === null) fits.set(stop, 'maybeLocked')
    else if (volume.lte(left)) left = left.minus(volume)
    // Unlisted locked contracts may belong to the stop itself.
    else fits.set(stop, volume.lte(left.plus(unknown)) ? 'maybeLocked' : 'locked')
  }
  return fits
}

/** An order does not tell its margin mode: of orders that may belong to another position, only the certain part counts. */
function closingOrdersOf(position: Covered, orders: readonly Order[] | null): ClosingOrders {
  const { markPrice, pendingCloseVolume: pending } = position
  if (pending === null) return { covering: ZERO, waiting: ZERO, unknown: ZERO }
  const own = markPrice === null ? [] : (orders ?? []).filter((order) => closesSide(order, position))
  const isCovering = ({ price }: Order): boolean => {
    if (price === null || markPrice === null) return price === null
    return position.side === 'long' ? price.lte(markPrice) : price.gte(markPrice)
  }
  const covering = openVolume(own.filter(isCovering))
  const waiting = openVolume(own.filter((order) => !isCovering(order)))
  const unread = notNegative(pending.minus(covering).minus(waiting))
  const most = smaller(pending, covering.plus(unread))
  const surely = notNegative(smaller(pending.minus(waiting), covering))
  return { covering: surely, waiting: pending.minus(most), unknown: most.minus(surely) }
}

function pendingOf({ pendingCloseVolume }: Covered, { covering, waiting, unknown }: ClosingOrders): Decimal | null {
  return pendingCloseVolume && sum([covering, waiting, unknown])
}

function openVolume(orders: readonly Order[]): Decimal {
  return sum(orders.map((order) => notNegative(remaining(order))))
}
