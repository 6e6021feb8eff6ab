import { describe, expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import { nextEwmaCovariance } from '#shared/risk/series/ewma.ts'
import { shockAccount } from '#shared/risk/shock/shock-account.ts'
import { pnlOf } from '#shared/risk/var/revaluation.ts'
import { historicalLoss } from '#shared/risk/var/historical.ts'
import { ascending, quantile, tailMean } from '#shared/risk/var/quantile.ts'
import { balance, pair, quote, riskInputs } from '#test/support/portfolio-fixtures.ts'
import { compareLeaves, readOracle } from '../oracle.ts'

interface HullOracle {
  inputs: {
    ewma: { sigma_prev: number; lambda: number; price_prev: number; price_now: number }
    es_rank: { n_scenarios: number; confidence: number; largest_losses_thousand: number[] }
    full_reval: Record<'today' | 'prev' | 'next' | 'holdings_thousand', number[]>
  }
  expected: {
    ewma: object
    es_rank: object
    full_reval: { pnl_thousand_published: number; pnl_thousand_exact_on_printed_inputs: number }
  }
  tolerance: {
    ewma: { rel: number }
    es_rank: { abs: number }
    full_reval: { published_abs: number; exact_rel: number }
  }
}

const { inputs, expected, tolerance } = readOracle('textbook_var_hull') as HullOracle

describe('the textbook by Hull', () => {
  it('updates a volatility with one more return', () => {
    const { sigma_prev, lambda, price_prev, price_now } = inputs.ewma
    // The volatility of an infinite history: its weights sum to 1 / (1 - λ).
    const before = { size: 1, matrix: Float64Array.of(sigma_prev ** 2), weight: 1 / (1 - lambda), lambda }
    const after = nextEwmaCovariance(before, [price_now / price_prev - 1])
    expect(compareLeaves({ sigma_new: Math.sqrt(after.matrix[0]!) }, expected.ewma, tolerance.ewma)).toBe(1)
  })

  it('ranks losses', () => {
    const { n_scenarios, confidence, largest_losses_thousand } = inputs.es_rank
    const pnl = Float64Array.from({ length: n_scenarios }, (_, rank) => -(largest_losses_thousand[rank] ?? 0))
    const sorted = ascending(pnl)
    const worst = Math.round(n_scenarios * (1 - confidence))
    const actual = {
      var_hull_nth_worst: -quantile(sorted, (worst - 1) / (n_scenarios - 1)),
      es_hull_strict_mean_beyond_var: -tailMean(sorted, (worst - 1) / n_scenarios),
      es_acerbi_tasche: historicalLoss(pnl, confidence).es,
    }
    expect(compareLeaves(actual, expected.es_rank, tolerance.es_rank)).toBe(3)
  })

  it('revalues four holdings under the moves of one day', () => {
    const { today, prev, next, holdings_thousand } = inputs.full_reval
    const names = today.map((_, index) => `INDEX${index}`)
    const pairs = names.map((name) => pair(name, 'USDT'))
    const account = riskInputs({
      instruments: pairs,
      balances: names.map((name, index) => balance(name, decimal(holdings_thousand[index]!).div(today[index]!), 0)),
      quotes: pairs.map((each, index) => quote(each, today[index]!)),
    })
    const returns = new Map(names.map((name, index) => [name, Float64Array.of(next[index]! / prev[index]! - 1)]))
    const { total } = pnlOf(shockAccount(modelAccount(account)), returns, 1)
    const { pnl_thousand_published, pnl_thousand_exact_on_printed_inputs } = expected.full_reval
    const { published_abs, exact_rel } = tolerance.full_reval
    expect(compareLeaves(total[0], pnl_thousand_published, { abs: published_abs })).toBe(1)
    expect(compareLeaves(total[0], pnl_thousand_exact_on_printed_inputs, { rel: exact_rel })).toBe(1)
  })
})
