import { toFloat } from '#shared/domain/decimal.ts'
import { t } from '../kit/say.ts'
import type { Column } from '../kit/use-data-table.ts'
import * as cell from './order-cells.ts'
import { openValue, type OrderRow } from './order-rows.ts'

export const orderColumns = (): readonly Column<OrderRow>[] => [
  { id: 'select', header: '', width: 32 },
  { id: 'instrument', header: t('orders.column.instrument'), width: 132, sort: ({ title }) => title },
  { id: 'action', header: t('orders.column.action'), width: 56, sort: ({ order }) => order.action },
  { id: 'side', header: t('orders.column.side'), width: 62, sort: ({ order }) => order.side },
  { id: 'type', header: t('orders.column.type'), width: 58, isSpare: true, sort: ({ order }) => order.type },
  { id: 'price', header: t('orders.column.price'), width: 96, align: 'end', figure: cell.price },
  {
    id: 'distance',
    header: t('orders.column.distance'),
    width: 74,
    align: 'end',
    title: t('orders.column.distanceHint'),
    sort: ({ distance }) => (distance === null ? null : Math.abs(distance)),
    figure: cell.distance,
  },
  {
    id: 'quantity',
    header: t('orders.column.quantity'),
    width: 106,
    align: 'end',
    title: t('orders.column.quantityHint'),
    figure: cell.quantity,
  },
  { id: 'filled', header: t('orders.column.filled'), width: 74, align: 'end', figure: cell.filled },
  {
    id: 'value',
    header: t('orders.column.value'),
    width: 126,
    align: 'end',
    title: t('orders.column.valueHint'),
    sort: (row) => {
      const value = openValue(row)
      return value && toFloat(value.amount)
    },
    figure: cell.value,
  },
  { id: 'age', header: t('orders.column.age'), width: 64, align: 'end', title: t('orders.column.ageHint') },
  { id: 'status', header: t('orders.column.status'), width: 88, sort: ({ order }) => order.status },
  { id: 'actions', header: '', width: 96, align: 'end' },
]
