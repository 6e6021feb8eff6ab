import { err, ok } from '#shared/domain/result.ts'
import { refusal } from '../account/refusal.ts'
import type { Params } from './fields.ts'
import type { Answer } from './route.ts'
import { pairIn, readSpotTicket } from './spot-ticket.ts'
import { bareId } from './wire.ts'

const MAX_BATCH = 10

/** Places up to ten orders, each on its own: the ids of those that were accepted come back, in order. */
export const batchOrders: Answer = ({ exchange, params, note }) => {
  const entries = listOf(params, 'orders')
  if (!entries) return err(refusal(-1102, 'Parameter: orders.'))
  const tickets = entries.map((entry) => {
    const { batchType, client_order_id: clientId, ...rest } = entry as Record<string, unknown>
    return readSpotTicket(exchange, { ...rest, symbol: params['symbol'], type: batchType, newClientOrderId: clientId })
  })
  const wrong = tickets.find((ticket) => !ticket.ok)
  if (wrong) return wrong
  const ids: string[] = []
  for (const ticket of tickets) {
    const placed = ticket.ok ? exchange.spot.place(ticket.value) : ticket
    if (!placed.ok) continue
    note(placed.value)
    ids.push(placed.value.orderId)
  }
  return ok({ ids: ids.map(bareId), idsString: ids })
}

/** Cancels up to ten orders; "success" means accepted for cancellation. */
export const batchCancel: Answer = ({ exchange, params }) => {
  const pair = pairIn(exchange)(typeof params['symbol'] === 'string' ? params['symbol'] : undefined, 'symbol')
  if (!pair.ok) return pair
  const ids = listOf(params, 'orderIds')
  if (!ids) return err(refusal(-1102, 'Parameter: orderIds.'))
  const success: string[] = []
  const failed: string[] = []
  for (const id of ids.map(String)) {
    const order = exchange.spot.orders.get(id)
    const isDone = order?.spec === pair.value && exchange.cancel(order).ok
    ;(isDone ? success : failed).push(id)
  }
  return ok({ success: success.map(bareId), failed: failed.map((id) => (/^\d+$/.test(id) ? bareId(id) : id)) })
}

/** A parameter that is a list of one to ten entries, or null. */
function listOf(params: Params, name: string): readonly unknown[] | null {
  const list = params[name]
  return Array.isArray(list) && list.length > 0 && list.length <= MAX_BATCH ? list : null
}
