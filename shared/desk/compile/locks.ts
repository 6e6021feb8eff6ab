/** Open orders that lock a part of a position, and what cancelling them frees. */
import { closesSide, pendingClose, type Position } from '../../domain/account.ts'
import { compare } from '../../domain/compare.ts'
import { sum, ZERO, type Decimal } from '../../domain/decimal.ts'
import type { Message } from '../../domain/message.ts'
import { remaining, type Order } from '../../domain/order.ts'
import { amount, message } from '../../words/message.ts'
import type { DeskFacts } from '../facts.ts'
import { isCancelable } from './cancel-legs.ts'
import { closable } from '../slice.ts'

/** The facts with what is in closing orders reckoned from the orders, where the venue's own word could not be read. */
export function withPending<T extends Pick<DeskFacts, 'positions' | 'orders'>>(facts: T): T {
  const { positions, orders } = facts
  if (positions?.every(({ pendingCloseVolume }) => pendingCloseVolume !== null) !== false) return facts
  return {
    ...facts,
    positions: positions.map((held) => ({ ...held, pendingCloseVolume: pendingClose(held, orders) })),
  }
}

/** What is said of a position whose closable part was reckoned so. */
export function pendingWarning({ contract, pendingCloseVolume, gaps }: Position): readonly Message[] {
  if (!gaps.some(({ field }) => field === 'pendingCloseVolume')) return []
  const known = message('plan.pendingOf', { volume: amount(pendingCloseVolume ?? ZERO), contract })
  return [message('plan.pendingUnread', { parts: [known] })]
}

/**
 * Open orders that lock part of `owned` (positions of one contract and side) and can be done away with; none where they
 * may be another's: an order does not say whether it closes the cross or the isolated position of its contract and side.
 * By their ids: the order they were listed in makes no difference.
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
  const pending = sum(owned.map((held) => pendingClose(held, orders)))
  // Of a position that can not be read a protective order is all that surely closes it.
  if (first === undefined || pending.lte(0) || owned.some(({ key }) => knownMs?.has(key))) return []
  const { contract, side } = first
  const closing = orders.filter((order) => closesSide(order, first)).toSorted((a, b) => compare(a.orderId, b.orderId))
  const loose = closing.filter(({ orderId }) => !stuck.includes(orderId))
  const ours = new Set(owned.map(({ key }) => key))
  const others = positions?.filter((held) => held.contract === contract && held.side === side && !ours.has(held.key))
  if (others?.length === 0 && isPartial !== true) return loose
  const areAllOurs =
    others?.every((held) => held.pendingCloseVolume?.isZero() === true) === true &&
    sum(closing.map(remaining)).eq(pending)
  return areAllOurs ? loose : []
}

/**
 * As many of `locking` as must go before `wanted` contracts are closable, those that lock most first: the fewest cancels.
 * What is being cancelled already counts first.
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
 * What each of `owned` gets back once `locking` are gone. Of several positions each gets all it has locked, or none where
 * the orders do not explain all of it: whose they are can not be told, and a later look closes the rest.
 */
export function freedBy(locking: readonly Order[], owned: readonly Position[]): (position: Position) => Decimal {
  const freed = sum(locking.map(remaining))
  if (owned.length === 1) return () => freed
  const explainsAll = freed.gte(sum(owned.map((held) => held.pendingCloseVolume ?? freed)))
  return ({ pendingCloseVolume }) => (explainsAll ? (pendingCloseVolume ?? freed) : ZERO)
}
