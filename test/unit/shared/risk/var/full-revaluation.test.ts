import { describe, expect, it } from 'vitest'
import { toFloat } from '#shared/domain/decimal.ts'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import { shockAccount } from '#shared/risk/shock/shock-account.ts'
import { pnlOf } from '#shared/risk/var/revaluation.ts'
import { historicalLoss } from '#shared/risk/var/historical.ts'
import { unitsUnder } from '#test/support/account-under.ts'
import { compareLeaves, oracleInputs, readOracle, type OracleAccount, type Tolerance } from '../oracle.ts'

interface RevaluationOracle {
  inputs: OracleAccount & { scenario_returns: Record<string, number[]> }
  expected: Record<string, unknown>
  tolerance: Tolerance
}

const { inputs, expected, tolerance } = readOracle('full_revaluation_var') as RevaluationOracle
const model = modelAccount(oracleInputs(inputs))
const shocked = shockAccount(model)
const returns = new Map(
  Object.entries(inputs.scenario_returns).map(([asset, values]) => [asset, Float64Array.from(values)]),
)
const count = returns.get('BTC')!.length
const { total, withLiquidation } = pnlOf(shocked, returns, count)

function losses(pnl: Float64Array) {
  const at = (confidence: number) => {
    const { var: VaR_type7, es: ES_acerbi } = historicalLoss(pnl, confidence)
    return { VaR_type7, ES_acerbi }
  }
  return { p95: at(0.95), p99: at(0.99) }
}

/** The price factors of a day. */
function factorOn(day: number): (asset: string) => number {
  return (asset) => 1 + (returns.get(asset)?.[day] ?? 0)
}

/** Profit of the BTC account in BTC, which is not linear in the price. */
function coinPnl(): Float64Array {
  const account = model.accounts.find(({ reported }) => reported.marginCoin === 'BTC')!
  const units = (factorOf: (asset: string) => number) =>
    unitsUnder(shocked, factorOf)
      .filter(({ id }) => model.units.some(({ row }) => row.id === id && row.marginCoin === 'BTC'))
      .reduce((sum, { equity }) => sum + equity!, 0)
  const held = units(() => 1)
  expect(held + toFloat(account.reported.orderMargin!)).toBeCloseTo(toFloat(account.equity!), 12)
  return Float64Array.from({ length: count }, (_, day) => units(factorOn(day)) - held)
}

describe('VaR by full revaluation', () => {
  it('agrees with the known answers of full_revaluation_var', () => {
    const { trap_unshocked_conversion: trap, ...answers } = expected
    const coin = coinPnl()
    const wasOver = new Set(unitsUnder(shocked, () => 1).flatMap(({ id, isLiquidated }) => (isLiquidated ? id : [])))
    const liquidating = Array.from({ length: count }, (_, day) =>
      unitsUnder(shocked, factorOn(day)).some(({ id, isLiquidated }) => isLiquidated && !wasOver.has(id)),
    )
    // The sum of the profits of each asset's move alone: in the reporting coin the account is linear.
    const alone = [...returns].map(([asset, own]) => pnlOf(shocked, new Map([[asset, own]]), count).total)
    const isStraight = total.every(
      (value, day) => Math.abs(alone.reduce((sum, pnl) => sum + pnl[day]!, 0) - value) < 1e-6,
    )
    const actual = {
      uncapped_usd: losses(total),
      capped_usd: losses(withLiquidation),
      uncapped_first5: [...total.slice(0, 5)],
      capped_worst5_sorted: [...withLiquidation].sort((a, b) => a - b).slice(0, 5),
      n_scenarios_any_liquidation: liquidating.filter(Boolean).length,
      btc_account_coin_pnl: losses(coin),
      btc_account_coin_first5: [...coin.slice(0, 5)],
      delta_normal_equals_uncapped: isStraight,
    }
    expect(compareLeaves(actual, answers, tolerance)).toBe(29)
    // The other four leaves are the result of a known bug: coin profit at the previous price.
    expect(() => compareLeaves(losses(total), trap, tolerance)).toThrow()
    expect(Object.keys(trap as object)).toEqual(['p95', 'p99'])
  })
})
