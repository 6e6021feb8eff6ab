import { inEnglish } from '#shared/words/say.ts'
import { message, verbatim } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import type { Moves, Scenario } from '#shared/risk/stress/scenario-report.ts'
import { accountUnder } from '#shared/risk/stress/account-under.ts'
import { dayMore } from '#shared/risk/stress/venue-down.ts'
import { factorsOf, pnlByAsset, runScenario } from '#shared/risk/stress/scenario.ts'
import { betaMoves, betaScenarios, SCENARIOS } from '#shared/risk/stress/listed-scenarios.ts'
import { shockAccount } from '#shared/risk/shock/shock-account.ts'
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
import { compareLeaves, oracleInputs, oracleUnitId, readOracle, type OracleAccount, type Tolerance } from '../oracle.ts'

interface StressOracle {
  inputs: OracleAccount & { scenarios: (PastDays | { id: string; hyp: object })[]; betas: Record<string, number> }
  expected: Record<string, { shock_close: Record<string, number>; shock_low: Record<string, number> }>
  tolerance: Tolerance
}

/** Moves in percent. `window` is "close 2022-11-05 -> 11-09" for a period. */
interface PastDays {
  id: string
  window: string
  close: Record<string, number>
  low: Record<string, number>
  default_alt_close: number
  default_alt_low: number
}

const CASH = new Set(['USDT'])
const scenario = (moves: Moves, low = moves): Scenario => ({
  id: 'x',
  name: verbatim('x'),
  about: verbatim('x'),
  close: moves,
  low,
})
const run = (of: RiskInputs, tried: Scenario) => runScenario(shockAccount(modelAccount(of)), tried)

describe('scenarios', () => {
  it('agree with the known answers of stress_scenarios, both listed ones and those that follow from betas', () => {
    const { inputs, expected, tolerance } = readOracle('stress_scenarios') as StressOracle
    const shocked = shockAccount(modelAccount(oracleInputs(inputs)))
    const all = new Map([...SCENARIOS, ...betaScenarios(inputs.betas)].map((each) => [each.id, each]))
    const hypothetical = new Map([
      ['hyp_down_30_beta', all.get('beta_down_30')],
      ['hyp_up_50_uniform', all.get('uniform_up_50')],
      ['hyp_down_99_uniform', scenario({ named: {}, others: -0.99 })],
    ])
    const actual = Object.fromEntries(
      Object.entries(expected).map(([id, want]) => {
        const tried = hypothetical.get(id) ?? all.get(id)
        if (!tried) throw new Error(`there is no scenario ${id}`)
        const result = runScenario(shocked, tried)
        const movesOf = (moves: Moves, assets: object) =>
          Object.fromEntries(Object.keys(assets).map((asset) => [asset, factorsOf(moves, CASH)(asset) - 1]))
        return [
          id,
          {
            shock_close: movesOf(tried.close, want.shock_close),
            shock_low: movesOf(tried.low, want.shock_low),
            equity_before: result.equityBefore,
            pnl_no_liquidation: result.pnl.value,
            pnl_with_liquidation: result.pnlWithLiquidation.value,
            liquidated_units: result.units
              .filter((unit) => unit.isLiquidated)
              .map(({ id: unit }) => oracleUnitId(unit)),
          },
        ]
      }),
    )
    expect(Object.keys(expected)).toEqual(inputs.scenarios.map(({ id }) => id))
    expect(compareLeaves(actual, expected, tolerance)).toBe(11 * 11 + 28)
  })

  it('of the past match independently collected days, for every coin', () => {
    const { scenarios } = (readOracle('stress_scenarios') as StressOracle).inputs
    const past = scenarios.filter((each): each is PastDays => !('hyp' in each))
    expect(past).toHaveLength(8)
    for (const { id, window, close, low, default_alt_close, default_alt_low } of past) {
      const [, year, from, to] = /(\d{4})-(\d\d-\d\d) -> (\d\d-\d\d)/.exec(window) ?? []
      const days = year ? (Date.parse(`${year}-${to}`) - Date.parse(`${year}-${from}`)) / 86_400_000 : 1
      const moves = (named: Record<string, number>, others: number): Moves => ({
        named: Object.fromEntries(Object.entries(named).map(([coin, percent]) => [coin, percent / 100])),
        others: others / 100,
      })
      expect(SCENARIOS.find((each) => each.id === id)).toMatchObject({
        days,
        close: moves(close, default_alt_close),
        low: moves({ ...close, ...low }, default_alt_low),
      })
    }
  })

  it('that are hypothetical move the market both ways by the sizes in their names, or break one link', () => {
    const straight = (moves: Moves) => ({ close: moves, low: moves })
    const sizes = [-50, -30, -20, -10, -5, 5, 10, 20, 30, 50]
    const idOf = (size: number) => `${size < 0 ? 'down' : 'up'}_${Math.abs(size)}`
    const supposed = SCENARIOS.filter(({ days }) => days === undefined)
    expect(supposed.map(({ id, close, low }) => ({ id, close, low }))).toEqual([
      ...sizes.map((size) => ({ id: `uniform_${idOf(size)}`, ...straight({ named: {}, others: size / 100 }) })),
      { id: 'correlation_break', ...straight({ named: { BTC: 0 }, others: -0.3 }) },
      { id: 'basis_down', ...straight({ named: {}, others: 0, basis: -0.03 }) },
      { id: 'basis_up', ...straight({ named: {}, others: 0, basis: 0.03 }) },
      { id: 'depeg_usdt', ...straight({ named: { USDT: -0.05 }, others: 0 }) },
      { id: 'depeg_usdc', ...straight({ named: { USDC: -0.05 }, others: 0 }) },
      { id: 'funding_spike', ...straight({ named: {}, others: 0 }) },
    ])
    expect(betaScenarios({}).map(({ id, close }) => [id, close.named['BTC']])).toEqual(
      sizes.map((size) => [`beta_${idOf(size)}`, expect.closeTo(size / 100, 12) as number]),
    )
    expect(
      supposed.filter(({ id }) => /^uniform.*30|^basis|^depeg/.test(id)).map(({ name }) => inEnglish(name)),
    ).toEqual([
      'All −30 %',
      'All +30 %',
      'Contracts −3 % against Spot',
      'Contracts +3 % against Spot',
      'USDT −5 %',
      'USDC −5 %',
    ])
  })

  it('in the list have distinct names and ids, and moves above -100 %', () => {
    const all = [...SCENARIOS, ...betaScenarios({ ETH: 1.2 })]
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    for (const { close, low } of all) {
      for (const moves of [close, low]) {
        for (const move of [...Object.values(moves.named), moves.others]) expect(move).toBeGreaterThan(-1)
      }
    }
  })

  it('by beta move the market by the move itself, and unknown coins one and a half times as far', () => {
    const { named, others } = betaMoves(-0.2, { BTC: 1, STABLE: 0 })
    expect(named['BTC']).toBeCloseTo(-0.2, 12)
    expect(named['STABLE']).toBe(0)
    expect(others).toBeCloseTo(0.8 ** 1.5 - 1, 12)
    expect(betaScenarios({ BTC: 7 })[0]?.close.named['BTC']).toBeCloseTo(-0.5, 12)
  })
})

