import { describe, expect, it } from 'vitest'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import { pnlOf, shockBook, type ShockBook } from '#shared/risk/stress/shock-book.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { equityUnder, unitsUnder } from '#test/support/book-under.ts'
import {
  balance,
  contract,
  marginAccount,
  pair,
  position,
  quote,
  riskInputs,
} from '#test/support/portfolio-fixtures.ts'
import { compareLeaves, oracleInputs, readOracle, type OracleAccount, type Tolerance } from '../oracle.ts'

interface RevaluationOracle {
  inputs: OracleAccount & { scenario_returns: Record<string, number[]> }
  expected: {
    uncapped_first5: number[]
    capped_worst5_sorted: number[]
    n_scenarios_any_liquidation: number
    btc_account_coin_first5: number[]
    delta_normal_equals_uncapped: boolean
  }
  tolerance: Tolerance
}

const { inputs, expected, tolerance } = readOracle('full_revaluation_var') as RevaluationOracle
const returns = new Map(
  Object.entries(inputs.scenario_returns).map(([asset, values]) => [asset, Float64Array.from(values)]),
)
const days = [...returns.values()][0]!.length
const bookOf = (of: RiskInputs): ShockBook => shockBook(modelAccount(of))
const factorsOn = (day: number) => (asset: string) => 1 + (returns.get(asset)?.[day] ?? 0)
const rounded = (values: Iterable<number>): number[] => Array.from(values, (value) => Math.round(value * 1e6) / 1e6)

describe('an account under the days of full_revaluation_var', () => {
  it('agrees with the known profits, uncapped, capped and in coins', () => {
    const account = oracleInputs(inputs)
    const book = bookOf(account)
    const { total, withLiquidation } = pnlOf(book, returns, days)
    const inCoins = bookOf({
      ...account,
      reportingCoin: 'BTC',
      balances: [],
      marginAccounts: account.marginAccounts!.filter(({ marginCoin }) => marginCoin === 'BTC'),
      positions: account.positions!.filter(({ marginCoin }) => marginCoin === 'BTC'),
    })
    const liquidations = Array.from(total, (_, day) =>
      unitsUnder(book, factorsOn(day)).some(({ isLiquidated }) => isLiquidated),
    )
    const actual = {
      uncapped_first5: total.slice(0, 5),
      capped_worst5_sorted: withLiquidation.toSorted().slice(0, 5),
      n_scenarios_any_liquidation: liquidations.filter(Boolean).length,
      btc_account_coin_first5: pnlOf(inCoins, returns, days).total.slice(0, 5),
      delta_normal_equals_uncapped: isLinear(book, total),
    }
    // The other 16 leaves are estimates made of these profits: they are tested where the estimators are.
    const { uncapped_first5, capped_worst5_sorted, n_scenarios_any_liquidation } = expected
    const { btc_account_coin_first5, delta_normal_equals_uncapped } = expected
    const mine = { uncapped_first5, capped_worst5_sorted, n_scenarios_any_liquidation }
    const compared = compareLeaves(
      actual,
      { ...mine, btc_account_coin_first5, delta_normal_equals_uncapped },
      tolerance,
    )
    expect(compared).toBe(17)
  })

  it('differs by what liquidated units would have been worth', () => {
    const book = bookOf(oracleInputs(inputs))
    const { total, withLiquidation } = pnlOf(book, returns, days)
    for (let day = 0; day < days; day++) {
      const gone = unitsUnder(book, factorsOn(day)).flatMap(({ id, equity, isLiquidated }) => {
        const { rate, marginCoin } = book.units.find((unit) => unit.id === id)!
        return isLiquidated ? equity! * rate! * factorsOn(day)(marginCoin) : []
      })
      const lost = gone.reduce((sum, worth) => sum + worth, 0)
      expect(total[day]! - withLiquidation[day]!).toBeCloseTo(lost, 6)
    }
  })
})

/** In the reporting coin the account is linear in each price: Σ delta x return, the delta of each asset from a bump of it. */
function isLinear(book: ShockBook, total: Float64Array): boolean {
  const bump = 0.01
  const deltas = [...returns.keys()].map((asset) => {
    const bumped = equityUnder(book, (each) => (each === asset ? 1 + bump : 1))
    return { asset, delta: (bumped - book.equity) / bump }
  })
  return total.every((profit, day) => {
    const linear = deltas.reduce((sum, { asset, delta }) => sum + delta * returns.get(asset)![day]!, 0)
    return Math.abs(linear - profit) < 1e-4
  })
}

