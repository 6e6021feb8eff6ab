/** How much of a position would be closed without us while the price goes against it: by stops, and by orders. Pure. */
import type { Protection } from '#shared/desk/plan.ts'
import type { Position } from '#shared/domain/account.ts'
import { decimal, sum, toFloat, type DecimalText, type Encoded } from '#shared/domain/decimal.ts'
import type { OpenOrders } from '#shared/domain/snapshot.ts'
import type { PositionRisk } from '#shared/risk/report.ts'
import { liquidatedFirst } from '../../ui/late-stop.ts'
import { closingOrdersOf, type ClosingOrders } from './closing-orders.ts'

/** A protective order placed from here. */
export interface Placed extends Encoded<Protection> {
  /** Where the position is liquidated before this one fires; null: it is not, as far as is known. */
  readonly liquidatedAt: DecimalText | null
}

export interface Cover {
  /** Share of the position, 0 to 1; null when it is not known. */
  readonly share: number | null
  /** Whether it may be more: some closing orders are not known. */
  readonly isAtLeast: boolean
  /** Protective orders of this position, stops first, newest first within. */
  readonly protections: readonly Placed[]
  readonly orders: ClosingOrders
}

/** What is known beside the position itself. */
export interface CoverSources {
  readonly protections: readonly Encoded<Protection>[]
  /** null before the first read. */
  readonly open: Encoded<OpenOrders> | null
  /** null while risk does not cover the position. */
  readonly risk: Encoded<PositionRisk> | null
}

/**
 * A take-profit covers nothing, nor does a closing order that waits for a better price: neither fires while the price
 * goes the wrong way. A stop beyond the liquidation price covers nothing either: the venue is there first.
 */
export function coverOf(position: Encoded<Position>, { protections: all, open, risk }: CoverSources): Cover {
  const protections = all
    .filter(({ request }) => request.positionKey === position.key)
    .toSorted((a, b) => purposeRank(a) - purposeRank(b) || b.placedAt - a.placedAt)
    .map((each) => ({ ...each, liquidatedAt: liquidatedFirst(each.request, position, risk) }))
  const orders = closingOrdersOf(position, open)
  const volume = decimal(position.volume)
  if (volume.lte(0)) return { share: null, isAtLeast: false, protections, orders }
  const stops = protections.filter(isCover)
  const covered = sum([orders.covering, ...stops.map(({ request }) => decimal(request.volume))])
  const isAtLeast = orders.unknown.gt(0) && covered.lt(volume)
  const share = isAtLeast && covered.isZero() ? null : Math.min(1, toFloat(covered.div(volume)))
  return { share, isAtLeast, protections, orders }
}

/** Whether the order closes the position when the price goes against it, as far as is known. */
export function isCover({ request, state, liquidatedAt }: Placed): boolean {
  return request.purpose === 'stopLoss' && state === 'believed' && liquidatedAt === null
}

const purposeRank = ({ request }: Encoded<Protection>): number => (request.purpose === 'stopLoss' ? 0 : 1)
