/** Decides whether a closing order took effect: from the order if it is known, otherwise from the position. */
import { takesAtOnce, type CloseRequest } from '#shared/desk/plan.ts'
import type { Price } from '#shared/domain/amounts.ts'
import { toText, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import type { Message } from '#shared/domain/message.ts'
import { isTerminal, type Order, type OrderStatus } from '#shared/domain/order.ts'
import { amount, inARow, message } from '#shared/words/message.ts'
import { heldVolume } from '../plan/position-before.ts'
import { closedPart, effectOf } from './close-effect.ts'
import {
  findAlike,
  findOwn,
  isLater,
  ordersOf,
  reachOf,
  readCloseView,
  strayTrades,
  type CloseView,
} from './close-view.ts'
import type { BeforeClose, LegRecord } from '../log/entry.ts'
import {
  AGREEMENT_MS,
  known,
  PATIENCE_MS,
  tentative,
  statusOf,
  tradedBy,
  UNDECIDED,
  waiting,
  type Finding,
  type IsAnothers,
  type Look,
} from './evidence.ts'

/** Looks once. */
export async function lookAtClose(request: CloseRequest, look: Look): Promise<Finding> {
  const { record, expired, read, isAnothers } = look
  const { orderId, before } = record
  const order =
    orderId === null
      ? await read.orderOfClient('contract', request.instrument, request.clientOrderId, null)
      : await read.order('contract', request.instrument, orderId)
  // Only an order that echoes our id is certainly ours.
  const isOurs = order.ok && (orderId !== null || order.value.clientOrderId === request.clientOrderId)
  if (isOurs) return orderId === null ? foundOrder(order.value, request) : judgeOrder(order.value, request)
  if (before === null) return UNDECIDED
  const view = await readCloseView(request, before, read)
  if (view === null) return UNDECIDED
  // Some venues do not look an order up by its id, but do list it.
  const listed = orderId === null ? undefined : ordersOf(view).get(orderId)
  if (listed !== undefined) return judgeOrder(listed, request)
  if (record.state === 'acknowledged') return judgeAccepted(request, before, view, orderId, isAnothers)
  const finding = judgeUnanswered(request, before, view, expired, isAnothers)
  return finding.kind === 'undecided' ? waiting(record) : finding
}

/** States of an order that waits at its price. */
const RESTING: ReadonlySet<OrderStatus> = new Set(['new', 'partially-filled'])

/** States of an order that gave up what the order book could not fill. */
const GIVEN_UP: ReadonlySet<OrderStatus> = new Set(['canceled', 'expired'])

/** What our order's own status says. Pure. */
export function judgeOrder(order: Order, request: CloseRequest): Finding {
  const { volume, price, timeInForce } = request
  const { executed, status } = order
  const traded = tradedBy(order)
  const part = { executed: amount(executed), volume: amount(volume) }
  if (RESTING.has(status) && price !== null && timeInForce === 'rest') {
    const detail = message('leg.close.waits', { ...part, price: amount(price) })
    return known({ ...traded, state: 'working', detail })
  }
  if (!isTerminal(status)) {
    const detail = message('leg.close.stillOpen', part)
    return tentative('working', PATIENCE_MS, { ...traded, state: 'needsHuman', detail })
  }
  if (executed.gte(volume)) return known({ ...traded, ...closed(volume) })
  if (isCapped(request) && GIVEN_UP.has(status)) return known({ ...traded, ...closedInPart(request, executed) })
  if (executed.gt(0)) {
    const detail = message('leg.close.part', { ...part, status: statusOf(order) })
    return known({ ...traded, state: 'partial', detail })
  }
  const detail = message('leg.close.nothing', { status: statusOf(order) })
  return known({ state: 'rejected', executed: ZERO, detail })
}

function closed(volume: Decimal): Partial<LegRecord> {
  return { state: 'verified', executed: volume, detail: message('leg.close.done', { volume: amount(volume) }) }
}

/** A close that takes what the order book has up to its price and gives up the rest. */
type Capped = CloseRequest & { readonly price: Price }

export function isCapped(request: CloseRequest): request is Capped {
  return request.price !== null && request.timeInForce === 'IOC'
}

/** The order did what was asked: the order book did not have enough. */
function closedInPart({ volume, price }: Capped, executed: Decimal): Partial<LegRecord> {
  const asked = { volume: amount(volume), price: amount(price) }
  const closed = { executed: amount(executed), rest: amount(volume.minus(executed)) }
  const detail = executed.gt(0)
    ? message('leg.close.cappedPart', { ...asked, ...closed })
    : message('leg.close.cappedNothing', asked)
  return { state: 'partial', executed, detail }
}

/**
 * If a close was the last one of a position to be closed completely, it is done only if nothing of the position is
 * left. The rest is computed from the read before the close was sent. So a later run gets the same result, and a
 * lagging list does no harm. Pure.
 */
export function withRemainder(finding: Finding, { volume }: CloseRequest, before: BeforeClose | null): Finding {
  if (finding.kind !== 'known' || finding.change.state !== 'verified' || before === null) return finding
  if (before.isUnread === true) return finding
  const rest = heldVolume(before).minus(volume)
  if (rest.lte(0)) return finding
  const { pendingClose } = before
  const facts = { volume: amount(volume), rest: amount(rest) }
  const detail = pendingClose.gt(0)
    ? message('leg.close.restLocked', { ...facts, locked: amount(pendingClose) })
    : message('leg.close.restStays', facts)
  return known({ ...finding.change, state: 'partial', detail })
}

/** Judges by the position, because the venue accepted the order but does not report its state. Pure. */
export function judgeAccepted(
  request: CloseRequest,
  before: BeforeClose,
  now: CloseView,
  orderId: string | null,
  isAnothers: IsAnothers,
): Finding {
  const effect = effectOf(request, before, now)
  if (effect === 'done') return known(closed(request.volume))
  if (effect === 'working' && !takesAtOnce(request)) {
    return known({ state: 'working', detail: message('leg.close.workingUntold') })
  }
  const part = closedPart(request, orderId, before, now, isAnothers)
  if (part && isCapped(request)) return inPart(request, part)
  const detail = inARow([message('leg.close.unseen'), evidence(before, now)])
  return tentative('unclear', PATIENCE_MS, { state: 'needsHuman', detail })
}

/** The trades and the position agree, and both cannot lag in the same way. */
function inPart(request: Capped, part: Decimal): Finding {
  return tentative(`part ${toText(part)}`, AGREEMENT_MS, closedInPart(request, part))
}

/**
 * No answer came, and neither the order nor its id is known. While the request can still arrive, only an order with our
 * id is proof. A similar order, or a position smaller by the same amount, may be the work of someone else, and ours may
 * still come. Pure.
 */
export function judgeUnanswered(
  request: CloseRequest,
  before: BeforeClose,
  now: CloseView,
  expired: boolean,
  isAnothers: IsAnothers,
): Finding {
  const own = findOwn(request, now)
  if (own !== undefined) return foundOrder(own, request)
  if (!expired) return UNDECIDED
  const alike = findAlike(request, before, now, isAnothers)
  // An order that the lists do not show may be ours, and other orders may have changed the position since.
  if (alike.length > 1 || reachOf(now) === 'short') return undecidable(before, now, alike)
  const [only] = alike
  // The orders open before were not read, so only the time of this order shows whether it is new.
  if (only !== undefined && before.orderIds === null && !isLater(only, before)) return undecidable(before, now, alike)
  return only === undefined ? judgeByPosition(request, before, now, isAnothers) : foundOrder(only, request)
}

/** From now on the order's own status decides. The listed order comes first, if its status is conclusive. */
function foundOrder(order: Order, request: CloseRequest): Finding {
  const { orderId } = order
  const finding = judgeOrder(order, request)
  if (finding.kind === 'known') return known({ ...finding.change, orderId })
  return known({ state: 'acknowledged', orderId, detail: message('leg.close.found') })
}

/** No list shows an order that may be ours. The order is absent only if every list agrees. */
function judgeByPosition(request: CloseRequest, before: BeforeClose, now: CloseView, isAnothers: IsAnothers): Finding {
  const effect = effectOf(request, before, now)
  if (effect === 'done') return known(closed(request.volume))
  if (effect === 'working') return known({ state: 'acknowledged', detail: message('leg.close.working') })
  // Without the position, only whole lists prove that nothing happened.
  const isUnlisted = before.isUnread === true && reachOf(now) === 'whole'
  if ((effect === 'none' || isUnlisted) && strayTrades(request, before, now, isAnothers).length === 0) {
    return tentative('none', AGREEMENT_MS, { state: 'absent', executed: ZERO, detail: absence(request) })
  }
  const part = closedPart(request, null, before, now, isAnothers)
  return part && isCapped(request) ? inPart(request, part) : undecidable(before, now, [])
}

/** Leaves the decision to the trader. `alike`: orders that may be ours. */
function undecidable(before: BeforeClose, now: CloseView, alike: readonly Order[]): Finding {
  const orders = alike.map(({ orderId }) => orderId)
  const detail = inARow([
    message('leg.close.undecided'),
    ...(reachOf(now) === 'short' ? [message('leg.close.shortLists')] : []),
    ...(orders.length > 0 ? [message('leg.close.alike', { orders })] : []),
    evidence(before, now),
  ])
  return tentative('other', AGREEMENT_MS, { state: 'needsHuman', detail })
}

/** A capped order that found nothing in the order book at its price leaves no trace in the position either. */
function absence(request: CloseRequest): Message {
  return isCapped(request)
    ? message('leg.close.absentCapped', { price: amount(request.price) })
    : message('leg.close.absent')
}

function evidence(before: BeforeClose, now: CloseView): Message {
  if (before.isUnread === true) return message('leg.close.noEvidence')
  return message('leg.close.evidence', {
    closableBefore: amount(before.closable),
    closable: amount(now.closable),
    lockedBefore: amount(before.pendingClose),
    locked: amount(now.pendingClose),
  })
}
