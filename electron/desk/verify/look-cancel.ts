/** Whether a cancel took effect, told from the order itself. */
import type { CancelRequest } from '#shared/desk/plan.ts'
import { toText } from '#shared/domain/decimal.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { isTerminal, type Order } from '#shared/domain/order.ts'
import type { LegRecord } from '../log/entry.ts'
import { AGREEMENT_MS, known, PATIENCE_MS, standing, UNDECIDED, type Finding } from './evidence.ts'
import type { Reading, Reads } from '../plan/reader.ts'

/** What a cancel whose effect is not proven was answered. */
type Answered = 'accepted' | 'refused' | 'nothing'

function answered({ state, failure }: LegRecord): Answered {
  if (state === 'acknowledged') return 'accepted'
  return failure?.outcome === 'rejected' ? 'refused' : 'nothing'
}

/**
 * Looks once. `expired`: the request can no longer take effect, so an order that stays open was not cancelled by it.
 */
export async function lookAtCancel(
  request: CancelRequest,
  record: LegRecord,
  expired: boolean,
  read: Reads,
): Promise<Finding> {
  const order = await sight(request, read)
  if (order === 'unreadable') return UNDECIDED
  if (order === 'untold')
    return standing('untold', PATIENCE_MS, askHuman('The venue does not tell whether it has this order.'))
  return judgeCancel(order, answered(record), expired)
}

async function sight(
  { area, instrument, orderId }: CancelRequest,
  read: Reads,
): Promise<Order | 'gone' | 'unreadable' | 'untold'> {
  const order = await read.order(area, instrument, orderId)
  if (order.ok) return order.value
  // Venues forget orders that are done, and some do not answer this call at all; the list of open ones decides then.
  const open = await read.openOrders(area, instrument)
  // A venue that refuses both questions will refuse them again; any other failure may pass.
  if (!open.ok) return isRefused(order.error) && isRefused(open.error) ? 'untold' : 'unreadable'
  return open.value.list.find((other) => other.orderId === orderId) ?? (open.value.whole ? 'gone' : 'unreadable')
}

function isRefused({ outcome, kind }: Failure): boolean {
  return outcome === 'rejected' && kind !== 'rateLimited' && kind !== 'banned'
}

/**
 * Pure: what one list of the open orders of its instrument says of a cancel the venue accepted. That the order is still
 * in it, or that the list has gaps, says nothing: then the order itself is asked for.
 */
export function judgeByList({ orderId }: CancelRequest, record: LegRecord, { list, whole }: Reading<Order>): Finding {
  const isListed = list.some((order) => order.orderId === orderId)
  return whole && !isListed && answered(record) === 'accepted' ? judgeCancel('gone', 'accepted', false) : UNDECIDED
}

/** Pure: what the order's state says about the cancel. */
export function judgeCancel(order: Order | 'gone', was: Answered, expired: boolean): Finding {
  if (order === 'gone') {
    return was === 'accepted'
      ? known({ state: 'verified', detail: 'The venue accepted the cancel, and the order is no longer open.' })
      : known({
          state: 'alreadyGone',
          detail: 'The order is no longer open; whether it was cancelled or filled is not known.',
        })
  }
  if (isTerminal(order.status)) return known(ended(order, was))
  if (order.status === 'canceling') {
    if (was === 'nothing') return known({ state: 'acknowledged', detail: 'The venue is cancelling the order.' })
    return standing('canceling', PATIENCE_MS, askHuman('The venue has been cancelling the order for a minute.'))
  }
  if (order.status === 'unknown') {
    return standing(
      'unclear',
      PATIENCE_MS,
      askHuman('The venue reports a state of the order that Plimsoll does not know.'),
    )
  }
  switch (was) {
    case 'refused':
      return known({ state: 'rejected', detail: 'The venue refused the cancel; the order is still open.' })
    case 'accepted':
      return standing(
        'open',
        PATIENCE_MS,
        askHuman('The venue accepted the cancel a minute ago; the order is still open.'),
      )
    case 'nothing': {
      const detail = 'The cancel took no effect; the order is still open. Cancelling again is safe.'
      return expired ? standing('open', AGREEMENT_MS, { state: 'absent', detail }) : UNDECIDED
    }
  }
}

function ended({ status, executed, quantity }: Order, was: Answered): Partial<LegRecord> {
  if (status === 'filled') {
    return { state: 'alreadyGone', executed, detail: 'The order was filled before the cancel arrived.' }
  }
  const part = executed.gt(0) ? ` ${toText(executed)} of ${toText(quantity)} had been filled.` : ''
  return was === 'refused'
    ? { state: 'alreadyGone', executed, detail: `The order was ${status} already.${part}` }
    : { state: 'verified', executed, detail: `The order is ${status}.${part}` }
}

function askHuman(what: string): Partial<LegRecord> {
  return { state: 'needsHuman', detail: `${what} Look at it on the venue's own site or app.` }
}
