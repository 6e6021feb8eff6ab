/** Decides from the order itself whether a cancel took effect. */
import type { CancelRequest } from '#shared/desk/plan.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { isTerminal, remaining, type Order } from '#shared/domain/order.ts'
import { amount, message } from '#shared/words/message.ts'
import type { LegRecord } from '../log/entry.ts'
import {
  AGREEMENT_MS,
  known,
  PATIENCE_MS,
  tentative,
  statusOf,
  tradedBy,
  UNDECIDED,
  type Finding,
  type Look,
} from './evidence.ts'
import type { Reading, Reads } from '../plan/reader.ts'

/** The venue's answer to a cancel whose effect is unproven. */
type Answered = 'accepted' | 'refused' | 'nothing'

function answered({ state, failure }: LegRecord): Answered {
  if (state === 'acknowledged') return 'accepted'
  return failure?.outcome === 'rejected' ? 'refused' : 'nothing'
}

/** Looks once. An order still open after the request has expired was not cancelled by it. */
export async function lookAtCancel(
  request: CancelRequest,
  { record, expired, read }: Omit<Look, 'isAnothers'>,
): Promise<Finding> {
  const order = await readState(request, read)
  if (order === 'unreadable') return UNDECIDED
  if (order === 'notStated') return tentative('notStated', PATIENCE_MS, askHuman('leg.untold'))
  return judgeCancel(order, answered(record), expired)
}

async function readState(
  { area, instrument, orderId }: CancelRequest,
  read: Reads,
): Promise<Order | 'gone' | 'unreadable' | 'notStated'> {
  const order = await read.order(area, instrument, orderId)
  if (order.ok) return order.value
  // Venues forget ended orders, and some do not support this call. Then the list of open orders decides.
  const open = await read.openOrders(area, instrument)
  // A venue that refuses both queries will refuse them again. Any other failure may pass.
  if (!open.ok) return isRefused(order.error) && isRefused(open.error) ? 'notStated' : 'unreadable'
  return open.value.list.find((other) => other.orderId === orderId) ?? (open.value.whole ? 'gone' : 'unreadable')
}

function isRefused({ outcome, kind }: Failure): boolean {
  return outcome === 'rejected' && kind !== 'rateLimited' && kind !== 'banned'
}

/**
 * What one list of the instrument's open orders says about an accepted cancel. If the order is still listed, or the
 * list has gaps, that proves nothing, and the order itself is read next. Pure.
 */
export function judgeByList({ orderId }: CancelRequest, record: LegRecord, { list, whole }: Reading<Order>): Finding {
  const isListed = list.some((order) => order.orderId === orderId)
  return whole && !isListed && answered(record) === 'accepted' ? judgeCancel('gone', 'accepted', false) : UNDECIDED
}

/** What the order's state says about the cancel. Pure. */
export function judgeCancel(order: Order | 'gone', was: Answered, expired: boolean): Finding {
  if (order === 'gone') {
    return was === 'accepted'
      ? known({ state: 'verified', detail: message('leg.cancel.done') })
      : known({ state: 'alreadyGone', detail: message('leg.cancel.gone') })
  }
  if (isTerminal(order.status)) return known(ended(order, was))
  if (order.status === 'canceling') {
    if (was === 'nothing') return known({ state: 'acknowledged', detail: message('leg.cancel.underWay') })
    return tentative('canceling', PATIENCE_MS, askHuman('leg.cancel.slow'))
  }
  if (order.status === 'unknown') return tentative('unclear', PATIENCE_MS, askHuman('leg.cancel.unclear'))
  switch (was) {
    case 'refused':
      return known({ state: 'rejected', detail: message('leg.cancel.refused') })
    case 'accepted':
      return tentative('open', PATIENCE_MS, askHuman('leg.cancel.stillOpen'))
    case 'nothing':
      return expired
        ? tentative('open', AGREEMENT_MS, { state: 'absent', detail: message('leg.cancel.noEffect') })
        : UNDECIDED
  }
}

function ended(order: Order, was: Answered): Partial<LegRecord> {
  const { executed, quantity } = order
  if (order.status === 'filled')
    return { ...tradedBy(order), state: 'alreadyGone', detail: message('leg.cancel.filled') }
  const isRefused = was === 'refused'
  const status = statusOf(order)
  const detail = executed.gt(0)
    ? message(isRefused ? 'leg.cancel.endedBeforePart' : 'leg.cancel.endedPart', {
        status,
        executed: amount(executed),
        quantity: amount(quantity),
      })
    : message(isRefused ? 'leg.cancel.endedBefore' : 'leg.cancel.ended', { status })
  return { ...tradedBy(order), ...unlockedBy(order), state: isRefused ? 'alreadyGone' : 'verified', detail }
}

/** The contracts that a closing order set free when it ended: its unfilled part. */
function unlockedBy(order: Order): Pick<LegRecord, 'freed'> {
  return order.action === 'close' ? { freed: { side: order.side, volume: remaining(order) } } : {}
}

function askHuman(code: 'leg.untold' | `leg.cancel.${'slow' | 'unclear' | 'stillOpen'}`): Partial<LegRecord> {
  return { state: 'needsHuman', detail: message(code) }
}
