import { marketKey, marketMove, type MarketTerm } from '../shock/market-sum.ts'
import type { ShockModel, ShockSum } from './shock-model.ts'

export type LoadPool = ReturnType<typeof loadPool>

/** Amounts paid in coins of one beta. */
interface Paid {
  now: number
  readonly terms: Map<string, { readonly term: MarketTerm<number>; coefficient: number }>
}

/**
 * An empty pool, which adds up amounts that move alike, so that the cost does not grow with the number of amounts.
 * `yardstick`: see `ShockAccount`.
 */
export function loadPool(model: ShockModel, yardstick: string | null) {
  const byBeta = new Map<number, Paid>()

  function paidAt({ now, terms }: Paid, x: number): number {
    const factorOf = (beta: number): number => model.factor(beta, x)
    let amount = now
    for (const { term, coefficient } of terms.values()) amount += coefficient * marketMove(term, factorOf)
    return amount
  }
  return {
    /** Adds `amount` times `rate`, paid in `coin`: it counts at that coin's price after the move. */
    add(amount: ShockSum, rate: number, coin: string): void {
      const beta = model.betaOf(coin)
      const paid: Paid = byBeta.get(beta) ?? { now: 0, terms: new Map() }
      byBeta.set(beta, paid)
      paid.now += amount.now * rate
      for (const term of amount.terms) {
        const key = marketKey(term)
        const alike = paid.terms.get(key) ?? { term, coefficient: 0 }
        paid.terms.set(key, alike)
        alike.coefficient += term.coefficient * rate
      }
    },
    /** The value of all of it at the market move `x`. */
    at(x: number): number {
      const measure = yardstick === null ? 1 : model.factor(model.betaOf(yardstick), x)
      let worth = 0
      for (const [beta, paid] of byBeta) worth += paidAt(paid, x) * (model.factor(beta, x) / measure)
      return worth
    },
  }
}
