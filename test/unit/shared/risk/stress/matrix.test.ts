import { describe, expect, it } from 'vitest'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { stressMatrix, type StressCell } from '#shared/risk/stress/matrix.ts'
import { shockAccount } from '#shared/risk/shock/shock-account.ts'
import {
  balance,
  contract,
  marginAccount,
  pair,
  position,
  quote,
  riskInputs,
} from '#test/support/portfolio-fixtures.ts'

const ETH = contract('ETH', 'USDT')
const PAIRS = [pair('BTC', 'USDT'), pair('ETH', 'USDT')]
const accountOf = (positions: RiskInputs['positions'], crossEquity: number) =>
  shockAccount(
    modelAccount(
      riskInputs({
        instruments: [...PAIRS, ETH],
        quotes: PAIRS.map((each) => quote(each, 100)),
        balances: [balance('BTC', 1)],
        marginAccounts: [marginAccount('USDT', { crossEquity })],
        positions,
      }),
    ),
  )
const shocked = accountOf([position(ETH)], 20)

describe('the matrix of market moves and strengths of the other coins', () => {
  const [falls, none] = stressMatrix(shocked, 'BTC', [-0.19, 0], [0.5, 1, 2])

  it('moves the benchmark by the move and the others by its power', () => {
    expect(falls!.map(({ shock, altShock }) => [shock, altShock])).toEqual([
      [-0.19, expect.closeTo(-0.1, 12)],
      [-0.19, expect.closeTo(-0.19, 12)],
      [-0.19, expect.closeTo(0.81 ** 2 - 1, 12)],
    ])
  })

  it('gives what is left, the worst margin rate of the remaining units, and what was liquidated', () => {
    expect(falls![0]).toMatchObject({ equity: expect.closeTo(91, 9) as number, liquidated: [] })
    expect(falls![0]!.lowestMarginRate).toBeCloseTo(10 / 90, 12)
    expect(falls![0]!.equityWithLiquidation).toBeCloseTo(91, 9)
    const [, , worst] = falls!
    expect(worst).toMatchObject({ worstUsage: null, liquidated: ['cross:USDT'] })
    // The margin rate of the liquidated unit as the model continues it: (20 - 34.39) / 65.61.
    expect(worst!.lowestMarginRate).toBeCloseTo((20 - (1 - 0.81 ** 2) * 100) / (100 * 0.81 ** 2), 12)
    expect(worst!.equity).toBeCloseTo(81 + 20 - (1 - 0.81 ** 2) * 100, 9)
    expect(worst!.equityWithLiquidation).toBeCloseTo(81, 9)
  })

  it('does not say what is left when it is unknown what was liquidated', () => {
    const unknown = accountOf([position(ETH, { maintenanceRate: null })], 20)
    const [[cell]] = stressMatrix(unknown, 'BTC', [-0.9], [1]) as [[StressCell]]
    expect(cell).toMatchObject({ equityWithLiquidation: null, liquidated: [], notModelled: ['cross:USDT'] })
    expect(cell.equity).toBeCloseTo(10 + 20 - 90, 9)
    expect(falls![0]!.notModelled).toEqual([])
  })

  it('has no equity when a position is not included', () => {
    const [[cell]] = stressMatrix(accountOf([position(ETH, { markPrice: null })], 20), 'BTC', [-0.2], [1]) as [
      [StressCell],
    ]
    expect(cell).toMatchObject({ equity: null, equityWithLiquidation: null })
  })

  it('keeps an existing debt', () => {
    const cells = stressMatrix(accountOf([position(ETH)], -20), 'BTC', [-0.1, 0, 0.5], [1]).flat()
    const left = [90 - 20 - 10, 100 - 20, 150 - 20].map((each) => expect.closeTo(each, 9) as number)
    expect(cells.map(({ equityWithLiquidation }) => equityWithLiquidation)).toEqual(left)
  })

  it('equals the account when the market does not move', () => {
    for (const { equity, lowestMarginRate } of none!) expect([equity, lowestMarginRate]).toEqual([120, 0.2])
  })

  it.each([
    [20, 40],
    [40, 20],
  ])('gives the unit with the least margin, whichever comes first (%d and %d)', (usdt, usdc) => {
    const inUsdc = contract('ETH', 'USDC')
    const two = shockAccount(
      modelAccount(
        riskInputs({
          instruments: [...PAIRS, ETH, inUsdc],
          quotes: PAIRS.map((each) => quote(each, 100)),
          marginAccounts: [marginAccount('USDT', { crossEquity: usdt }), marginAccount('USDC', { crossEquity: usdc })],
          positions: [position(ETH), position(inUsdc)],
        }),
      ),
    )
    const [[now]] = stressMatrix(two, 'BTC', [0], [1]) as [[StressCell]]
    expect(now.lowestMarginRate).toBeCloseTo(20 / 100, 12)
    // 0.5 % maintenance and 0.1 % fee, of 100.
    expect(now.worstUsage).toBeCloseTo(0.6 / 20, 12)
    const [[fallen]] = stressMatrix(two, 'BTC', [-0.3], [1]) as [[StressCell]]
    expect(fallen.liquidated).toEqual([usdt === 20 ? 'cross:USDT' : 'cross:USDC'])
    expect(fallen.lowestMarginRate).toBeCloseTo(-10 / 70, 12)
    expect(fallen.worstUsage).toBeCloseTo(0.42 / 10, 12)
  })
})
