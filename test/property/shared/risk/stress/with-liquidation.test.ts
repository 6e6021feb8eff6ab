import { verbatim } from '#shared/words/message.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { loadLineOf } from '#shared/risk/load-line/lines.ts'
import { uniformShock } from '#shared/risk/load-line/shock-model.ts'
import { stressMatrix } from '#shared/risk/stress/matrix.ts'
import { runScenario } from '#shared/risk/stress/scenario.ts'
import { shockAccount, type ShockAccount } from '#shared/risk/shock/shock-account.ts'
import { takenAlready } from '#shared/risk/shock/when-liquidated.ts'
import { pnlOf } from '#shared/risk/var/revaluation.ts'
import { account } from '../accounts.ts'

/** Accounts with cross equity of any sign: some are in debt, and some are in liquidation with equity left. */
const anyAccount = fc.tuple(account, fc.constantFrom(1, 0.01, 0, -0.5)).map(([inputs, scale]): RiskInputs => ({
  ...inputs,
  marginAccounts: inputs.marginAccounts!.map((each) => ({ ...each, crossEquity: each.crossEquity!.times(scale) })),
}))
const move = fc.constantFrom(-0.6, -0.2, -0.05, 0, 0.05, 0.2, 0.5)

/**
 * The gain over the current equity by each of the four computations that give it. The equity of units already in
 * liquidation counts as gone.
 */
function withLiquidation(inputs: RiskInputs, shocked: ShockAccount, x: number): Record<string, number> {
  const moves = { named: {}, others: x }
  const returns = new Map(['BTC', 'ETH', 'SOL'].map((asset) => [asset, Float64Array.of(x)]))
  const before = shocked.equity - takenAlready(shocked)
  const line = loadLineOf(modelAccount(inputs), uniformShock(inputs.cashAssets), [x])
  const scenario = runScenario(shocked, { id: '', name: verbatim(''), about: verbatim(''), close: moves, low: moves })
  return {
    day: pnlOf(shocked, returns, 1).withLiquidation[0]!,
    scenario: scenario.pnlWithLiquidation.value!,
    cell: stressMatrix(shocked, 'BTC', [x], [1])[0]![0]!.equityWithLiquidation! - before,
    line: line.equityWithLiquidation![0]! - before,
  }
}

const sizeOf = (shocked: ShockAccount): number =>
  Math.max(Math.abs(shocked.equity), ...shocked.gains.map(({ coefficient }) => Math.abs(coefficient)), 1)

it('a day of VaR, a scenario, a cell and the load line give the same result', () => {
  fc.assert(
    fc.property(anyAccount, move, (inputs, x) => {
      const shocked = shockAccount(modelAccount(inputs))
      fc.pre(shocked.notModelled.length === 0)
      const { day, ...others } = withLiquidation(inputs, shocked, x)
      for (const other of Object.values(others)) expect(Math.abs(other - day!)).toBeLessThan(1e-9 * sizeOf(shocked))
    }),
    { numRuns: 150 },
  )
})

it('never gains from debt: a unit in debt is worth no more than without liquidation', () => {
  fc.assert(
    fc.property(anyAccount, move, (inputs, x) => {
      const shocked = shockAccount(modelAccount(inputs))
      // Only units in debt are liquidated, so nothing else can make the result better than ignoring liquidation.
      fc.pre(shocked.units.every(({ state, equity }) => state !== 'ok' && (equity?.now ?? 0) <= 0))
      const { total, withLiquidation: left } = pnlOf(shocked, new Map([['BTC', Float64Array.of(x)]]), 1)
      expect(left[0]!).toBeLessThanOrEqual(total[0]! + 1e-9 * sizeOf(shocked))
    }),
    { numRuns: 150 },
  )
})
