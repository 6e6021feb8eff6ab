import { CLOSED_SIDE, type PositionSide } from '#shared/domain/account.ts'
import { sum, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { remaining, type Order } from '#shared/domain/order.ts'
import { liveOrders, opensSide } from '#shared/risk/account/open-orders.ts'

/** The position in one contract by side, in contracts, both margin modes together. */
type Held = Readonly<Record<PositionSide, Decimal>>

/**
 * The live orders that have filled when the price is `price`: buys at or above it, sells at or below it, and every
 * market order.
 */
export function filledAt<T extends Order>(orders: readonly T[], price: Decimal): T[] {
  return liveOrders(orders).filter(({ side, price: limit }) => {
    if (!limit) return true
    return side === 'buy' ? limit.gte(price) : limit.lte(price)
  })
}

/** The position after all of these orders filled. A closing order closes at most the position. */
export function heldAfter(held: Held, orders: readonly Order[]): Held {
  const after = (side: PositionSide): Decimal => {
    const opened = sum(orders.filter((order) => opensSide(order) === side).map(remaining))
    const closing = orders.filter((order) => order.action === 'close' && CLOSED_SIDE[order.side] === side)
    const closed = sum(closing.map(remaining))
    const left = held[side].plus(opened).minus(closed)
    return left.lt(0) ? ZERO : left
  }
  return { long: after('long'), short: after('short') }
}
