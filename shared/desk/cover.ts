/**
 * How much of a position would be closed without us while the price goes against it: by stops of ours, and by closing
 * orders. The one reckoning for the row, the work list and the question on leaving. Pure.
 */
import { closesSide, type Position } from '../domain/account.ts'
import { sum, toFloat, ZERO, type Decimal } from '../domain/decimal.ts'
import type { Order } from '../domain/order.ts'
import { liquidatedBefore } from './late-trigger.ts'
import type { Protection, ProtectRequest } from './plan.ts'

/** What a cover is reckoned from, of the position itself. */
export type Covered = Pick<Position, 'key' | 'contract' | 'side' | 'volume' | 'markPrice' | 'venueLiquidationPrice'> & {
  readonly pendingCloseVolume: Decimal | null
}

/** What is known beside the position. */
export interface CoverSources {
  readonly protections: readonly Protection[]
  /** Open orders; null while those of the contract are not known. */
  readonly orders: readonly Order[] | null
  /** Our own estimate of where the position is liquidated; null: nowhere, or not known. */
  readonly ownLiquidation: Decimal | null
}

/**
 * Whether a protective order closes its position when the price gets to its trigger. `late`: the position is liquidated
 * first. `overdue`: the price was there and nothing was closed. `locked`: other closing orders hold contracts it is for,
 * so that the venue refuses it. `maybeLocked`: so it may be; what holds them is not known. `lost`: its reply was lost.
 * `gone`: its position is gone.
 */
export type Verdict = 'works' | 'late' | 'overdue' | 'locked' | 'maybeLocked' | 'lost' | 'gone'

interface JudgedProtection {
  readonly protection: Protection
  readonly verdict: Verdict
  /** Where the position is liquidated before it fires; null: it is not, as far as is known. */
  readonly liquidatedAt: Decimal | null
}

/** Contracts in closing orders; together what the venue says is in them. */
interface ClosingOrders {
  /** At the mark or on the losing side of it, or at market. */
  readonly covering: Decimal
  /** At a price the mark has yet to reach on the winning side: they wait while the price goes the other way. */
  readonly waiting: Decimal
  /** One of the two: orders that were not read, or may be those of the other margin mode. */
  readonly unknown: Decimal
}

export interface Cover {
  /** Share of the position, 0 to 1; null when it is not known. */
  readonly share: number | null
  /** Whether it may be more: some closing orders are not known. */
  readonly isAtLeast: boolean
  /** Contracts that no closing order has taken, and so the most that stops can close; null when it is not known. */
  readonly closable: Decimal | null
  /** Protective orders of this position, stops first, newest first within. */
  readonly protections: readonly JudgedProtection[]
  readonly orders: ClosingOrders
}

/**
 * A take-profit covers nothing, nor does a closing order that waits for a better price: neither fires while the price
 * goes the wrong way. A stop covers nothing where the venue liquidates first, where the price was at its trigger and
 * nothing came of it, and where it is for more contracts than other closing orders leave: a venue refuses such an order
 * whole. Stops are counted in the order they fire in.
 */
export function coverOf(position: Covered, { protections, orders, ownLiquidation }: CoverSources): Cover {
  const { volume } = position
  const closing = closingOrdersOf(position, orders)
  const pending = pendingOf(position, closing)
  const closable = pending && atLeastZero(volume.minus(pending))
  const own = protections.filter(({ request }) => request.positionKey === position.key)
  const at = (protection: Protection): Decimal | null =>
    liquidatedBefore(
      protection.request,
      { own: ownLiquidation, venue: position.venueLiquidationPrice },
      position.markPrice,
    )
  const standing = own.filter((each) => each.state === 'believed' && at(each) === null)
  // Stops and take-profits wait on two sides of the price: the ones do not take from the others.
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

/** Whether the order closes the position when the price goes against it, as far as is known. */
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

/** Which of them do not find the contracts they are for when they fire, the one that fires first taking its own first. */
function fitting(
  stops: readonly Protection[],
  closable: Decimal | null,
  unknown: Decimal,
): ReadonlyMap<Protection, Verdict> {
  const firstFirst = stops.toSorted((a, b) => {
    const rising = a.request.triggerPrice.cmp(b.request.triggerPrice)
    return a.request.trigger === 'rise' ? rising : -rising
  })
  const fits = new Map<Protection, Verdict>()
  let left = closable
  for (const stop of firstFirst) {
    const { volume } = stop.request
    if (left === null) fits.set(stop, 'maybeLocked')
    else if (volume.lte(left)) left = left.minus(volume)
    // What no list shows may be held for the stop itself.
    else fits.set(stop, volume.lte(left.plus(unknown)) ? 'maybeLocked' : 'locked')
  }
  return fits
}

/**
 * An order does not tell the margin mode of what it closes, so of orders that may be another position's only what must be
 * this one's counts.
 */
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
  const unread = atLeastZero(pending.minus(covering).minus(waiting))
  const most = least(pending, covering.plus(unread))
  const surely = atLeastZero(least(pending.minus(waiting), covering))
  return { covering: surely, waiting: pending.minus(most), unknown: most.minus(surely) }
}

function pendingOf({ pendingCloseVolume }: Covered, { covering, waiting, unknown }: ClosingOrders): Decimal | null {
  return pendingCloseVolume && sum([covering, waiting, unknown])
}

function openVolume(orders: readonly Order[]): Decimal {
  return sum(orders.map(({ quantity, executed }) => atLeastZero(quantity.minus(executed))))
}

const least = (one: Decimal, other: Decimal): Decimal => (one.lte(other) ? one : other)
const atLeastZero = (amount: Decimal): Decimal => (amount.lt(0) ? ZERO : amount)
