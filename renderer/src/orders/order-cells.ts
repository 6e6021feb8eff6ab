/** What each cell of the orders table says. */
import { toText } from '#shared/domain/decimal.ts'
import type { OrderStatus, OrderType } from '#shared/domain/order.ts'
import { formatAmount, formatMoney, formatPercent, NOT_APPLICABLE, placesOf, UNKNOWN } from '../kit/format.ts'
import { openValue, type OrderRow } from './order-rows.ts'

const TYPE: Record<OrderType, string> = { limit: 'Limit', market: 'Market', other: 'Other' }

/** Venue's words are known or they are `unknown`; an unknown state is never taken for an end. */
const STATUS: Record<OrderStatus, { readonly word: string; readonly tone: '' | 'amber' }> = {
  new: { word: 'Open', tone: '' },
  'partially-filled': { word: 'Part filled', tone: '' },
  filled: { word: 'Filled', tone: '' },
  canceling: { word: 'Cancelling', tone: 'amber' },
  canceled: { word: 'Cancelled', tone: '' },
  rejected: { word: 'Rejected', tone: 'amber' },
  expired: { word: 'Expired', tone: '' },
  unknown: { word: 'Unknown', tone: 'amber' },
}

export const type = ({ order }: OrderRow): string => TYPE[order.type]
export const status = ({ order }: OrderRow) => STATUS[order.status]
export const action = ({ order }: OrderRow): string => order.action?.toUpperCase() ?? NOT_APPLICABLE

export function price({ order, instrument }: OrderRow): string {
  if (order.price === null) return order.type === 'market' ? 'market' : UNKNOWN
  const places = instrument?.pricePrecision ?? null
  return formatAmount(order.price, places === null ? {} : { places })
}

export function distance(row: OrderRow): string {
  if (row.order.price === null) return NOT_APPLICABLE
  return formatPercent(row.distance, { places: 1, sign: 'always' })
}

export const quantity = (row: OrderRow): string => `${formatAmount(row.order.quantity)} ${unit(row)}`

export const filled = ({ order }: OrderRow): string => formatAmount(order.executed)

export function value(row: OrderRow): string {
  if (row.order.price === null) return NOT_APPLICABLE
  const open = openValue(row)
  return open === null ? UNKNOWN : formatMoney(toText(open.amount), open.coin, { places: placesOf(open.coin) })
}

/** A Spot market buy is placed in the coin it pays with. */
function unit({ order, instrument }: OrderRow): string {
  if (order.area === 'contract') return 'ct'
  if (instrument?.area !== 'spot') return ''
  return order.type === 'market' && order.side === 'buy' ? instrument.quoteAsset : instrument.baseAsset
}
