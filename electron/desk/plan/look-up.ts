/** Whether the venue has an order that none of our lists shows. */
import type { OrderRef } from '#shared/desk/action.ts'
import type { Reads } from './reader.ts'

/** `unread`: the list could not be read whole, so it does not prove that the order is gone. */
export type Found = 'open' | 'gone' | 'unread'

/** By one read of the open orders of its instrument. */
export async function lookUp({ area, instrument, orderId }: OrderRef, read: Reads): Promise<Found> {
  const open = await read.openOrders(area, instrument)
  if (!open.ok) return 'unread'
  if (open.value.list.some((order) => order.orderId === orderId)) return 'open'
  return open.value.whole && open.value.isCut !== true ? 'gone' : 'unread'
}
