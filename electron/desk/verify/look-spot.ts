/** Decides from the order itself what became of an order placed on Spot. It carries our id. */
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
  tentative,
  statusOf,
  tradedBy,
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
  // The list of open orders answers if the order cannot be looked up.
  const open = await read.openOrders('spot', instrument)
  if (!open.ok) return UNDECIDED
  const listed = open.value.list.find((one) => one.orderId === orderId || one.clientOrderId === clientOrderId)
  if (listed !== undefined) return judgeSpotOrder(listed, request)
  if (record.state === 'acknowledged') return tentative('unseen', PATIENCE_MS, askHuman(message('leg.spot.unseen')))
  if (order.error.kind === 'notFound' && open.value.whole) {
    return expired ? lookForTrades(request, look) : waiting(record)
  }
  // A venue that refuses the query will refuse it again. Any other failure may pass.
  if (order.error.outcome !== 'rejected') return UNDECIDED
  return tentative('refused', PATIENCE_MS, askHuman(message('leg.untold')))
}

/** The stamp of a request may be this far ahead of the venue's clock, ms. */
const SLACK_MS = 2_000

/** The venue time before which the order did not exist; null: unknown. */
function sentSince({ failure }: LegRecord): number | null {
  const sentAt = failure?.timestamp ?? null
  return sentAt === null ? null : sentAt - SLACK_MS
}

/**
 * The venue knows no order with our id. Venues forget ended orders, so only trades prove that it never existed: none on
 * its side since it was sent, in a list that reaches back that far.
 */
async function lookForTrades(request: SpotRequest, { record, read, isAnothers }: Look): Promise<Finding> {
  const since = sentSince(record)
  const trades = since === null ? null : await read.spotTrades(request.instrument, since)
  if (since === null || !trades?.ok || !trades.value.whole) return tentative('forgotten', PATIENCE_MS, FORGOTTEN)
  const wanted = request.kind === 'sell' ? 'sell' : request.side
  const isMaybeOurs = trades.value.list.some(
    ({ side, time, orderId }) => side === wanted && time >= since && (orderId === null || !isAnothers(orderId)),
  )
  if (isMaybeOurs) return tentative('traded', PATIENCE_MS, FORGOTTEN)
  return tentative('none', AGREEMENT_MS, { state: 'absent', executed: ZERO, detail: message('leg.spot.absent') })
}

/** What our order's own status says. Pure. */
export function judgeSpotOrder(order: Order, request: SpotRequest): Finding {
  const { orderId, status, executed } = order
  const part = { executed: amount(executed), quantity: amount(request.quantity) }
  const seen = { orderId, ...tradedBy(order) }
  if (!isTerminal(status)) {
    if (request.kind === 'place' && (status === 'new' || status === 'partially-filled')) {
      const detail = message('leg.spot.waits', { ...part, price: amount(request.price) })
      return known({ ...seen, state: 'working', detail })
    }
    const detail = message('leg.spot.stillOpen', { ...part, status: statusOf(order) })
    return tentative('open', PATIENCE_MS, askHuman(detail, seen))
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
