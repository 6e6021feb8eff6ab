import { marketKey, usableFactor, type MarketSum, type MarketTerm } from '../shock/market-sum.ts'

/** Market sums with assets and markets by index, to revalue an account hundreds of times: one move per market. */
export interface SumTable {
  /** The index of each asset. */
  readonly assets: ReadonlyMap<string, number>
  /** The assets of each market by index. */
  readonly base: Int32Array
  /** -1: inverse. */
  readonly quote: Int32Array
  /** Where the terms of each market end; they start where those of the market before end. */
  readonly ends: Int32Array
  /** The sum of each term. */
  readonly sum: Int32Array
  readonly coefficient: Float64Array
  /** The amount now of each sum. */
  readonly now: Float64Array
}

interface Market {
  readonly base: number
  readonly quote: number
  readonly terms: { readonly sum: number; readonly coefficient: number }[]
}

/** The table of the sums; unknown ones (null) are NaN. `assets` come first, in their order. */
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

/** Every sum at these factors (price after / before by asset index, positive); contracts end `basis` off their coin. */
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
