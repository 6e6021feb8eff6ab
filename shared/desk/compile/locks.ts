/** Open orders that lock a part of a position, and what cancelling them frees. */
import { closesSide, type Position } from '../../domain/account.ts'
import { compare } from '../../domain/compare.ts'
import { sum, ZERO, type Decimal } from '../../domain/decimal.ts'
import { remaining, type Order } from '../../domain/order.ts'
import type { DeskFacts } from '../facts.ts'
import { isCancelable } from './cancels.ts'
import { closable } from '../slice.ts'

/**
 * Open orders that lock part of `owned` (positions of one contract and side) and can be done away with; none where they
 * may be another's: an order does not say whether it closes the cross or the isolated position of its contract and
 * side. By their ids: the order they were listed in makes no difference.
 */
export function lockingOrders(
  owned: readonly Position[],
  {
    positions,
    isPartial,
    orders,
    stuck = [],
    knownMs,
  }: Pick<DeskFacts, 'positions' | 'isPartial' | 'orders' | 'stuck' | 'knownMs'>,
): readonly Order[] {
  const [first] = owned
  const pending = sum(owned.map((held) => held.pendingCloseVolume))
  // Of a position that can not be read a protective order is all that surely closes it.
  if (first === undefined || pending.lte(0) || knownMs !== undefined) return []
  const { contract, side } = first
  const closing = orders.filter((order) => closesSide(order, first)).toSorted((a, b) => compare(a.orderId, b.orderId))
  const loose = closing.filter(({ orderId }) => !stuck.includes(orderId))
  const ours = new Set(owned.map(({ key }) => key))
  const others = positions?.filter((held) => held.contract === contract && held.side === side && !ours.has(held.key))
  if (others?.length === 0 && isPartial !== true) return loose
  const areAllOurs =
    others?.every((held) => held.pendingCloseVolume.isZero()) === true && sum(closing.map(remaining)).eq(pending)
  return areAllOurs ? loose : []
}

/**
 * As many of `locking` as must go before `wanted` contracts are closable, those that lock most first: the fewest
 * cancels. What is being cancelled already counts first.
 */
export function enoughOf(locking: readonly Order[], position: Position, wanted: Decimal): readonly Order[] {
  const inOrder = locking.toSorted(
    (a, b) =>
      (isCancelable(a) ? 1 : 0) - (isCancelable(b) ? 1 : 0) ||
      remaining(b).cmp(remaining(a)) ||
      compare(a.orderId, b.orderId),
  )
  const enough: Order[] = []
  for (const order of inOrder) {
    if (closable(position, sum(enough.map(remaining))).gte(wanted)) break
    enough.push(order)
  }
  return enough
}

/**
 * What each of `owned` gets back once `locking` are gone. Of several positions each gets all it has locked, or none
 * where the orders do not explain all of it: whose they are can not be told, and a later look closes the rest.
 */
export function freedBy(locking: readonly Order[], owned: readonly Position[]): (position: Position) => Decimal {
  const freed = sum(locking.map(remaining))
  if (owned.length === 1) return () => freed
  const explainsAll = freed.gte(sum(owned.map((held) => held.pendingCloseVolume)))
  return ({ pendingCloseVolume }) => (explainsAll ? pendingCloseVolume : ZERO)
}
