/** Reads a position before a closing order is sent, so that later reads can be compared with it. */
import { closable } from '#shared/desk/slice.ts'
import { closingVolume, pendingClose, type Position } from '#shared/domain/account.ts'
import { ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { isTerminal, type Order, type OrderSide } from '#shared/domain/order.ts'
import { ok } from '#shared/domain/result.ts'
import type { BeforeClose } from '../log/entry.ts'
import type { InTime } from './patience.ts'
import type { Reading, Reads } from './reader.ts'

/** The order side that makes a position larger. */
const OPENING_SIDE: { readonly [S in Position['side']]: OrderSide } = { long: 'buy', short: 'sell' }

export interface PositionRead {
  /** Whether a position that is not listed is known not to exist. */
  readonly isWhole: boolean
  /** null: not listed. */
  readonly held: Position | null
  /** Other positions on the same contract. */
  readonly others: readonly Position[]
  readonly before: BeforeClose
}

/**
 * Reads the position for an exit that is sent next. A late answer counts as not read. `unread`: what is known without
 * the position; only orders and fills then show the outcome of a close. `orders`: the open ones of its contract; null:
 * they could not be read whole, or are listed under another name.
 */
export async function readBefore(positionKey: string, instrument: string, read: Reads, inTime: InTime) {
  const at = read.now()
  const [positions, orders] = await Promise.all([
    inTime(read.positions()),
    inTime(read.openOrders('contract', instrument)),
  ])
  const open = orders.ok ? orders.value : null
  const unread: BeforeClose = { ...beforeOf(null, open, at), isUnread: true }
  const whole = open?.whole === true && !open.others?.length ? open.list : null
  const known = { unread, orders: whole }
  if (!positions.ok) return { position: positions, ...known }
  const held = positions.value.list.find((position) => position.key === positionKey) ?? null
  const others = positions.value.list.filter(({ key, contract }) => contract === instrument && key !== positionKey)
  const isOnly = others.every(({ side }) => side !== held?.side)
  const before = beforeOf(held, open, at, isOnly)
  const position: PositionRead = { isWhole: positions.value.whole, held, others, before }
  return { position: ok(position), ...known }
}

/** What is known of a position before a close that is sent without a read. */
export function nothingRead(at: number | null): BeforeClose {
  return { ...beforeOf(null, null, at), isUnread: true }
}

/** `at`: venue time when the reads began. `isOnly`: the contract has no other position on that side. */
function beforeOf(
  held: Position | null,
  orders: Reading<Order> | null,
  at: number | null,
  isOnly = false,
): BeforeClose {
  const open = orders?.whole ? orders.list.filter((order) => !isTerminal(order.status)) : null
  const filledOf = (does: Order['action']): BeforeClose['opening'] =>
    (open ?? [])
      .filter(({ action, side }) => action === does && held && (side === OPENING_SIDE[held.side]) === (does === 'open'))
      .map(({ orderId, executed }) => ({ orderId, executed }))
  // If the venue's own figure could not be read, the orders show what they lock.
  const pending = held && pendingClose(held, open ?? [])
  const unexplained = held && pending?.minus(closingVolume(held, open ?? []))
  return {
    at,
    orderIds: open?.map((order) => order.orderId) ?? null,
    opening: filledOf('open'),
    ...(isOnly && open !== null && { closing: filledOf('close') }),
    closable: held ? closable({ ...held, pendingCloseVolume: pending }) : ZERO,
    pendingClose: pending ?? ZERO,
    ...(unexplained?.gt(0) === true && { unexplained }),
  }
}

/** Contracts held, locked or not. */
export function heldVolume({ closable, pendingClose }: BeforeClose): Decimal {
  return closable.plus(pendingClose)
}
