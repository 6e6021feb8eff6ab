/** How far prices go in a market that is tried out: price after / price before, of any asset. */
export type FactorOf = (asset: string) => number

/**
 * What moves with one market: coefficient x (g - 1), g the price after / before of base in quote; for inverse contracts
 * 1 / g of the base alone, because their face value is in a currency of account: the yardstick, which does not move.
 */
export interface MarketTerm {
  readonly base: string
  readonly quote: string
  readonly inverse: boolean
  readonly coefficient: number
}

/** An amount that moves with markets: now + Σ terms. float64; exactly the amount of now when nothing moves. */
export interface MarketSum {
  readonly now: number
  readonly terms: readonly MarketTerm[]
}

/** No price is taken to fall to nothing: there a coin amount of an inverse contract is not a number. */
export const SMALLEST_FACTOR = 1e-9

/** Keeps a price factor positive and finite; what is not a number does not move. */
export function usableFactor(factor: number): number {
  if (Number.isNaN(factor)) return 1
  return Math.min(Math.max(factor, SMALLEST_FACTOR), 1 / SMALLEST_FACTOR)
}

/** Names the market of a term: terms of one market move alike. */
export function marketKey({ base, quote, inverse }: Omit<MarketTerm, 'coefficient'>): string {
  return inverse ? `${base}\n1` : `${base}\n${quote}\n`
}

/** Adds up terms of one market, and drops those that move nothing, so that a thousand positions cost as much as their markets. */
export function marketSum(now: number, terms: readonly MarketTerm[]): MarketSum {
  const alike = new Map<string, MarketTerm>()
  for (const term of terms) {
    if (term.base === term.quote && !term.inverse) continue
    const key = marketKey(term)
    const before = alike.get(key)
    alike.set(key, before ? { ...term, coefficient: before.coefficient + term.coefficient } : term)
  }
  return { now, terms: [...alike.values()].filter(({ coefficient }) => coefficient !== 0) }
}

/** The same sum with every coefficient turned round. */
export function negatedTerms({ terms }: MarketSum): MarketTerm[] {
  return terms.map((term) => ({ ...term, coefficient: -term.coefficient }))
}

/** g - 1 of a market. */
export function marketMove({ base, quote, inverse }: Omit<MarketTerm, 'coefficient'>, factorOf: FactorOf): number {
  return (inverse ? 1 / factorOf(base) : factorOf(base) / factorOf(quote)) - 1
}

/** The amount once prices have moved. */
export function amountUnder({ now, terms }: MarketSum, factorOf: FactorOf): number {
  let amount = now
  for (const term of terms) amount += term.coefficient * marketMove(term, factorOf)
  return amount
}
