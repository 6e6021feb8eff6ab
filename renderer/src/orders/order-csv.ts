/** The fields of an open order as CSV. Rates are fractions; order ids have more digits than a spreadsheet's numbers. */
import { toText } from '#shared/domain/decimal.ts'
import { isoTime, type CsvField } from '../kit/csv.ts'
import { openValue, type OrderRow } from './order-rows.ts'

function valueText(row: OrderRow): string | null {
  const value = openValue(row)
  return value && toText(value.amount)
}

export const ORDER_CSV: readonly CsvField<OrderRow>[] = [
  { name: 'area', of: ({ order }) => order.area },
  { name: 'instrument', of: ({ order }) => order.instrument },
  { name: 'order_id', of: ({ order }) => order.orderId },
  { name: 'client_order_id', of: ({ order }) => order.clientOrderId },
  { name: 'action', of: ({ order }) => order.action },
  { name: 'side', of: ({ order }) => order.side },
  { name: 'type', of: ({ order }) => order.type },
  { name: 'price', of: ({ order }) => order.price },
  { name: 'distance_to_last_price', of: ({ distance }) => distance },
  { name: 'quantity', of: ({ order }) => order.quantity },
  { name: 'executed', of: ({ order }) => order.executed },
  { name: 'average_price', of: ({ order }) => order.averagePrice },
  { name: 'open_value', of: valueText },
  { name: 'open_value_coin', of: (row) => openValue(row)?.coin },
  { name: 'status', of: ({ order }) => order.status },
  { name: 'created_at', of: ({ order }) => isoTime(order.createdAt) },
]
