/** The facts of an open order for its drawer, named, in reading order. Pure. */
import { fillsAgainst } from '#shared/desk/cover.ts'
import { lockOf } from '#shared/desk/conservation.ts'
import { CLOSED_SIDE } from '#shared/domain/account.ts'
import { decimal, notNegative, toFloat, toText, type DecimalText } from '#shared/domain/decimal.ts'
import { decodeOrder } from '#shared/domain/decode.ts'
import { remaining } from '#shared/domain/order.ts'
import type { Fact } from '../kit/FactList.vue'
import { formatAmount, formatMoment, formatPercent, formatPrice, NOT_APPLICABLE, UNKNOWN } from '../kit/format.ts'
import { t } from '../kit/say.ts'
import * as cell from './order-cells.ts'
import type { OrderRow } from './order-rows.ts'
import type { usePrices } from './use-prices.ts'

export function orderFacts(
  row: OrderRow,
  { quote, lastRead, markRead }: ReturnType<typeof usePrices>['value'],
): Readonly<Record<'price' | 'size' | 'order', readonly Fact[]>> {
  const { order, instrument } = row
  const price = (value: DecimalText | null): string => formatPrice(value, placesOf(row))
  const left = toText(notNegative(remaining(decodeOrder(order))))
  const mark: readonly Fact[] = [
    { name: t('kit.mark'), text: price(quote?.mark ?? null), reading: markRead },
    { name: t('orders.fact.toMark'), text: distance(order.price, quote?.mark ?? null) },
  ]
  return {
    price: [
      { name: t('orders.column.price'), text: cell.price(row) },
      { name: t('positions.fact.last'), text: price(quote?.last ?? null), reading: lastRead },
      { name: t('orders.column.distance'), text: cell.distance(row), title: t('orders.column.distanceHint') },
      ...(order.area === 'contract' ? mark : []),
    ],
    size: [
      { name: t('orders.column.quantity'), text: cell.quantity(row) },
      { name: t('orders.column.filled'), text: cell.filled(row) },
      // The quantity of a market buy is in the coin it pays with, its filled part is not.
      {
        name: t('orders.fact.left'),
        text: order.area === 'spot' && order.price === null ? UNKNOWN : formatAmount(left),
      },
      {
        name: t('orders.fact.average'),
        text: decimal(order.executed).isZero() ? NOT_APPLICABLE : price(order.averagePrice),
      },
      { name: t('orders.column.value'), text: cell.value(row), title: t('orders.column.valueHint') },
      { name: t('orders.fact.locks'), ...lockText(row) },
    ],
    order: [
      { name: t('orders.column.type'), text: cell.type(row) },
      { name: t('orders.column.status'), text: cell.status(row).word, tone: cell.status(row).tone },
      {
        name: t('orders.fact.placedAt'),
        text: order.createdAt === null ? UNKNOWN : formatMoment(order.createdAt),
        title: t('orders.fact.placedAtHint'),
      },
      ...(instrument && row.title !== order.instrument
        ? [{ name: t('orders.fact.symbol'), text: order.instrument }]
        : []),
    ],
  }
}

const placesOf = ({ instrument }: OrderRow) =>
  instrument?.pricePrecision == null ? { maxPlaces: 8 } : { places: instrument.pricePrecision }

export function distance(price: DecimalText | null, from: DecimalText | null): string {
  if (price === null) return NOT_APPLICABLE
  if (from === null || !decimal(from).gt(0)) return UNKNOWN
  return formatPercent(toFloat(decimal(price).div(from).minus(1)), { places: 1, sign: 'always' })
}

/** "0.5 BTC", "400 ct of the long": what the venue sets aside for it. */
function lockText({ order, instrument }: OrderRow): Pick<Fact, 'text' | 'title'> {
  const lock = lockOf(decodeOrder(order), instrument)
  if (lock === null) return { text: UNKNOWN, title: t('orders.fact.locksUnknown') }
  const { subject, amount } = lock
  if (subject.kind === 'margin')
    return { text: t('orders.fact.margin', { coin: subject.marginCoin }), title: t('orders.fact.marginHint') }
  const volume = formatAmount(amount && toText(amount))
  return subject.kind === 'position'
    ? { text: t(`orders.fact.locked.${subject.side}`, { volume }) }
    : { text: `${volume} ${subject.asset}` }
}

/** What the order does to the account once it fills, and whether it protects a position. */
export function orderMeaning({ order, instrument }: OrderRow, mark: DecimalText | null): string {
  if (order.area === 'spot') {
    if (instrument?.area !== 'spot') return t(`orders.does.${order.side}`)
    const { baseAsset: base, quoteAsset: quote } = instrument
    return t(`orders.does.spot.${order.side}`, { base, quote })
  }
  if (order.action === null) return t(`orders.does.${order.side}`)
  if (order.action === 'open') return t(`orders.does.open.${order.side}`)
  const side = CLOSED_SIDE[order.side]
  const protects = fillsAgainst({ price: decodeOrder(order).price }, side, mark === null ? null : decimal(mark))
  return t(`orders.does.close.${side}.${protects === null ? 'unknown' : protects ? 'protects' : 'profits'}`)
}
