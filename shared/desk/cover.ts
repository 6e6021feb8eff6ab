/**
 * Cover: how much of a position stops and closing orders would close if the price moves against it. The positions
 * table, the work list and the question on quitting all use this computation.
 */
import { closesSide, type Position, type PositionSide } from '../domain/account.ts'
import { notNegative, smaller, sum, toFloat, ZERO, type Decimal } from '../domain/decimal.ts'
import { remaining, type Order } from '../domain/order.ts'
import { liquidatedBefore } from './late-trigger.ts'
import type { Protection, ProtectRequest } from './plan.ts'
import { firesFirst } from './stop-watch.ts'

/** The fields of a position that its cover depends on. */
export type Covered = Pick<Position, 'key' | 'contract' | 'side' | 'volume' | 'markPrice' | 'venueLiquidationPrice'> & {
  readonly pendingCloseVolume: Decimal | null
}

export interface CoverSources {
  readonly protections: readonly Protection[]
  /** Open orders; null while those of the contract are unknown. */
  readonly orders: readonly Order[] | null
  /** Our own liquidation price; null if there is none or it is unknown. */
  readonly ownLiquidation: Decimal | null
}

/**
 * Whether a protective order closes its position when the price reaches its trigger. `late`: the position is liquidated
 * first. `overdue`: the price reached the trigger and nothing was closed. `locked`: other closing orders hold the
 * contracts, so the venue refuses it. `maybeLocked`: unknown orders may hold them. `lost`: the venue's reply was lost.
 * `gone`: the position is gone.
 */
export type Verdict = 'works' | 'late' | 'overdue' | 'locked' | 'maybeLocked' | 'lost' | 'gone'

export interface Cover {
  /** Fraction of the position, 0 to 1; null if unknown. */
  readonly share: number | null
  /** Whether the real share may be higher because some closing orders are unknown. */
  readonly isAtLeast: boolean
  /** Contracts not taken by any closing order, the most that stops can close; null if unknown. */
  readonly closable: Decimal | null
  /** Protective orders of this position: stops first, then newest first. */
  readonly protections: readonly {
    readonly protection: Protection
    readonly verdict: Verdict
    /** The liquidation price if it comes before the trigger; null if it does not, as far as we know. */
    readonly liquidatedAt: Decimal | null
  }[]
  /** Contracts in closing orders. The three members add up to the venue's own figure. */
  readonly orders: {
    /** In orders at the mark, on its losing side, or at market. */
    readonly covering: Decimal
    /** In orders on the winning side of the mark: they do not fill while the price moves against the position. */
    readonly waiting: Decimal
    /** In orders that were not read, or that may belong to the other margin mode. */
    readonly unknown: Decimal
  }
}

/**
 * The cover of a position. Only working stops and closing orders at the mark or worse count: a take-profit, or a
 * closing order at a better price, does not fill while the price moves against the position. A stop for more contracts
 * than other closing orders leave does not count either, because a venue refuses it whole. Stops are counted in the
 * order in which they fire.
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
  // Stops and take-profits lie on opposite sides of the price, so they do not compete for contracts.
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

/** Whether the order is a stop that closes the position when the price moves against it, as far as we know. */
export function isCover({
  protection,
  verdict,
}: {
  readonly protection: { readonly request: Pick<ProtectRequest, 'purpose'> }
  readonly verdict: Verdict
}): boolean {
  return isStop(protection) && verdict === 'works'
}

const isStop = ({ request }: { readonly request: Pick<ProtectRequest, 'purpose'> }): boolean =>
  request.purpose === 'stopLoss'
const purposeRank = (protection: Protection): number => (isStop(protection) ? 0 : 1)

const BY_STATE: { readonly [S in Protection['state']]?: Verdict } = {
  unknown: 'lost',
  orphaned: 'gone',
  overdue: 'overdue',
}

function verdictOf({ state }: Protection, liquidatedAt: Decimal | null, fit: Verdict): Verdict {
  return BY_STATE[state] ?? (liquidatedAt === null ? fit : 'late')
}

/**
 * The orders that may find too few free contracts when they fire, each with its verdict. An order that fires earlier
 * takes its contracts first.
 */
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
    // The unknown closing volume may belong to the stop itself.
    else fits.set(stop, volume.lte(left.plus(unknown)) ? 'maybeLocked' : 'locked')
  }
  return fits
}

/**
 * An order does not state its margin mode, so orders that may belong to another position count only for the part that
 * is certain.
 */
function closingOrdersOf(position: Covered, orders: readonly Order[] | null): Cover['orders'] {
  const { markPrice, pendingCloseVolume: pending } = position
  if (pending === null) return { covering: ZERO, waiting: ZERO, unknown: ZERO }
  const own = markPrice === null ? [] : (orders ?? []).filter((order) => closesSide(order, position))
  const isCovering = (order: Order): boolean => fillsAgainst(order, position.side, markPrice) === true
  const covering = openVolume(own.filter(isCovering))
  const waiting = openVolume(own.filter((order) => !isCovering(order)))
  const unread = notNegative(pending.minus(covering).minus(waiting))
  const most = smaller(pending, covering.plus(unread))
  const surely = notNegative(smaller(pending.minus(waiting), covering))
  return { covering: surely, waiting: pending.minus(most), unknown: most.minus(surely) }
}

/**
 * Whether a closing order fills while the price moves against the position: it is at the mark, on its losing side, or at
 * market. null: the mark is not known.
 */
export function fillsAgainst(
  { price }: Pick<Order, 'price'>,
  side: PositionSide,
  markPrice: Decimal | null,
): boolean | null {
  if (price === null) return true
  if (markPrice === null) return null
  return side === 'long' ? price.lte(markPrice) : price.gte(markPrice)
}

function pendingOf({ pendingCloseVolume }: Covered, { covering, waiting, unknown }: Cover['orders']): Decimal | null {
  return pendingCloseVolume && sum([covering, waiting, unknown])
}

function openVolume(orders: readonly Order[]): Decimal {
  return sum(orders.map((order) => notNegative(remaining(order))))
}