const LINEAR = contract('ETH', 'USDT')
const INVERSE = contract('BTC', 'USD', { direction: 'inverse' })
const PAIRS = [pair('BTC', 'USDT'), pair('ETH', 'USDT')]
const market = { instruments: [...PAIRS, LINEAR, INVERSE], quotes: PAIRS.map((each) => quote(each, 100)) }

describe('an account as sums', () => {
  it('costs as much as its markets, not as its positions', () => {
    const many = Array.from({ length: 50 }, (_, index) =>
      contract('ETH', 'USDT', { name: `E-ETH-USDT-${String(index)}` }),
    )
    const book = bookOf(
      riskInputs({
        ...market,
        instruments: [...PAIRS, ...many],
        marginAccounts: [marginAccount('USDT', { crossEquity: 1000 })],
        positions: many.map((of) => position(of)),
      }),
    )
    expect(book.gains).toEqual([{ base: 'ETH', quote: 'USDT', inverse: false, coefficient: 5000, paidIn: 'USDT' }])
    expect(book.units).toHaveLength(1)
  })

  it('values an inverse short covered by its own coins at its face value, whatever the price', () => {
    const book = bookOf(
      riskInputs({
        ...market,
        marginAccounts: [marginAccount('BTC', { crossEquity: 100 })],
        positions: [position(INVERSE, { side: 'short' })],
      }),
    )
    for (const factor of [1e-30, 0, 0.01, 1, 7]) expect(equityUnder(book, () => factor)).toBeCloseTo(10_000, 6)
  })

  it('loses worth with a peg where the reporting coin is cash, and nothing moves where it is the yardstick', () => {
    const held = riskInputs({ ...market, balances: [balance('USDT', 1000), balance('BTC', 2)] })
    const peg = (asset: string): number => (asset === 'USDT' ? 0.95 : 1)
    expect(equityUnder(bookOf(held), peg)).toBeCloseTo(1150, 9)
    const inCoins = bookOf({ ...held, reportingCoin: 'BTC' })
    expect(equityUnder(inCoins, (asset) => (asset === 'BTC' ? 0.5 : 1))).toBeCloseTo(22, 9)
    expect(equityUnder(inCoins, () => 0.5)).toBeCloseTo(12, 9)
  })

  it('names what has no price, and units of which it is not known what liquidates them', () => {
    const book = bookOf(
      riskInputs({
        ...market,
        balances: [balance('DEAD', 5)],
        marginAccounts: [marginAccount('USDT', { crossEquity: 1000 })],
        positions: [position(LINEAR, { maintenanceRate: null }), position(contract('SOL', 'USDT'))],
      }),
    )
    expect(book.unpriced).toEqual(['DEAD', 'E-SOL-USDT'])
    expect(book.notModelled).toEqual(['cross:USDT'])
    expect(unitsUnder(book, () => 0.01)).toEqual([
      expect.objectContaining({ id: 'cross:USDT', requirement: null, value: null, isLiquidated: false }),
    ])
  })

  it.each([
    ['loses on any day what a unit in liquidation has', 1, [-11, -1, 19]],
    ['loses nothing with a unit that has nothing, but what it comes to owe', 0, [-110, 0, 20]],
    ['goes on owing, and more where prices go against it', -50, [-110, 0, 20]],
  ])('%s', (_, crossEquity, left) => {
    const book = bookOf(
      riskInputs({
        ...market,
        marginAccounts: [marginAccount('USDT', { crossEquity })],
        positions: [position(LINEAR, { volume: 1000 })],
        balances: [balance('ETH', 1)],
      }),
    )
    const { total, withLiquidation } = pnlOf(book, new Map([['ETH', Float64Array.of(-0.1, 0, 0.2)]]), 3)
    expect(rounded(total)).toEqual([-110, 0, 220])
    expect(rounded(withLiquidation)).toEqual(left)
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
    ['that is nothing', { positions: [position(contract('SOL', 'USDT'), { volume: 0 })] }, []],
    ['of nobody', {}, []],
  ])('names a position that is not in it: one %s', (_, held, names) => {
    const accounts = [marginAccount('USDT', { crossEquity: 1000 })]
    expect(bookOf(riskInputs({ ...market, marginAccounts: accounts, ...held })).notCounted).toEqual(names)
  })

  it('moves nothing over days of which nothing is known', () => {
    const book = bookOf(riskInputs({ ...market, balances: [balance('BTC', 2)] }))
    const { total, byAsset, withLiquidation } = pnlOf(book, new Map(), 3)
    expect([[...total], byAsset.size, [...withLiquidation]]).toEqual([[0, 0, 0], 0, [0, 0, 0]])
  })
})
