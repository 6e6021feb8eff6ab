/** The pairs of Binance-style Spot, which puts order limits in filters. */
import { parseDecimal } from '#shared/domain/decimal.ts'
import type { Pair } from '#shared/domain/instrument.ts'
import { message } from '#shared/words/message.ts'
import type { Json } from '../json/reader.ts'
import { isObject } from '../http/envelopes.ts'
import { readEach, type Quarantine } from './read-list.ts'
import { Unreadable, integer, list, name, optionalPrice, optionalText, row, type Row } from './fields.ts'

/** No instrument has more decimal places. */
const MAX_PRECISION = 30

export function decodeExchangeInfo(reply: Json, quarantine: Quarantine): readonly Pair[] {
  return readEach(list(row(reply, 'exchangeInfo'), 'symbols'), quarantine, decodePair, (pair) => pair.symbol)
}

function decodePair(entry: Row): Pair {
  const [prices, sizes] = [filterOf(entry, 'PRICE_FILTER'), filterOf(entry, 'LOT_SIZE')]
  const maxSell = optionalPrice(sizes, 'maxQty')
  return {
    area: 'spot',
    symbol: name(entry, 'symbol'),
    // Lower case here, upper case everywhere else.
    baseAsset: name(entry, 'baseAsset').toUpperCase(),
    quoteAsset: name(entry, 'quoteAsset').toUpperCase(),
    pricePrecision: digitsOf(prices, 'priceScale', 'tickSize'),
    quantityPrecision: digitsOf(sizes, 'volumeScale', 'stepSize'),
    minMarketSell: optionalPrice(sizes, 'minQty'),
    ...(maxSell && { maxSell }),
    makerFee: null,
    takerFee: null,
  }
}

/** The filter of one type. An entry without it cannot be read. */
function filterOf(entry: Row, sort: string): Row {
  const { path, items } = list(entry, 'filters')
  const index = items.findIndex((item) => isObject(item) && item.get('filterType') === sort)
  if (index === -1) throw new Unreadable(path, message('expected.only', { what: message('expected.filter', { sort }) }))
  return row(items[index] ?? null, `${path}[${String(index)}]`)
}

/** Decimal places: as given, or those of the smallest step. */
function digitsOf(filter: Row, scale: string, step: string): number {
  if (filter.object.find(scale) !== -1) return integer(filter, MAX_PRECISION, scale)
  const size = parseDecimal(optionalText(filter, step) ?? '')
  if (!size?.gt(0)) throw new Unreadable(`${filter.path}.${scale}`, message('expected.missing'))
  return size.decimalPlaces()
}
