/** What the open closing orders of a position do for it while the price goes against it. Pure. */
import { closesSide, type Position } from '#shared/domain/account.ts'
import { decimal, sum, ZERO, type Decimal, type Encoded } from '#shared/domain/decimal.ts'
import type { Order } from '#shared/domain/order.ts'
import type { OpenOrders } from '#shared/domain/snapshot.ts'

/** Contracts; together what the venue says is in closing orders. */
export interface ClosingOrders {
  /** At the mark or on the losing side of it, or at market. */
  readonly covering: Decimal
  /** At a price the mark has yet to reach on the winning side: they wait while the price goes the other way. */
  readonly waiting: Decimal
  /** One of the two: orders that were not read, or may be those of the other margin mode. */
  readonly unknown: Decimal
}

/**
 * An order does not tell the margin mode of what it closes, so of orders that may be another position's only what must
 * be this one's counts. `open`: null before the first read.
 */
export function closingOrdersOf(position: Encoded<Position>, open: Encoded<OpenOrders> | null): ClosingOrders {
  const { markPrice } = position
  const pending = decimal(position.pendingCloseVolume)
  const orders = markPrice === null ? [] : ordersThatClose(position, open)
  const isCovering = ({ price }: Encoded<Order>): boolean => {
    if (price === null || markPrice === null) return price === null
    const [limit, mark] = [decimal(price), decimal(markPrice)]
    return position.side === 'long' ? limit.lte(mark) : limit.gte(mark)
  }
  const covering = openVolume(orders.filter(isCovering))
  const waiting = openVolume(orders.filter((order) => !isCovering(order)))
  const unread = atLeastZero(pending.minus(covering).minus(waiting))
  const most = least(pending, covering.plus(unread))
  const surely = atLeastZero(least(pending.minus(waiting), covering))
  return { covering: surely, waiting: pending.minus(most), unknown: most.minus(surely) }
}

function ordersThatClose(position: Encoded<Position>, open: Encoded<OpenOrders> | null) {
  const scope = open?.scopes.find(({ area, instrument }) => area === 'contract' && instrument === position.contract)
  if (!open || !scope || scope.readAt === null || scope.failure !== null) return []
  return open.orders.filter((order) => closesSide(order, position))
}

function openVolume(orders: readonly Encoded<Order>[]): Decimal {
  return sum(orders.map(({ quantity, executed }) => atLeastZero(decimal(quantity).minus(executed))))
}

const least = (one: Decimal, other: Decimal): Decimal => (one.lte(other) ? one : other)
const atLeastZero = (amount: Decimal): Decimal => (amount.lt(0) ? ZERO : amount)
