import { marketKey, type MarketTerm } from '../shock/market-sum.ts'
import { isCounted, type ShockAccount } from '../shock/shock-account.ts'
import type { FundingShock } from './scenario-report.ts'

/** What funding takes from the account. */
export interface FundingPaid {
  /** Of each unit at its place in the account, in its margin coin; negative: it receives. */
  readonly byUnit: readonly number[]
  /** The same by market, paid in `paidIn`: in the reporting coin at the prices of now. */
  readonly payments: readonly { readonly base: string; readonly paidIn: string; readonly value: number }[]
}

const NOTHING: FundingPaid = { byUnit: [], payments: [] }

/**
 * Funding with the rate of every contract against the account: of each market the side pays that it holds more of (the
 * longs, where it holds as much of both), and its other side receives. Σ s V x rate x payments at the marks of now, as
 * `fundingPayment` has it; of units that are part of total equity.
 */
export function fundingAgainst(account: ShockAccount, shock: FundingShock | undefined): FundingPaid {
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

/** s V: a linear contract gains with it, an inverse one loses what 1 / price gains. */
function signedValue({ quote, coefficient }: MarketTerm): number {
  return quote === null ? -coefficient : coefficient
}

/** As much of both sides, but for what float64 rounds. */
const EVEN = 1e-12

/** Of each market, +1 where its longs pay, -1 where its shorts do. */
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
