import { ok } from '#shared/domain/result.ts'
import type { SpotOrder } from '../exchange/account/sim-order.ts'
import { isKind, missing, readFields, paramText, type Params } from '../wire/request-params.ts'
import type { Answer } from './route.ts'
import { pairIn, readSpotTicket } from './spot-ticket.ts'

const MAX_BATCH = 10

/** Places up to ten independent orders. Returns the ids of the accepted ones, in order. */
export const batchOrders: Answer = (call) => {
  const { exchange, params, note } = call
  const entries = listOf(params, 'orders')
  if (!entries) return missing('orders')
  const tickets = entries.map((entry) => {
    const { batchType, client_order_id: clientId, ...rest } = (entry ?? {}) as Record<string, unknown>
    return readSpotTicket(call, { newClientOrderId: clientId, ...rest, symbol: params['symbol'], type: batchType })
  })
  const wrong = tickets.find((ticket) => !ticket.ok)
  if (wrong) return wrong
  const made: SpotOrder[] = []
  for (const ticket of tickets) {
    const placed = ticket.ok ? exchange.spot.place(ticket.value) : ticket
    if (!placed.ok) continue
    note(placed.value)
    made.push(placed.value)
  }
  return ok({ ids: made.map(({ orderId }) => orderId), clientIds: made.map((order) => order.clientOrderId ?? '') })
}

/** Cancels up to ten orders; "success" means accepted for cancellation. */
export const batchCancel: Answer = ({ exchange, dialect, params }) => {
  const read = readFields(params, { symbol: pairIn(exchange, dialect) })
  if (!read.ok) return read
  // The interface document calls the list orderId.
  const ids = listOf(params, 'orderIds') ?? listOf(params, 'orderId')
  if (!ids?.every((id) => isKind(id, dialect.cancelIds))) return missing('orderIds')
  const success: string[] = []
  const failed: string[] = []
  for (const id of ids.map((given) => paramText(given) ?? '')) {
    const order = exchange.spot.orders.get(id)
    const isDone = order?.spec === read.value.symbol && exchange.cancel(order).ok
    ;(isDone ? success : failed).push(id)
  }
  return ok({ success, failed })
}

/** A parameter that is a list of one to ten entries, or null. */
function listOf(params: Params, name: string): readonly unknown[] | null {
  const list = params[name]
  return Array.isArray(list) && list.length > 0 && list.length <= MAX_BATCH ? list : null
}
