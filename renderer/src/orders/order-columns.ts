import { toFloat } from '#shared/domain/decimal.ts'
import { t } from '../kit/say.ts'
import type { Column } from '../kit/use-data-table.ts'
import * as cell from './order-cells.ts'
import { openValue, type OrderRow } from './order-rows.ts'

/** A column of figures, its head explained on hover. */
const figures = (
  id: 'distance' | 'quantity' | 'value' | 'age',
  width: number,
  more: Partial<Column<OrderRow>> = {},
): Column<OrderRow> => {
  const words = { header: t(`orders.column.${id}`), title: t(`orders.column.${id}Hint`) }
  return { id, ...words, width, align: 'end', ...more }
}

const sizeOf = (value: ReturnType<typeof openValue>): number | null => value && toFloat(value.amount)

export const orderColumns = (): readonly Column<OrderRow>[] => [
  { id: 'select', header: '', width: 32 },
  { id: 'instrument', header: t('orders.column.instrument'), width: 132, sort: ({ title }) => title },
  { id: 'action', header: t('orders.column.action'), width: 56, spare: 3, sort: ({ order }) => order.action },
  { id: 'side', header: t('kit.side'), width: 62, sort: ({ order }) => order.side },
  { id: 'type', header: t('orders.column.type'), width: 58, spare: 4, sort: ({ order }) => order.type },
  { id: 'price', header: t('orders.column.price'), width: 96, align: 'end', figure: cell.price },
  figures('distance', 74, { sort: ({ distance }) => distance && Math.abs(distance), figure: cell.distance }),
  figures('quantity', 106, { spare: 1, figure: cell.quantity }),
  { id: 'filled', header: t('orders.column.filled'), width: 74, align: 'end', spare: 5, figure: cell.filled },
  figures('value', 126, { spare: 6, sort: (row) => sizeOf(openValue(row)), figure: cell.value }),
  { id: 'status', header: t('orders.column.status'), width: 88, sort: ({ order }) => order.status },
  figures('age', 64, { spare: 2 }),
  { id: 'actions', header: '', width: 96, align: 'end' },
]
