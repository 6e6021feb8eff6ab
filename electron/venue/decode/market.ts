import type { Area } from '#shared/domain/instrument.ts'
import type { OrderSide } from '#shared/domain/order.ts'
import type { Candle, Depth, DepthLevel, PublicTrade, Quote } from '#shared/domain/quote.ts'
import { message } from '#shared/words/message.ts'
import { jsonObject, type Json } from '../json/reader.ts'
import { isList, isObject } from '../http/envelopes.ts'
import { readEach, rows, type Quarantine } from './read-list.ts'
import {
  Unreadable,
  list,
  oneOf,
  optionalAmount,
  optionalFlag,
  optionalPrice,
  price,
  quantity,
  row,
  time,
  type Row,
} from './fields.ts'
import { SIDES } from './orders.ts'

/** The venue's clock, ms. */
export function decodeTime(reply: Json): number {
  const entry = row(typeof reply === 'string' ? jsonObject({ serverTime: reply }) : reply, 'time')
  return time(entry, ['serverTime', 'server_time'])
}

export function decodeTicker(reply: Json): Pick<Quote, 'last' | 'bid' | 'ask'> {
  const entry = row(reply, 'ticker')
  return {
    last: optionalPrice(entry, ['last', 'lastPrice']),
    bid: optionalPrice(entry, ['buy', 'bidPrice']),
    ask: optionalPrice(entry, ['sell', 'askPrice']),
  }
}

export function decodeIndex(reply: Json): Pick<Quote, 'mark' | 'index' | 'fundingRate'> {
  const entry = row(reply, 'index')
  return {
    mark: optionalPrice(entry, ['tagPrice', 'markPrice']),
    index: optionalPrice(entry, 'indexPrice'),
    fundingRate: optionalAmount(entry, ['currentFundRate', 'lastFundingRate']),
  }
}

/** An order book, best prices first. Sorted here, as not every venue sorts. */
export function decodeDepth(reply: Json, area: Area, instrument: string, quarantine: Quarantine): Depth {
  const entry = row(reply, 'depth')
  const side = (which: 'bids' | 'asks'): DepthLevel[] => {
    const { path, items } = list(entry, which)
    return readEach({ path, items: items.map(levelObject) }, quarantine, decodeLevel, ([at]) => at.toString())
  }
  return {
    area,
    instrument,
    bids: side('bids').sort(([a], [b]) => b.comparedTo(a)),
    asks: side('asks').sort(([a], [b]) => a.comparedTo(b)),
  }
}

/** null for an empty level, which some venues list for a moment. */
function decodeLevel(level: Row): DepthLevel | null {
  const held = quantity(level, 'quantity')
  return held.isZero() ? null : [price(level, 'price'), held]
}

/** A level is [price, quantity, ...]; further columns are running totals. */
function levelObject(level: Json): Json {
  if (!isList(level)) return level
  const [at, held] = level
  return jsonObject({ price: at ?? null, quantity: held ?? null })
}

/** The newest public trades, newest first. Sorted here, as venues differ. They have no id. */
export function decodePublicTrades(reply: Json, quarantine: Quarantine): readonly PublicTrade[] {
  const trades = readEach(rows(reply ?? [], 'trades'), quarantine, decodePublicTrade)
  const [first, last] = [trades.at(0), trades.at(-1)]
  // Reversed first, so that trades of one moment keep their order.
  if (first && last && first.time < last.time) trades.reverse()
  return trades.sort((a, b) => b.time - a.time)
}

function decodePublicTrade(entry: Row): PublicTrade {
  return {
    price: price(entry, 'price'),
    quantity: quantity(entry, 'qty'),
    side: takerSide(entry),
    time: time(entry, 'time'),
  }
}

/** The taker's side: as given, or derived from whether the buyer was the maker. */
function takerSide(entry: Row): OrderSide {
  const isBuyerMaker = optionalFlag(entry, 'isBuyerMaker')
  if (isBuyerMaker === null) return oneOf(entry, SIDES, 'side')
  return isBuyerMaker ? 'sell' : 'buy'
}

/** Candles, oldest first. Sorted here, as venues differ. */
export function decodeCandles(reply: Json, quarantine: Quarantine): readonly Candle[] {
  const listed = isObject(reply) ? list(row(reply, 'klines'), 'data') : rows(reply ?? [], 'klines')
  const candles = readEach(listed, quarantine, decodeCandle, (candle) => String(candle.openTime))
  return candles.sort((a, b) => a.openTime - b.openTime)
}

function decodeCandle(entry: Row): Candle {
  const candle = {
    openTime: time(entry, ['idx', 'is']),
    open: price(entry, ['open', 'o']),
    high: price(entry, ['high', 'h']),
    low: price(entry, ['low', 'l']),
    close: price(entry, ['close', 'c']),
    volume: quantity(entry, ['vol', 'v']),
  }
  if (candle.high.lt(candle.low)) throw new Unreadable(entry.path, message('expected.highBelowLow'))
  return candle
}
