import type { Contract } from '../../domain/instrument.ts'

/**
 * What moves prices: a price after / before, of whatever it is asked for. Assets by name, or by their beta under a
 * shock.
 */
export type FactorOf<Key = string> = (key: Key) => number

/**
 * A market, with its assets by name (or by their beta). Inverse contracts have no quote: their face value is in a
 * currency of account, the yardstick, which does not move.
 */
export interface Market<Key = string> {
  readonly base: Key
  readonly quote: Key | null
}

/**
 * What moves with one market: coefficient x (g - 1), g the price after / before of base in quote; 1 / g of base without
 * one.
 */
export interface MarketTerm<Key = string> extends Market<Key> {
  readonly coefficient: number
}

/** An amount that moves with markets: now + Σ terms. float64; exactly the amount of now when nothing moves. */
export interface MarketSum<Key = string> {
  readonly now: number
  readonly terms: readonly MarketTerm<Key>[]
}

/** No price is taken to fall to nothing: there a coin amount of an inverse contract is not a number. */
export const SMALLEST_FACTOR = 1e-9

/** Keeps a price factor positive and finite; what is not a number does not move. */
export function usableFactor(factor: number): number {
  if (Number.isNaN(factor)) return 1
  return Math.min(Math.max(factor, SMALLEST_FACTOR), 1 / SMALLEST_FACTOR)
}

/** The market of a contract. */
export function marketOf(contract: Pick<Contract, 'direction' | 'baseAsset' | 'quoteAsset'>): Market {
  const { direction, baseAsset: base, quoteAsset: quote } = contract
  return { base, quote: direction === 'inverse' ? null : quote }
}

/** Names a market: terms of one market move alike. */
export function marketKey({ base, quote }: Market<string | number>): string {
  return quote === null ? `${base}\n1` : `${base}\n${quote}\n`
}

/**
 * Adds up terms of one market, and drops those that move nothing, so that a thousand positions cost as much as their
 * markets.
 */
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

/** A coin in itself, and what has no beta against the currency of account. */
function isStill({ base, quote }: Market<string | number>): boolean {
  return base === (quote ?? 0)
}

/** The same sum with every coefficient turned round. */
export function negatedTerms<Key>({ terms }: MarketSum<Key>): MarketTerm<Key>[] {
  return terms.map((term) => ({ ...term, coefficient: -term.coefficient }))
}

/** g - 1 of a market, whose contracts end `basis` away from their coin. */
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
