/** What each cell of the orders table says. */
import { toText, type Encoded } from '#shared/domain/decimal.ts'
import type { Pair } from '#shared/domain/instrument.ts'
import type { OrderStatus } from '#shared/domain/order.ts'
import { formatAmount, formatMoney, formatPercent, formatPrice, NOT_APPLICABLE, UNKNOWN } from '../kit/format.ts'
import { matchesWords } from '../kit/matches-words.ts'
import { t } from '../kit/say.ts'
import { openValue, type OrderRow } from './order-rows.ts'

/** `unknown`: a state of the venue that we do not know; it never counts as final. */
const STATUS = {
  new: { code: 'orders.status.new', tone: '' },
  'partially-filled': { code: 'orders.status.partlyFilled', tone: '' },
  filled: { code: 'orders.status.filled', tone: '' },
  canceling: { code: 'orders.status.canceling', tone: 'amber' },
  canceled: { code: 'orders.status.canceled', tone: '' },
  rejected: { code: 'orders.status.rejected', tone: 'amber' },
  expired: { code: 'orders.status.expired', tone: '' },
  unknown: { code: 'orders.status.unknown', tone: 'amber' },
} as const satisfies Record<OrderStatus, unknown>

export const type = ({ order }: OrderRow): string => t(`orders.type.${order.type}`)
export const action = ({ order }: OrderRow): string =>
  order.action === null ? NOT_APPLICABLE : t(`orders.action.${order.action}`)

export function status({ order }: OrderRow) {
  const { code, tone } = STATUS[order.status]
  return { word: t(code), tone }
}

export function price({ order, instrument }: OrderRow): string {
  if (order.price === null) return order.type === 'market' ? t('orders.atMarket') : UNKNOWN
  const places = instrument?.pricePrecision ?? null
  return formatPrice(order.price, places === null ? {} : { places })
}

export function distance(row: OrderRow): string {
  if (row.order.price === null) return NOT_APPLICABLE
  return formatPercent(row.distance, { places: 1, sign: 'always' })
}

export function quantity({ order, instrument }: OrderRow): string {
  const volume = formatAmount(order.quantity)
  if (order.area === 'contract') return t('kit.volume', { volume })
  return instrument?.area === 'spot' ? `${volume} ${coinOf(order, instrument)}` : volume
}

export const filled = ({ order }: OrderRow): string => formatAmount(order.executed)

export function value(row: OrderRow): string {
  if (row.order.price === null) return NOT_APPLICABLE
  const open = openValue(row)
  return open === null ? UNKNOWN : formatMoney(toText(open.amount), open.coin)
}

/** A Spot market buy is placed in the coin it pays with. */
function coinOf({ type, side }: OrderRow['order'], { baseAsset, quoteAsset }: Encoded<Pair>): string {
  return type === 'market' && side === 'buy' ? quoteAsset : baseAsset
}

/** Whether the row has every word of `filter` in its instrument, side, action, type, status or id. */
export function matchesOrder(row: OrderRow, filter: string): boolean {
  const { area, instrument, side, action: does, type: kind, status: state, orderId } = row.order
  const shown = (): readonly string[] => [row.title, type(row), action(row), status(row).word]
  return matchesWords(() => [area, instrument, side, does, kind, state, orderId, ...shown()].join(' '), filter)
}
