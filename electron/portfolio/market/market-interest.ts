import { BAR_INTERVALS } from '#shared/domain/bar.ts'
import { instrumentName, type Instrument, type InstrumentRef } from '#shared/domain/instrument.ts'
import { MARKET_COIN } from '#shared/risk/cash.ts'
import type { Series } from '../../history/store.ts'
import { seriesKey } from './candles.ts'

/** Which candles and order books are read for an account. */
export interface Interest {
  /** The source of each asset's price history. Assets without one are absent. */
  readonly sources: ReadonlyMap<string, InstrumentRef>
  readonly books: readonly InstrumentRef[]
  /** Candles: all intervals of every source, and hourly ones of every instrument with an order book, for its volume. */
  readonly series: readonly Series[]
}

export const NO_INTEREST: Interest = { sources: new Map(), books: [], series: [] }

/** The reads for these assets and order books. Price histories are in `MARKET_COIN`. */
export function interestOf(
  assets: Iterable<string>,
  books: readonly InstrumentRef[],
  instruments: readonly Instrument[],
): Interest {
  const sources = sourcesOf(assets, instruments)
  const series = [
    ...[...sources.values()].flatMap((source) => BAR_INTERVALS.map((interval) => ({ ...source, interval }))),
    ...books.map(({ area, instrument }) => ({ area, instrument, interval: '60min' as const })),
  ]
  return { sources, books, series: [...new Map(series.map((one) => [seriesKey(one), one])).values()] }
}

/** The pair of an asset with `MARKET_COIN`, otherwise a linear perpetual on it quoted in that coin. */
function sourcesOf(assets: Iterable<string>, instruments: readonly Instrument[]): ReadonlyMap<string, InstrumentRef> {
  const pricing = Map.groupBy(instruments.filter(hasHistory), ({ baseAsset }) => baseAsset)
  const sources = new Map<string, InstrumentRef>()
  for (const asset of assets) {
    const found = pricing.get(asset) ?? []
    const source = found.find(({ area }) => area === 'spot') ?? found[0]
    if (source) sources.set(asset, { area: source.area, instrument: instrumentName(source) })
  }
  return sources
}

function hasHistory(instrument: Instrument): boolean {
  if (instrument.quoteAsset !== MARKET_COIN) return false
  return instrument.area === 'spot' || (instrument.kind === 'perpetual' && instrument.direction === 'linear')
}
