import { describe, expect, it } from 'vitest'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import { shockAccount, type ShockAccount } from '#shared/risk/shock/shock-account.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { equityUnder, unitsUnder } from '#test/support/account-under.ts'
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

const LINEAR = contract('ETH', 'USDT')
const INVERSE = contract('BTC', 'USD', { direction: 'inverse' })
const PAIRS = [pair('BTC', 'USDT'), pair('ETH', 'USDT')]
const market = { instruments: [...PAIRS, LINEAR, INVERSE], quotes: PAIRS.map((each) => quote(each, 100)) }

describe('an account as a sum of terms', () => {
  it('has a size that grows with its markets, not with its positions', () => {
    const many = Array.from({ length: 50 }, (_, index) =>
      contract('ETH', 'USDT', { name: `E-ETH-USDT-${String(index)}` }),
    )
    const shocked = accountOf(
      riskInputs({
        ...market,
        instruments: [...PAIRS, ...many],
        marginAccounts: [marginAccount('USDT', { crossEquity: 1000 })],
        positions: many.map((of) => position(of)),
      }),
    )
    expect(shocked.gains).toEqual([{ base: 'ETH', quote: 'USDT', coefficient: 5000, paidIn: 'USDT' }])
    expect(shocked.units).toHaveLength(1)
  })

  it('values an inverse short covered by its own coins at its face value, whatever the price', () => {
    const shocked = accountOf(
      riskInputs({
        ...market,
        marginAccounts: [marginAccount('BTC', { crossEquity: 100 })],
        positions: [position(INVERSE, { side: 'short' })],
      }),
    )
    for (const factor of [1e-30, 0, 0.01, 1, 7]) expect(equityUnder(shocked, () => factor)).toBeCloseTo(10_000, 6)
  })

  it('loses value with a peg when the reporting coin is cash, and nothing moves when it is the yardstick', () => {
    const held = riskInputs({ ...market, balances: [balance('USDT', 1000), balance('BTC', 2)] })
    const peg = (asset: string): number => (asset === 'USDT' ? 0.95 : 1)
    expect(equityUnder(accountOf(held), peg)).toBeCloseTo(1150, 9)
    const inCoins = accountOf({ ...held, reportingCoin: 'BTC' })
    expect(equityUnder(inCoins, (asset) => (asset === 'BTC' ? 0.5 : 1))).toBeCloseTo(22, 9)
    expect(equityUnder(inCoins, () => 0.5)).toBeCloseTo(12, 9)
  })

  it('names what has no price, and units whose liquidation is unknown', () => {
    const shocked = accountOf(
      riskInputs({
        ...market,
        balances: [balance('DEAD', 5)],
        marginAccounts: [marginAccount('USDT', { crossEquity: 1000 })],
        positions: [position(LINEAR, { maintenanceRate: null }), position(contract('SOL', 'USDT'))],
      }),
    )
    expect(shocked.unpriced).toEqual(['DEAD', 'E-SOL-USDT'])
    expect(shocked.notModelled).toEqual(['cross:USDT'])
    expect(unitsUnder(shocked, () => 0.01)).toEqual([
      expect.objectContaining({ id: 'cross:USDT', requirement: null, value: null, isLiquidated: false }),
    ])
  })

  it.each([
    ['without a price', { positions: [position(LINEAR), position(contract('SOL', 'USDT'))] }, ['E-SOL-USDT']],
    [
      'whose account was not read',
      { marginAccounts: [], positions: [position(LINEAR, { marginMode: 'isolated' })] },
      [LINEAR.name],
    ],
    [
      'in a coin without a price',
      { quotes: [quote(PAIRS[1]!, 100)], positions: [position(INVERSE)], marginAccounts: [marginAccount('BTC')] },
      [INVERSE.name],
    ],
    ['with a volume of zero', { positions: [position(contract('SOL', 'USDT'), { volume: 0 })] }, []],
    ['of no account', {}, []],
  ])('names a position that is not included: one %s', (_, held, names) => {
    const accounts = [marginAccount('USDT', { crossEquity: 1000 })]
    expect(accountOf(riskInputs({ ...market, marginAccounts: accounts, ...held })).notCounted).toEqual(names)
  })
})
