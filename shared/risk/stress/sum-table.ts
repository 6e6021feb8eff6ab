import { marketKey, usableFactor, type FactorOf, type MarketSum } from './market-sum.ts'

/**
 * Market sums with their assets and markets by number, for an account that is tried out under hundreds of markets: a factor is
 * asked for once per asset, a move worked out once per market, however many terms go with it.
 */
export interface SumTable {
  readonly assets: readonly string[]
  /** Of each market, its assets by number. */
  readonly base: Int32Array
  /** -1: inverse. */
  readonly quote: Int32Array
  /** Of each sum; its terms are those from `starts` of it up to that of the next. */
  readonly now: Float64Array
  readonly starts: Int32Array
  /** Of each term. */
  readonly market: Int32Array
  readonly coefficient: Float64Array
}

/** The sums in a table; not known (null) counts as nothing. */
export function sumTable(sums: readonly (MarketSum | null)[]): SumTable {
  const assets = new Map<string, number>()
  const markets = new Map<string, { readonly base: number; readonly quote: number; readonly at: number }>()
  const numberOf = (asset: string): number => {
    const at = assets.get(asset) ?? assets.size
    assets.set(asset, at)
    return at
  }
  const terms = sums.flatMap((sum) => sum?.terms ?? [])
  const market = Int32Array.from(terms, (term) => {
    const key = marketKey(term)
    const known = markets.get(key)
    if (known) return known.at
    const quote = term.inverse ? -1 : numberOf(term.quote)
    markets.set(key, { base: numberOf(term.base), quote, at: markets.size })
    return markets.size - 1
  })
  const starts = new Int32Array(sums.length + 1)
  for (const [index, sum] of sums.entries()) starts[index + 1] = (starts[index] as number) + (sum?.terms.length ?? 0)
  return {
    assets: [...assets.keys()],
    base: Int32Array.from(markets.values(), ({ base }) => base),
    quote: Int32Array.from(markets.values(), ({ quote }) => quote),
    now: Float64Array.from(sums, (sum) => sum?.now ?? 0),
    starts,
    market,
    coefficient: Float64Array.from(terms, ({ coefficient }) => coefficient),
  }
}

/** `amountUnder` of every sum of the table, with prices kept positive and finite. */
export function amountsUnder(table: SumTable, factorOf: FactorOf): Float64Array {
  const { starts, market, coefficient } = table
  const moves = movesUnder(table, factorOf)
  const amounts = table.now.slice()
  let term = 0
  for (let sum = 0; sum < amounts.length; sum++) {
    let amount = amounts[sum] as number
    for (const end = starts[sum + 1] as number; term < end; term++) {
      amount += (coefficient[term] as number) * (moves[market[term] as number] as number)
    }
    amounts[sum] = amount
  }
  return amounts
}

/** g - 1 of every market. */
function movesUnder({ assets, base, quote }: SumTable, factorOf: FactorOf): Float64Array {
  const factors = new Float64Array(assets.length)
  for (let asset = 0; asset < factors.length; asset++) factors[asset] = usableFactor(factorOf(assets[asset] as string))
  const moves = new Float64Array(base.length)
  for (let market = 0; market < moves.length; market++) {
    const factor = factors[base[market] as number] as number
    const over = quote[market] as number
    moves[market] = (over < 0 ? 1 / factor : factor / (factors[over] as number)) - 1
  }
  return moves
}
