/** What became of an order placed on Spot: it has an id of ours, so the order itself always tells. */
import type { PlaceRequest, SellRequest } from '#shared/desk/plan.ts'
import { ZERO } from '#shared/domain/decimal.ts'
import type { Message } from '#shared/domain/message.ts'
import { isTerminal, type Order } from '#shared/domain/order.ts'
import { amount, message } from '#shared/words/message.ts'
import type { LegRecord } from '../log/entry.ts'
import {
  AGREEMENT_MS,
  known,
  PATIENCE_MS,
  standing,
  statusOf,
  UNDECIDED,
  waiting,
  type Finding,
  type Look,
} from './evidence.ts'

type SpotRequest = SellRequest | PlaceRequest

/** Looks once. */
export async function lookAtSpotOrder(request: SpotRequest, look: Look): Promise<Finding> {
  const { instrument, clientOrderId } = request
  const { record, expired, read } = look
  const { orderId } = record
  const order =
    orderId === null
      ? await read.orderOfClient('spot', instrument, clientOrderId, sentSince(record))
      : await read.order('spot', instrument, orderId)
  if (order.ok) return judgeSpotOrder(order.value, request)
  // The list of open ones answers where the order can not be asked for.
  const open = await read.openOrders('spot', instrument)
  if (!open.ok) return UNDECIDED
  const listed = open.value.list.find((one) => one.orderId === orderId || one.clientOrderId === clientOrderId)
  if (listed !== undefined) return judgeSpotOrder(listed, request)
  if (record.state === 'acknowledged') return standing('unseen', PATIENCE_MS, askHuman(message('leg.spot.unseen')))
  if (order.error.kind === 'notFound' && open.value.whole) {
    return expired ? lookForTrades(request, look) : waiting(record)
  }
  // A venue that refuses the question will refuse it again; any other failure may pass.
  if (order.error.outcome !== 'rejected') return UNDECIDED
  return standing('refused', PATIENCE_MS, askHuman(message('leg.untold')))
}

/** Requests may be stamped this much before the venue's clock shows the same, ms. */
const SLACK_MS = 2_000

/** Before this moment, venue time, it was not there; null: not known. */
function sentSince({ failure }: LegRecord): number | null {
  const sentAt = failure?.timestamp ?? null
  return sentAt === null ? null : sentAt - SLACK_MS
}

/**
 * The venue knows no order with our id. Venues forget orders that have ended, so only trades tell whether it ever was
 * there: none of its side since it was sent, in a list that reaches back that far.
 */
async function lookForTrades(request: SpotRequest, { record, read, isAnothers }: Look): Promise<Finding> {
  const since = sentSince(record)
  const trades = since === null ? null : await read.spotTrades(request.instrument, since)
  if (since === null || !trades?.ok || !trades.value.whole) return standing('forgotten', PATIENCE_MS, FORGOTTEN)
  const wanted = request.kind === 'sell' ? 'sell' : request.side
  const isMaybeOurs = trades.value.list.some(
    ({ side, time, orderId }) => side === wanted && time >= since && (orderId === null || !isAnothers(orderId)),
  )
  if (isMaybeOurs) return standing('traded', PATIENCE_MS, FORGOTTEN)
  return standing('none', AGREEMENT_MS, { state: 'absent', executed: ZERO, detail: message('leg.spot.absent') })
}

/** Pure: what our order's own status says. */
export function judgeSpotOrder(order: Order, request: SpotRequest): Finding {
  const { orderId, status, executed } = order
  const part = { executed: amount(executed), quantity: amount(request.quantity) }
  const seen = { orderId, executed }
  if (!isTerminal(status)) {
    if (request.kind === 'place' && (status === 'new' || status === 'partially-filled')) {
      const detail = message('leg.spot.waits', { ...part, price: amount(request.price) })
      return known({ ...seen, state: 'working', detail })
    }
    const detail = message('leg.spot.stillOpen', { ...part, status: statusOf(order) })
    return standing('open', PATIENCE_MS, askHuman(detail, seen))
  }
  if (executed.gte(request.quantity)) {
    return known({ ...seen, state: 'verified', detail: message('leg.spot.done', part) })
  }
  return executed.gt(0)
    ? known({ ...seen, state: 'partial', detail: message('leg.spot.part', { ...part, status: statusOf(order) }) })
    : known({ ...seen, state: 'rejected', detail: message('leg.spot.nothing', { status: statusOf(order) }) })
}

const FORGOTTEN = askHuman(message('leg.spot.forgotten'))

function askHuman(detail: Message, seen: Partial<LegRecord> = {}): Partial<LegRecord> {
  return { ...seen, state: 'needsHuman', detail }
}
