import type { Position } from '../../domain/account.ts'
import type { Decimal } from '../../domain/decimal.ts'
import { instrumentKey, refKey, type Area, type Contract, type Pair } from '../../domain/instrument.ts'
import { isConfirmed } from '../../domain/kept.ts'
import type { Quote, QuoteReading } from '../../domain/quote.ts'
import type { RiskInputs } from '../inputs.ts'
import { usable } from './position-model.ts'
import { pairPrice, UPSIDE_DOWN, type PricedPair } from './valuation.ts'

/** A quote older than this does not count as a price. */
const MAX_QUOTE_AGE_MS = 24 * 60 * 60 * 1000

/** Finds the newest quote of an instrument, unless it is too old. */
export type QuoteOf = (area: Area, instrument: string) => QuoteReading | null

/**
 * Looks up quotes by instrument and leaves out prices older than 24 h: a whole quote, or those of its fields that have
 * a read of their own.
 */
export function freshQuotes({ quotes, now }: Pick<RiskInputs, 'quotes' | 'now'>): QuoteOf {
  const isFresh = (readAt: number | null): boolean => readAt !== null && now - readAt <= MAX_QUOTE_AGE_MS
  const fresh = new Map<string, QuoteReading>()
  for (const quote of quotes ?? []) {
    if (!isFresh(quote.readAt)) continue
    const traded = isFresh(quote.lastAt) ? quote : { ...quote, last: null, bid: null, ask: null }
    const whole = isFresh(quote.indexAt) ? traded : { ...traded, index: null, fundingRate: null }
    fresh.set(refKey(quote), whole)
  }
  return (area, instrument) => fresh.get(instrumentKey(area, instrument)) ?? null
}

/** The pairs that have a usable price now. */
export function pricedPairs(pairs: readonly Pair[], quoteOf: QuoteOf): PricedPair[] {
  return pairs.flatMap((pair) => {
    const quote = quoteOf('spot', pair.symbol)
    const price = quote && pairPrice(quote)
    return usable(price) ? [{ pair, price }] : []
  })
}

/** The price that is used: a Spot pair's, or the mark or index of a contract. */
export type PriceSource =
  | { readonly area: 'spot'; readonly instrument: string; readonly field: 'traded' }
  | { readonly area: 'contract'; readonly instrument: string; readonly field: 'mark' | 'index' }

const CONTRACT_FIELDS = ['index', 'mark'] as const

/** The price that a step of a valuation path stands for, as `pricingIn` and `indexPairs` name it. */
export function sourceOf(step: string): PriceSource {
  const name = step.startsWith(UPSIDE_DOWN) ? step.slice(UPSIDE_DOWN.length) : step
  const field = CONTRACT_FIELDS.find((each) => name.startsWith(namedAfter(each, '')))
  if (field === undefined) return { area: 'spot', instrument: name, field: 'traded' }
  return { area: 'contract', instrument: name.slice(namedAfter(field, '').length), field }
}

function namedAfter(field: (typeof CONTRACT_FIELDS)[number], contract: string): string {
  return `${field} of ${contract}`
}

/**
 * Prices between coins that no priced pair links, from a contract's index, or else its mark: a venue may have no Spot,
 * or no pair for a collateral coin. The index is a price of the coin itself, however the contract is settled.
 */
export function indexPairs(
  contracts: readonly Contract[],
  pairs: readonly PricedPair[],
  quoteOf: (area: Area, instrument: string) => Pick<Quote, 'index' | 'mark'> | null,
): PricedPair[] {
  const keyOf = (base: string, quote: string): string => [base, quote].toSorted().join(' ')
  const joined = new Set(pairs.map(({ pair }) => keyOf(pair.baseAsset, pair.quoteAsset)))
  return contracts.flatMap(({ name, kind, tradable, baseAsset, quoteAsset }) => {
    // Only a few contracts are quoted; a closed one may still have old prices.
    const quote = kind === 'test' || !tradable ? null : quoteOf('contract', name)
    const source = usable(quote?.index ?? null) ? 'index' : 'mark'
    const price = quote?.[source] ?? null
    if (!usable(price)) return []
    const key = keyOf(baseAsset, quoteAsset)
    if (joined.has(key)) return []
    joined.add(key)
    return [{ pair: { symbol: namedAfter(source, name), baseAsset, quoteAsset }, price }]
  })
}

/**
 * One mark price for each held contract, so that every figure of a report uses the same: the newer of the quote's mark
 * and the one the positions were read with. A kept row has the mark of its own read.
 */
export function marksOf(
  positions: readonly Position[],
  quoteOf: QuoteOf,
  positionsReadAt: number | null,
): ReadonlyMap<string, Decimal> {
  const marks = new Map<string, Decimal>()
  for (const { contract, markPrice, keptFrom = positionsReadAt } of [...positions.filter(isConfirmed), ...positions]) {
    if (marks.has(contract)) continue
    const quote = quoteOf('contract', contract)
    const quoteIsNewer = quote !== null && (keptFrom === null || quote.readAt >= keptFrom)
    const candidates = quoteIsNewer ? [quote.mark, markPrice] : [markPrice, quote?.mark ?? null]
    const mark = candidates.find(usable)
    if (mark) marks.set(contract, mark)
  }
  return marks
}
