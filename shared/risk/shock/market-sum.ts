import type { Contract } from '../../domain/instrument.ts'

/** Price after / before of an asset, by its name or by its beta under a shock. */
export type FactorOf<Key = string> = (key: Key) => number

/** A market, with its assets by name or beta. An inverse contract has no quote: its face value is cash and does not move. */
export interface Market<Key = string> {
  readonly base: Key
  readonly quote: Key | null
}

/** A term that moves with one market: coefficient x (g - 1), g the price after / before of base in quote (inverse: 1 / g). */
export interface MarketTerm<Key = string> extends Market<Key> {
  readonly coefficient: number
}

/** An amount that moves with markets: now + Σ terms. float64; exactly `now` when nothing moves. */
export interface MarketSum<Key = string> {
  readonly now: number
  readonly terms: readonly MarketTerm<Key>[]
}

/** Prices stay above 0: at 0 the coin amounts of inverse contracts are not finite. */
export const SMALLEST_FACTOR = 1e-9

/** Keeps a price factor positive and finite; NaN counts as no move. */
export function usableFactor(factor: number): number {
  if (Number.isNaN(factor)) return 1
  return Math.min(Math.max(factor, SMALLEST_FACTOR), 1 / SMALLEST_FACTOR)
}

export function marketOf(contract: Pick<Contract, 'direction' | 'baseAsset' | 'quoteAsset'>): Market {
  const { direction, baseAsset: base, quoteAsset: quote } = contract
  return { base, quote: direction === 'inverse' ? null : quote }
}

/** Names a market: terms of one market move alike. */
export function marketKey({ base, quote }: Market<string | number>): string {
  return quote === null ? `${base}\n1` : `${base}\n${quote}\n`
}

/** Adds up the terms of each market and drops those that never move: the cost depends on markets only. */
export function marketSum<Key extends string | number>(now: number, terms: readonly MarketTerm<Key>[]): MarketSum<Key> {
  const alike = new Map<string, MarketTerm<Key>>()
  for (const term of terms) {
    if (isStill(term)) continue
    const key = marketKey(term)
    const before = alike.get(key)
    alike.set(key, before ? { ...term, coefficient: before.coefficient + term.coefficient } : term)
  }
  return { now, terms: [...alike.values()].filter(({ coefficient }) => coefficient !== 0) }
}

/** Whether it never moves: a coin against itself, or an asset of beta 0 against cash. */
function isStill({ base, quote }: Market<string | number>): boolean {
  return base === (quote ?? 0)
}

export function negatedTerms<Key>({ terms }: MarketSum<Key>): MarketTerm<Key>[] {
  return terms.map((term) => ({ ...term, coefficient: -term.coefficient }))
}

/** g - 1 of a market; `basis`: how far its contracts end from their coin, a fraction. */
export function marketMove<Key>({ base, quote }: Market<Key>, factorOf: FactorOf<Key>, basis = 0): number {
  const factor = usableFactor(factorOf(base) * (1 + basis))
  return (quote === null ? 1 / factor : factor / factorOf(quote)) - 1
}

/** The amount once prices have moved. */
export function amountUnder<Key>({ now, terms }: MarketSum<Key>, factorOf: FactorOf<Key>): number {
  let amount = now
  for (const term of terms) amount += term.coefficient * marketMove(term, factorOf)
  return amount
}