const ETH = contract('ETH', 'USDT')
const PAIRS = [pair('BTC', 'USDT'), pair('ETH', 'USDT')]
const leveraged = riskInputs({
  instruments: [...PAIRS, ETH],
  quotes: PAIRS.map((each) => quote(each, 100)),
  balances: [balance('BTC', 1), balance('USDT', 40)],
  marginAccounts: [marginAccount('USDT', { crossEquity: 15, orderMargin: 5 })],
  positions: [position(ETH)],
})

describe('an account under a scenario', () => {
  it('is liquidated at the low, and what remains is valued at the close', () => {
    const moves = (eth: number): Moves => ({ named: { ETH: eth }, others: 0 })
    const survived = run(leveraged, scenario(moves(-0.125)))
    expect(survived.units).toEqual([{ id: 'cross:USDT', rateBefore: 0.15, rateAfter: 2.5 / 87.5, isLiquidated: false }])
    expect([survived.pnl.value, survived.pnlWithLiquidation.value, survived.equityAfter.value]).toEqual([
      -12.5, -12.5, 147.5,
    ])
    const liquidated = run(leveraged, scenario(moves(-0.125), moves(-0.25)))
    expect(liquidated.units).toEqual([{ id: 'cross:USDT', rateBefore: 0.15, rateAfter: null, isLiquidated: true }])
    expect([liquidated.pnl.value, liquidated.pnlWithLiquidation.value]).toEqual([-12.5, -15])
  })

  it.each([
    ['at the low alone', -0.2, -0.05, true],
    ['at the close alone', -0.05, -0.2, true],
    ['at both', -0.2, -0.2, true],
    ['at neither', -0.05, -0.05, false],
  ])('is liquidated when its equity is below its requirement %s', (_, low, close, isLiquidated) => {
    const moves = (eth: number): Moves => ({ named: { ETH: eth }, others: 0 })
    expect(run(leveraged, scenario(moves(close), moves(low))).units).toMatchObject([{ isLiquidated }])
  })

  it('gives the contribution of each asset, largest first, and leaves cash unless it is named', () => {
    const tried = scenario({ named: {}, others: -0.05 })
    expect(pnlByAsset(shockAccount(modelAccount(leveraged)), tried)).toEqual([
      { asset: 'BTC', move: expect.closeTo(-0.05, 12) as number, pnl: expect.closeTo(-5, 9) as number },
      { asset: 'ETH', move: expect.closeTo(-0.05, 12) as number, pnl: expect.closeTo(-5, 9) as number },
      { asset: 'USDT', move: 0, pnl: 0 },
    ])
    const depeg = run(
      leveraged,
      SCENARIOS.find(({ id }) => id === 'depeg_usdt')!,
    )
    expect(depeg.pnl.value).toBeCloseTo(-0.05 * 60 + 0.95 * (100 / 0.95 - 100), 9)
  })

  it('does not guess what is liquidated when a position is not known well enough', () => {
    const { pnl, pnlWithLiquidation, equityAfter, unpriced } = run(
      { ...leveraged, positions: [position(ETH, { maintenanceRate: null })], balances: [balance('DEAD', 1)] },
      scenario({ named: {}, others: -0.05 }),
    )
    expect(pnl.value).toBeCloseTo(-5, 9)
    expect([pnlWithLiquidation.value, equityAfter.value]).toEqual([null, null])
    expect(pnlWithLiquidation.reason).toEqual(message('figure.scenarioUnknown'))
    expect(unpriced).toEqual(['DEAD'])
  })

  it('has no profit when a position is not included, and names it', () => {
    const unread = { ...leveraged, marginAccounts: [], positions: [position(ETH, { marginMode: 'isolated' })] }
    const unpriced = { ...leveraged, positions: [position(ETH, { markPrice: null })] }
    for (const held of [unread, unpriced]) {
      const { pnl, pnlWithLiquidation, equityAfter } = run(held, scenario({ named: {}, others: -0.2 }))
      for (const figure of [pnl, pnlWithLiquidation, equityAfter]) {
        expect(figure).toEqual({ value: null, reason: message('figure.notInIt', { names: ['E-ETH-USDT'] }) })
      }
    }
  })

  it('keeps an existing debt: a bankrupt account gains nothing by a crash or by a rise', () => {
    const bankrupt = { ...leveraged, marginAccounts: [marginAccount('USDT', { crossEquity: -50, orderMargin: 5 })] }
    const eth = (move: number) => run(bankrupt, scenario({ named: { ETH: move }, others: 0 }))
    const figures = [-0.5, 0, 0.25, 0.75].map((move) => eth(move).pnlWithLiquidation.value)
    expect(figures).toEqual([-50, 0, 0, 0])
    expect(eth(-0.5).pnl.value).toBe(-50)
    expect(eth(0.75).equityAfter.value).toBe(eth(0.75).equityBefore)
  })

  it('counts a unit in liquidation as zero before and after, as VaR with liquidations does', () => {
    const going = { ...leveraged, marginAccounts: [marginAccount('USDT', { crossEquity: '0.5', orderMargin: 5 })] }
    const shocked = shockAccount(modelAccount(going))
    const eth = (move: number) => run(going, scenario({ named: { ETH: move, BTC: -0.1 }, others: 0 }))
    expect([-0.5, 0, 0.75].map((move) => eth(move).pnlWithLiquidation.value)).toEqual([-10, -10, -10])
    expect(eth(-0.5).equityBefore).toBe(145)
    expect(eth(-0.5).equityAfter.value).toBe(135)
    const returns = new Map([
      ['ETH', Float64Array.of(-0.5)],
      ['BTC', Float64Array.of(-0.1)],
    ])
    expect(pnlOf(shocked, returns, 1).withLiquidation[0]).toBe(-10)
  })

  it('moves contracts away from their coin under a basis, so a hedge of Spot by a short is not perfect', () => {
    const inverse = contract('BTC', 'USD', { direction: 'inverse' })
    const hedged = riskInputs({
      instruments: [...PAIRS, ETH, inverse],
      quotes: PAIRS.map((each) => quote(each, 100)),
      balances: [balance('ETH', 1)],
      marginAccounts: [marginAccount('USDT', { crossEquity: 50 }), marginAccount('BTC', { crossEquity: 1 })],
      positions: [position(ETH, { side: 'short' }), position(inverse, { side: 'short', volume: 1 })],
    })
    const shocked = shockAccount(modelAccount(hedged))
    const [down, up] = ['basis_down', 'basis_up'].map((name) => SCENARIOS.find(({ id }) => id === name)!)
    expect(runScenario(shocked, down!).pnl.value).toBeCloseTo(3 + 100 * (1 / 0.97 - 1), 9)
    expect(runScenario(shocked, up!).pnl.value).toBeCloseTo(-3 + 100 * (1 / 1.03 - 1), 9)
    expect(accountUnder(shocked, down!.close).equity - shocked.equity).toBeCloseTo(3 + 100 * (1 / 0.97 - 1), 9)
    expect(dayMore(down!).close.basis).toBe(down!.close.basis)
  })

  it('finds an asset by its name even if every object has a property of that name', () => {
    expect(factorsOf({ named: {}, others: -0.5 }, CASH)('constructor')).toBe(0.5)
  })
})
