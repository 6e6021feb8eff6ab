import type { Decimal } from '#shared/domain/decimal.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Candle, Depth, DepthLevel } from '#shared/domain/quote.ts'
import type { IndexPrice, Ticker } from '../client.ts'
import type { Json, JsonObject } from '../json.ts'
import { isList } from '../wire.ts'
import { readEach, rows } from './entries.ts'
import type { Quarantine } from './entries.ts'
import { Unreadable, list, optionalAmount, optionalPrice, price, quantity, row, time } from './fields.ts'

/** The venue's clock, ms. */
export function decodeTime(reply: Json): number {
  return time(row(reply, 'time'), 'serverTime', 'server_time')
}

export function decodeTicker(reply: Json): Ticker {
  const entry = row(reply, 'ticker')
  return {
    last: optionalPrice(entry, 'last'),
    high: optionalPrice(entry, 'high'),
    low: optionalPrice(entry, 'low'),
    // One published interface text calls the volume "theft".
    volume: optionalAmount(entry, 'vol', 'theft'),
    bid: optionalPrice(entry, 'buy'),
    ask: optionalPrice(entry, 'sell'),
  }
}

export function decodeIndex(reply: Json): IndexPrice {
  const entry = row(reply, 'index')
  return {
    mark: optionalPrice(entry, 'tagPrice', 'markPrice'),
    index: optionalPrice(entry, 'indexPrice'),
    fundingRate: optionalAmount(entry, 'currentFundRate', 'lastFundingRate'),
  }
}

/** A book, best first: sorted here, because not every venue does. */
export function decodeDepth(reply: Json, area: Area, instrument: string, quarantine: Quarantine): Depth {
  const entry = row(reply, 'depth')
  const side = (name: 'bids' | 'asks', order: (a: Decimal, b: Decimal) => number): DepthLevel[] => {
    const source = list(entry, name)
    const named = { path: source.path, items: source.items.map(levelObject) }
    return readEach(named, quarantine, ([at]) => at.toString(), (level): DepthLevel | null => {
      const held = quantity(level, 'quantity')
      return held.isZero() ? null : [price(level, 'price'), held]
    }).sort((a, b) => order(a[0], b[0]))
  }
  return {
    area,
    instrument,
    bids: side('bids', (a, b) => b.comparedTo(a)),
    asks: side('asks', (a, b) => a.comparedTo(b)),
  }
}

/** A level is [price, quantity, ...]; further columns are running totals of some venues. */
function levelObject(level: Json): Json {
  if (!isList(level)) return level
  const [at, held] = level
  const named: JsonObject = { ...(at !== undefined && { price: at }), ...(held !== undefined && { quantity: held }) }
  return named
}

/** Candles, oldest first: sorted here, because venues differ. */
export function decodeCandles(reply: Json, quarantine: Quarantine): readonly Candle[] {
  return readEach(rows(reply, 'klines'), quarantine, (candle: Candle) => String(candle.openTime), (entry) => {
    const candle = {
      openTime: time(entry, 'idx'),
      open: price(entry, 'open'),
      high: price(entry, 'high'),
      low: price(entry, 'low'),
      close: price(entry, 'close'),
      volume: quantity(entry, 'vol'),
    }
    if (candle.high.lt(candle.low)) throw new Unreadable(entry.path, 'the high is below the low')
    return candle
  }).sort((a, b) => a.openTime - b.openTime)
}
