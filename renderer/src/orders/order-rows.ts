/** Open orders as rows: an order with its instrument, the last price and the read it is from. Pure. */
import { decimal, toFloat, type Decimal, type DecimalText, type Encoded } from '#shared/domain/decimal.ts'
import { instrumentKey, instrumentName, type Instrument } from '#shared/domain/instrument.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { oldest } from '#shared/domain/oldest.ts'
import { memoise, memoiseByFacts } from '#shared/domain/memoise.ts'
import type { Order } from '#shared/domain/order.ts'
import type { OpenOrders } from '#shared/snapshot/snapshot.ts'
import type { QuoteReading } from '#shared/domain/quote.ts'
import { valueAt } from '#shared/risk/account/contract-pnl.ts'
import { instrumentTitle } from '#shared/words/instrument-words.ts'
import { keptRow, type KeptRow } from '../kit/kept-row.ts'
import { t } from '../kit/say.ts'
import type { Group } from '../kit/table-order.ts'
import type { Reading } from '#shared/snapshot/freshness.ts'
import { orderRowKey } from './order-keys.ts'

export interface OrderRow {
  readonly key: string
  /** The `instrumentKey` of its instrument. */
  readonly place: string
  /** The name of the instrument; the venue's identifier while it is not known. */
  readonly title: string
  readonly order: Encoded<Order>
  /** The read this row is from: each instrument is read on its own. */
  readonly reading: Reading
  readonly instrument: Encoded<Instrument> | null
  /** Newer lists may hide it; null: the newest list shows it. */
  readonly kept: KeptRow | null
  /** price / last - 1; null without a limit price or a quote. */
  readonly distance: number | null
}

/** The row of an order stays the same object until something in it changes, so the table does not redraw it. */
export function orderRows(
  { orders, scopes }: Encoded<OpenOrders>,
  quotes: readonly Encoded<QuoteReading>[],
  instruments: readonly Encoded<Instrument>[],
  expectEveryMs: number | null,
): OrderRow[] {
  const lastOf = new Map(quotes.map(({ area, instrument, last }) => [instrumentKey(area, instrument), last]))
  const instrumentOf = byPlace(instruments)
  const failureOf = new Map(scopes.map(({ area, instrument, failure }) => [instrumentKey(area, instrument), failure]))
  return orders.map((order) => {
    const place = instrumentKey(order.area, order.instrument)
    // A kept row has words, which depend on the language, so it is made anew each time.
    const kept = order.isKept === true ? keptRow({ keptFrom: order.readAt }) : null
    const failure = failureOf.get(place) ?? null
    return orderRow(order, instrumentOf.get(place) ?? null, lastOf.get(place) ?? null, expectEveryMs, failure, kept)
  })
}

const byPlace = memoise(
  (instruments: readonly Encoded<Instrument>[]) =>
    new Map(instruments.map((each) => [instrumentKey(each.area, instrumentName(each)), each])),
)

const orderRow = memoiseByFacts(
  (
    order: Encoded<OpenOrders>['orders'][number],
    instrument: Encoded<Instrument> | null,
    last: DecimalText | null,
    expectEveryMs: number | null,
    failure: Failure | null,
    kept: KeptRow | null,
  ): OrderRow => {
    const place = instrumentKey(order.area, order.instrument)
    return {
      key: orderRowKey(order),
      place,
      title: instrument ? instrumentTitle(instrument) : order.instrument,
      order,
      reading: { readAt: order.readAt, expectEveryMs, failure },
      instrument,
      kept,
      distance: distanceOf(order.price, last),
    }
  },
)

function distanceOf(price: DecimalText | null, last: DecimalText | null): number | null {
  if (price === null || last === null) return null
  const of = decimal(last)
  return of.gt(0) ? toFloat(decimal(price)) / toFloat(of) - 1 : null
}

/** The value of its open part at its own price; null for a market order or an unknown instrument. */
export function openValue({ order, instrument }: OrderRow): { readonly amount: Decimal; readonly coin: string } | null {
  if (order.price === null || instrument === null) return null
  const price = decimal(order.price)
  const open = decimal(order.quantity).minus(order.executed)
  if (instrument.area === 'spot') return { amount: open.times(price), coin: instrument.quoteAsset }
  if (instrument.multiplier === null) return null
  const size = open.times(instrument.multiplier)
  const { direction, marginCoin } = instrument
  return { amount: valueAt({ direction, size }, price), coin: marginCoin }
}

/** Protective orders stand apart: cancelling one leaves a position without it. */
export const orderGroups = (): readonly Group[] => [
  { id: 'open', title: t('orders.group.open') },
  { id: 'close', title: t('orders.group.close'), note: t('orders.group.closeNote') },
  { id: 'spot', title: t('orders.group.spot') },
]

export function groupOf({ order }: OrderRow): string {
  return order.area === 'spot' ? 'spot' : (order.action ?? 'open')
}

/** How complete the list is: open orders are read instrument by instrument. */
export function coverageOf({ orders, scopes }: Encoded<OpenOrders>) {
  const reads = scopes.map(({ readAt }) => readAt).filter((readAt) => readAt !== null)
  return {
    orders: orders.length,
    read: reads.length,
    scopes: scopes.length,
    /** Main's monotonic ms; null without any. */
    oldest: oldest(reads),
    failed: scopes.filter(({ failure }) => failure !== null),
    /** Instruments with more orders than the venue lists at once. */
    cut: scopes.filter(({ isCut }) => isCut === true).map(({ instrument }) => instrument),
  }
}
