/** Open orders that lock part of a position, and what cancelling them frees. */
import { closesSide, pendingClose, type Position } from '../../domain/account.ts'
import { compare } from '../../domain/compare.ts'
import { sum, ZERO, type Decimal } from '../../domain/decimal.ts'
import type { Message } from '../../domain/message.ts'
import { remaining, type Order } from '../../domain/order.ts'
import { amount, message } from '../../words/message.ts'
import type { DeskFacts } from '../facts.ts'
import { isCancelable } from './cancel-legs.ts'
import { closable } from '../slice.ts'

/**
 * The facts, with the volume in closing orders computed from our order list where the venue's figure could not be read.
 */
export function withPending<T extends Pick<DeskFacts, 'positions' | 'orders'>>(facts: T): T {
  const { positions, orders } = facts
  if (positions?.every(({ pendingCloseVolume }) => pendingCloseVolume !== null) !== false) return facts
  return {
    ...facts,
    positions: positions.map((held) => ({ ...held, pendingCloseVolume: pendingClose(held, orders) })),
  }
}

/** Warns that the volume in closing orders was computed from the orders we know. */
export function pendingWarning({ contract, pendingCloseVolume, gaps }: Position): readonly Message[] {
  if (!gaps.some(({ field }) => field === 'pendingCloseVolume')) return []
  const known = message('plan.pendingOf', { volume: amount(pendingCloseVolume ?? ZERO), contract })
  return [message('plan.pendingUnread', { parts: [known] })]
}

/**
 * Cancelable open orders that lock part of `owned` (positions of one contract and side), sorted by id. Empty if they
 * may belong to another position: an order does not say whether it closes the cross or the isolated one.
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
  // No closing order of an unreadable position is cancelled: the order may be the only thing that closes the position.
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
 * The fewest orders of `locking` to cancel so that `wanted` contracts become closable. Orders already being cancelled
 * count first.
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
 * How many contracts each position of `owned` gets back once the orders `locking` are gone. With several positions,
 * each gets back everything it has locked; or nothing, if the orders do not account for all of it. A later look closes
 * the rest.
 */
export function freedBy(locking: readonly Order[], owned: readonly Position[]): (position: Position) => Decimal {
  const freed = sum(locking.map(remaining))
  if (owned.length === 1) return () => freed
  const explainsAll = freed.gte(sum(owned.map((held) => held.pendingCloseVolume ?? freed)))
  return ({ pendingCloseVolume }) => (explainsAll ? (pendingCloseVolume ?? freed) : ZERO)
}
