import { marketKey, type MarketTerm } from '../shock/market-sum.ts'
import { isCounted, type ShockAccount } from '../shock/shock-account.ts'
import type { Scenario } from './scenario-report.ts'

/** Funding that the account pays. */
export interface FundingPaid {
  /** The funding of each unit by its index in the account, in its margin coin; negative: it receives. */
  readonly byUnit: readonly number[]
  /** The same by market, paid in `paidIn`: in the reporting coin at today's prices. */
  readonly payments: readonly { readonly base: string; readonly paidIn: string; readonly value: number }[]
}

const NOTHING: FundingPaid = { byUnit: [], payments: [] }

/**
 * Funding if every rate goes against the account: in each market the larger side pays (longs if equal) and the other side
 * receives. Σ s V x rate x payments at today's marks, as in `fundingPayment`; for units that are in total equity.
 */
export function fundingAgainst(account: ShockAccount, shock: Scenario['funding']): FundingPaid {
  if (!shock) return NOTHING
  const signs = payingSides(account)
  const perValue = shock.rate * shock.payments
  const paid = (term: MarketTerm): number => signedValue(term) * (signs.get(marketKey(term)) ?? 1) * perValue
  return {
    byUnit: account.units.map((unit) =>
      isCounted(unit) ? unit.equity.terms.reduce((sum, term) => sum + paid(term), 0) : 0,
    ),
    payments: account.units
      .filter(isCounted)
      .flatMap(({ equity, rate, marginCoin: paidIn }) =>
        equity.terms.map((term) => ({ base: term.base, paidIn, value: paid(term) * rate })),
      ),
  }
}

/** s V. The coefficient of a linear term is s V, of an inverse term -s V. */
function signedValue({ quote, coefficient }: MarketTerm): number {
  return quote === null ? -coefficient : coefficient
}

/** Both sides count as equal within rounding. */
const EVEN = 1e-12

/** For each market, +1 if its longs pay, -1 if its shorts do. */
function payingSides({ units }: ShockAccount): ReadonlyMap<string, 1 | -1> {
  const held = new Map<string, { net: number; gross: number }>()
  for (const unit of units.filter(isCounted)) {
    for (const term of unit.equity.terms) {
      const value = signedValue(term) * unit.rate
      const { net, gross } = held.get(marketKey(term)) ?? { net: 0, gross: 0 }
      held.set(marketKey(term), { net: net + value, gross: gross + Math.abs(value) })
    }
  }
  return new Map([...held].map(([key, { net, gross }]) => [key, net < -EVEN * gross ? -1 : 1]))
}
