import { inEnglish } from '#shared/words/say.ts'
import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { toFloat } from '#shared/domain/decimal.ts'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import { assess } from '#shared/risk/assess.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import type { ScenarioResult } from '#shared/risk/stress/scenario-report.ts'
import { pnlByAsset, runScenario } from '#shared/risk/stress/scenario.ts'
import { FUNDING_SPIKE, fundingSpike, SCENARIOS } from '#shared/risk/stress/listed-scenarios.ts'
import { shockAccount } from '#shared/risk/shock/shock-account.ts'
import { contract, marginAccount, pair, position, quote, riskInputs } from '#test/support/portfolio-fixtures.ts'

const SPIKE = SCENARIOS.find(({ id }) => id === 'funding_spike')!
const ETH = contract('ETH', 'USDT')
const BTC = contract('BTC', 'USDT')
const ETH_USD = contract('ETH', 'USD', { direction: 'inverse' })
const PAIRS = [pair('ETH', 'USDT'), pair('BTC', 'USDT')]

/** A long of 100 USDT with the given equity: 0.6 are required, and a spike takes 3 x 0.75 % of 100 = 2.25. */
const account = (crossEquity: number, overrides: Partial<RiskInputs> = {}): RiskInputs =>
  riskInputs({
    instruments: [...PAIRS, ETH, BTC, ETH_USD],
    quotes: PAIRS.map((each) => quote(each, 100)),
    marginAccounts: [marginAccount('USDT', { crossEquity })],
    positions: [position(ETH)],
    ...overrides,
  })
const shocked = (inputs: RiskInputs) => shockAccount(modelAccount(inputs))
const run = (inputs: RiskInputs): ScenarioResult => runScenario(shocked(inputs), SPIKE)

describe('a funding spike', () => {
  it('takes three payments of 0.75 % of the value, without a price move', () => {
    expect([FUNDING_SPIKE, inEnglish(fundingSpike(FUNDING_SPIKE))]).toEqual([
      { rate: 0.0075, payments: 3 },
      '3 payments of 0.75 %, assumed',
    ])
    const { pnl, pnlWithLiquidation, equityAfter, units } = run(account(15))
    expect(pnl.value).toBeCloseTo(-2.25, 12)
    expect(pnlWithLiquidation.value).toBeCloseTo(-2.25, 12)
    expect(equityAfter.value).toBeCloseTo(12.75, 12)
    expect(units).toEqual([
      { id: 'cross:USDT', rateBefore: 0.15, rateAfter: expect.closeTo(0.1275, 12) as number, isLiquidated: false },
    ])
    expect(pnlByAsset(shocked(account(15)), SPIKE)[0]).toEqual({
      ...{ asset: 'ETH', move: 0 },
      pnl: expect.closeTo(-2.25, 12) as number,
    })
  })

  it('equals the funding at those rates, linear and inverse, whichever side pays', () => {
    const held = account(15, {
      marginAccounts: [marginAccount('USDT', { crossEquity: 15 }), marginAccount('ETH', { crossEquity: 1 })],
      positions: [position(ETH), position(BTC, { side: 'short', volume: 40 }), position(ETH_USD, { volume: 0.5 })],
    })
    const atLimits = {
      ...held,
      quotes: [
        ...PAIRS.map((each) => quote(each, 100)),
        quote(ETH, 100, { fundingRate: '0.0075' }),
        quote(BTC, 100, { fundingRate: '-0.0075' }),
        quote(ETH_USD, 100, { fundingRate: '0.0075' }),
      ],
    }
    const { daily, positions } = assess(atLimits).funding
    expect(positions).toHaveLength(3)
    expect(toFloat(daily)).toBeLessThan(-3)
    expect(run(held).pnl.value).toBeCloseTo(toFloat(daily), 12)
  })

  it('has one rate for both sides of a contract, so the smaller side receives', () => {
    const { pnl, units } = run(
      account(15, {
        marginAccounts: [marginAccount('USDT', { crossEquity: 15, isolatedEquity: 10 })],
        positions: [position(ETH), position(ETH, { side: 'short', volume: 60, marginMode: 'isolated', margin: 10 })],
      }),
    )
    expect(pnl.value).toBeCloseTo(-0.0225 * 40, 12)
    expect(units.map(({ rateAfter }) => rateAfter)).toEqual([
      expect.closeTo((15 - 2.25) / 100, 12),
      expect.closeTo((10 + 1.35) / 60, 12),
    ])
  })

  it('liquidates what it leaves below its requirement, and takes no more than there is', () => {
    const figures = [2.9, 2.8, 2].map((equity) => {
      const { pnlWithLiquidation, equityAfter, units } = run(account(equity))
      return [pnlWithLiquidation.value, equityAfter.value, units[0]?.isLiquidated]
    })
    expect(figures).toEqual([
      [expect.closeTo(-2.25, 12), expect.closeTo(0.65, 12), false],
      [expect.closeTo(-2.8, 12), expect.closeTo(0, 12), true],
      [expect.closeTo(-2, 12), expect.closeTo(0, 12), true],
    ])
  })

  it('charges nothing to a position whose margin is unknown, and does not guess its side', () => {
    const unknown = position(ETH, { side: 'short', volume: 300, marginMode: 'isolated', margin: null })
    const { pnl, units } = run(account(15, { positions: [position(ETH), unknown] }))
    expect(pnl.value).toBeNull()
    expect(units[0]?.rateAfter).toBeCloseTo(0.1275, 12)
  })

  it('has no figure when a position has no price, and costs nothing without positions', () => {
    const unpriced = run(account(15, { positions: [position(ETH, { markPrice: null })] }))
    expect(unpriced.pnl).toEqual({ value: null, reason: message('figure.notInIt', { names: ['E-ETH-USDT'] }) })
    expect(run(account(15, { positions: [] })).equityAfter.value).toBe(15)
  })
})
