import { marketKey, usableFactor, type MarketSum, type MarketTerm } from '../shock/market-sum.ts'

/**
 * Market sums with their assets and markets by number, for an account that is tried out under hundreds of prices: a
 * move is worked out once per market, however many terms go with it.
 */
export interface SumTable {
  /** The number of each asset. */
  readonly assets: ReadonlyMap<string, number>
  /** Of each market, its assets by number. */
  readonly base: Int32Array
  /** -1: inverse. */
  readonly quote: Int32Array
  /** Its terms are those from where the terms of the market before it end up to here. */
  readonly ends: Int32Array
  /** Of each term, the sum it is part of. */
  readonly sum: Int32Array
  readonly coefficient: Float64Array
  /** Of each sum. */
  readonly now: Float64Array
}

interface Market {
  readonly base: number
  readonly quote: number
  readonly terms: { readonly sum: number; readonly coefficient: number }[]
}

/** The sums in a table; not known (null) is NaN. `assets` come first in it, in their order. */
export function sumTable(assets: readonly string[], sums: readonly (MarketSum | null)[]): SumTable {
  const numbers = new Map(assets.map((asset, number) => [asset, number]))
  const markets = new Map<string, Market>()
  const numberOf = (asset: string): number => {
    const number = numbers.get(asset) ?? numbers.size
    numbers.set(asset, number)
    return number
  }
  const marketOf = (term: MarketTerm): Market => {
    const key = marketKey(term)
    const known = markets.get(key)
    if (known) return known
    const market = { base: numberOf(term.base), quote: term.quote === null ? -1 : numberOf(term.quote), terms: [] }
    markets.set(key, market)
    return market
  }
  for (const [sum, known] of sums.entries()) {
    for (const term of known?.terms ?? []) marketOf(term).terms.push({ sum, coefficient: term.coefficient })
  }
  const terms = [...markets.values()].flatMap((market) => market.terms)
  let end = 0
  return {
    assets: numbers,
    base: Int32Array.from(markets.values(), ({ base }) => base),
    quote: Int32Array.from(markets.values(), ({ quote }) => quote),
    ends: Int32Array.from(markets.values(), (market) => (end += market.terms.length)),
    sum: Int32Array.from(terms, ({ sum }) => sum),
    coefficient: Float64Array.from(terms, ({ coefficient }) => coefficient),
    now: Float64Array.from(sums, (sum) => sum?.now ?? NaN),
  }
}

/**
 * Every sum of the table; price after / before of each asset by its number, positive and finite. Contracts end `basis` away
 * from their coin.
 */
export function amountsUnder(table: SumTable, factors: Float64Array, basis = 0): Float64Array {
  const { base, quote, ends, sum, coefficient } = table
  const amounts = table.now.slice()
  let term = 0
  for (let market = 0; market < ends.length; market++) {
    const factor = usableFactor((factors[base[market] as number] as number) * (1 + basis))
    const over = quote[market] as number
    const move = (over < 0 ? 1 / factor : factor / (factors[over] as number)) - 1
    for (const end = ends[market] as number; term < end; term++) {
      const own = sum[term] as number
      amounts[own] = (amounts[own] as number) + (coefficient[term] as number) * move
    }
  }
  return amounts
}
