/** Whether a closing order took effect, told from the order if it is known and from the position if not. */
import { closable } from '#shared/desk/compile.ts'
import type { LegRequest } from '#shared/desk/plan.ts'
import type { Position } from '#shared/domain/account.ts'
import { toText, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { isTerminal, type Order } from '#shared/domain/order.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import type { Before, LegRecord } from './entries.ts'
import { EXPIRY_MS } from './execute.ts'
import { AGREEMENT_MS, known, PATIENCE_MS, standing, UNDECIDED, type Finding } from './finding.ts'
import type { Reader, Reading } from './reads.ts'

export type CloseRequest = Extract<LegRequest, { kind: 'close' }>

/** What one moment shows of a position and the open orders of its contract; `orders` null when they were not read. */
export interface CloseSight {
  readonly closable: Decimal
  readonly pendingClose: Decimal
  readonly orders: readonly Order[] | null
}

/** What was read before a close is sent. */
export interface Holding {
  readonly positions: Reading<Position>
  /** Open orders of the contract; null if the account has no such position, and its contract is not known. */
  readonly orders: Result<Reading<Order>, Failure> | null
  /** null: not listed. */
  readonly held: Position | null
  readonly before: Before
}

/**
 * Reads what holds before a close is sent; `instrument` null: not known before the position is found. The orders may fail
 * to be read, the position may not: a close needs its size.
 */
export async function readBefore(
  positionKey: string,
  instrument: string | null,
  read: Reader,
): Promise<Result<Holding, Failure>> {
  const [positions, early] = await Promise.all([
    read.positions(),
    instrument === null ? null : read.openOrders('contract', instrument),
  ])
  if (!positions.ok) return positions
  const held = positions.value.list.find((position) => position.key === positionKey) ?? null
  const orders = early ?? (held && (await read.openOrders('contract', held.contract)))
  const before = {
    orderIds: orders?.ok && orders.value.whole ? orders.value.list.map((order) => order.orderId) : null,
    closable: held ? closable(held) : ZERO,
    pendingClose: held ? held.pendingCloseVolume : ZERO,
  }
  return ok({ positions: positions.value, orders, held, before })
}

/** Contracts held, locked or not. */
export function heldVolume({ closable, pendingClose }: Before): Decimal {
  return closable.plus(pendingClose)
}

/** Looks once. `expired`: the request can no longer take effect. */
export async function lookAtClose(
  request: CloseRequest,
  record: LegRecord,
  expired: boolean,
  read: Reader,
): Promise<Finding> {
  const order = record.orderId === null ? null : await read.order('contract', request.instrument, record.orderId)
  if (order?.ok) return judgeOrder(order.value, request)
  const sight = await sightClose(request, read)
  if (!sight.ok || record.before === null) return UNDECIDED
  return record.state === 'acknowledged'
    ? judgeAccepted(request, record.before, sight.value)
    : judgeUnanswered(request, record, sight.value, expired)
}

async function sightClose(request: CloseRequest, read: Reader): Promise<Result<CloseSight, null>> {
  const [positions, orders] = await Promise.all([read.positions(), read.openOrders('contract', request.instrument)])
  if (!positions.ok || !orders.ok || !orders.value.whole) return err(null)
  const position = findPosition(positions.value, request.positionKey)
  return position.ok ? ok({ ...position.value, orders: orders.value.list }) : err(null)
}

/** A position not listed is closed, if the list was whole. */
function findPosition(reading: Reading<Position>, key: string): Result<Omit<CloseSight, 'orders'>, null> {
  const found = reading.list.find((position) => position.key === key)
  if (found !== undefined) return ok({ closable: closable(found), pendingClose: found.pendingCloseVolume })
  return reading.whole ? ok({ closable: ZERO, pendingClose: ZERO }) : err(null)
}

/** Pure: our order was read; its own words decide. */
export function judgeOrder(order: Order, { volume }: CloseRequest): Finding {
  const { executed, status } = order
  if (!isTerminal(status)) {
    const detail = `The closing order is still open (${toText(executed)} of ${toText(volume)} done). Look at it on the venue's own site or app.`
    return standing('working', PATIENCE_MS, { state: 'needsHuman', executed, detail })
  }
  if (executed.gte(volume)) return known(closed(volume))
  if (executed.gt(0)) {
    const detail = `${toText(executed)} of ${toText(volume)} contracts closed; the rest of the order is ${status}.`
    return known({ state: 'partial', executed, detail })
  }
  return known({
    state: 'rejected',
    executed: ZERO,
    detail: `The venue ended the order (${status}) with nothing closed.`,
  })
}

function closed(volume: Decimal): Partial<LegRecord> {
  return { state: 'verified', executed: volume, detail: `${toText(volume)} contracts closed.` }
}

/**
 * Pure: the last leg of a plan closed all it was to close; it is done only if that was all there was. Reckoned from the
 * read it was sent after, so it comes out the same in a later run and however slowly the venue's position follows.
 */
export function tellRest(finding: Finding, { volume }: CloseRequest, before: Before | null): Finding {
  if (finding.kind !== 'known' || finding.change.state !== 'verified' || before === null) return finding
  const rest = heldVolume(before).minus(volume)
  if (rest.lte(0)) return finding
  const { pendingClose } = before
  const why = pendingClose.gt(0)
    ? `${toText(pendingClose)} locked in closing orders. Cancel those, then close again.`
    : 'Close again for the rest; what is smaller than the smallest order can not be closed.'
  const detail = `${toText(volume)} contracts closed; ${toText(rest)} of the position stay open: ${why}`
  return known({ ...finding.change, state: 'partial', detail })
}

type Effect = 'done' | 'working' | 'none' | 'other'

/**
 * What became of the closable volume. An order takes its volume out of it the moment it exists, filled or not, and the
 * fills of other closing orders do not move it; so it tells our order from theirs.
 */
function effect({ volume }: CloseRequest, before: Before, now: CloseSight): Effect {
  const taken = before.closable.minus(now.closable)
  if (taken.isZero()) return 'none'
  if (!taken.eq(volume)) return 'other'
  return now.pendingClose.gt(before.pendingClose) ? 'working' : 'done'
}

/** Pure: the venue accepted the order and does not tell its state. */
export function judgeAccepted(request: CloseRequest, before: Before, now: CloseSight): Finding {
  if (effect(request, before, now) === 'done') return known(closed(request.volume))
  const detail = `The venue accepted the order and does not show what became of it. ${evidence(before, now)}`
  return standing('unclear', PATIENCE_MS, { state: 'needsHuman', detail })
}

/** Pure: no answer came, and neither the order nor its id is known. */
export function judgeUnanswered(request: CloseRequest, record: LegRecord, now: CloseSight, expired: boolean): Finding {
  const { before } = record
  if (before === null) return UNDECIDED
  const matches = findOurs(request, record, before, now.orders)
  const [match] = matches
  if (match !== undefined && matches.length === 1) {
    return known({ state: 'acknowledged', orderId: match.orderId, detail: 'Found at the venue; checking.' })
  }
  const seen = matches.length > 1 ? 'other' : effect(request, before, now)
  if (seen === 'done') return known(closed(request.volume))
  if (seen === 'working')
    return known({ state: 'acknowledged', detail: 'The venue is working a closing order of this size.' })
  if (!expired) return UNDECIDED
  if (seen === 'none') {
    const detail =
      'It did not happen: the venue has no such order and the position is as before. Closing again is safe.'
    return standing('none', AGREEMENT_MS, { state: 'absent', executed: ZERO, detail })
  }
  const detail = `It can not be told whether this order took effect. ${evidence(before, now)}`
  return standing('other', AGREEMENT_MS, { state: 'needsHuman', detail })
}

/** New open orders that can be ours; exactly one where the venue echoes our id. */
function findOurs(
  request: CloseRequest,
  { expiresAt }: LegRecord,
  before: Before,
  orders: readonly Order[] | null,
): readonly Order[] {
  const own = orders?.filter((order) => order.clientOrderId === request.clientOrderId) ?? []
  if (own.length > 0 || orders === null || before.orderIds === null) return own
  const earlier = new Set(before.orderIds)
  const sentAt = expiresAt === null ? null : expiresAt - EXPIRY_MS
  return orders.filter(
    (order) =>
      !earlier.has(order.orderId) &&
      order.clientOrderId === null &&
      order.side === request.side &&
      order.action === 'close' &&
      order.quantity.eq(request.volume) &&
      (order.createdAt === null || sentAt === null || order.createdAt >= sentAt - 1_000),
  )
}

function evidence(before: Before, now: CloseSight): string {
  return (
    `Closable before ${toText(before.closable)}, now ${toText(now.closable)}; in closing orders before ` +
    `${toText(before.pendingClose)}, now ${toText(now.pendingClose)}. Compare with the venue's order history.`
  )
}
