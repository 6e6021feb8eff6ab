import { describe, expect, it } from 'vitest'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { shockAccount, type ShockAccount } from '#shared/risk/shock/shock-account.ts'
import { pnlOf } from '#shared/risk/var/revaluation.ts'
import {
  balance,
  contract,
  marginAccount,
  pair,
  position,
  quote,
  riskInputs,
} from '#test/support/portfolio-fixtures.ts'

const accountOf = (of: RiskInputs): ShockAccount => shockAccount(modelAccount(of))
const rounded = (values: Iterable<number>): number[] => Array.from(values, (value) => Math.round(value * 1e6) / 1e6)

const LINEAR = contract('ETH', 'USDT')
const PAIRS = [pair('BTC', 'USDT'), pair('ETH', 'USDT')]
const market = { instruments: [...PAIRS, LINEAR], quotes: PAIRS.map((each) => quote(each, 100)) }

describe('an account revalued day by day', () => {
  it.each([
    ['values a unit in liquidation at zero, before and after', 1, [-10, 0, 20]],
    ['loses on a unit without equity only what it then owes', 0, [-110, 0, 20]],
    ['keeps a debt, which grows when prices move against it', -50, [-110, 0, 20]],
  ])('%s', (_, crossEquity, left) => {
    const shocked = accountOf(
      riskInputs({
        ...market,
        marginAccounts: [marginAccount('USDT', { crossEquity })],
        positions: [position(LINEAR, { volume: 1000 })],
        balances: [balance('ETH', 1)],
      }),
    )
    const { total, withLiquidation } = pnlOf(shocked, new Map([['ETH', Float64Array.of(-0.1, 0, 0.2)]]), 3)
    expect(rounded(total)).toEqual([-110, 0, 220])
    expect(rounded(withLiquidation)).toEqual(left)
  })

  it('moves nothing over days without data', () => {
    const shocked = accountOf(riskInputs({ ...market, balances: [balance('BTC', 2)] }))
    const { total, byAsset, withLiquidation } = pnlOf(shocked, new Map(), 3)
    expect([[...total], byAsset.size, [...withLiquidation]]).toEqual([[0, 0, 0], 0, [0, 0, 0]])
  })
})
