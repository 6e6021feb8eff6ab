import { verbatim } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { toFloat } from '#shared/domain/decimal.ts'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import { assess } from '#shared/risk/assess.ts'
import { CASH_ASSETS } from '#shared/risk/cash.ts'
import { loadLineOf, loadLineWithOrders } from '#shared/risk/load-line/lines.ts'
import { betaShock, coinShock, uniformShock } from '#shared/risk/load-line/shock-model.ts'
import { statisticsOf } from '#shared/risk/statistics.ts'
import { stressMatrix } from '#shared/risk/stress/matrix.ts'
import { pnlByAsset, runScenario } from '#shared/risk/stress/scenario.ts'
import type { Moves } from '#shared/risk/stress/scenario-report.ts'
import { shockAccount } from '#shared/risk/shock/shock-account.ts'
import {
  balance,
  contract,
  marginAccount,
  order,
  pair,
  position,
  quote,
  riskInputs,
} from '#test/support/portfolio-fixtures.ts'
import { barsOf } from './series/bars.ts'

const BTC = pair('BTC', 'USDT')
const USDC = pair('USDC', 'USDT')
const PERP = contract('BTC', 'USDC')

/** One BTC long at 60,000 USDC on 10,000 USDC of margin, and 10,000 USDC on Spot. A USDC is worth 0.99. */
const inputs = riskInputs({
  instruments: [BTC, USDC, PERP],
  balances: [balance('USDC', 10_000)],
  marginAccounts: [marginAccount('USDC', { crossEquity: 10_000 })],
  quotes: [quote(BTC, 59_400), quote(USDC, '0.99')],
  positions: [position(PERP, { averagePrice: 60_000, markPrice: 60_000 })],
})
const model = modelAccount(inputs)
const shocked = shockAccount(model)
const under = (moves: Moves) => {
  const scenario = { id: '', name: verbatim(''), about: verbatim(''), close: moves, low: moves }
  return { ...runScenario(shocked, scenario), assets: pnlByAsset(shocked, scenario) }
}

/** The breach solves 10,000 + 60,000 (g - 1) = 0.006 x 60,000 g. */
const breach = 50_000 / (60_000 * 0.994) - 1

describe('a second dollar coin', () => {
  it('is cash, whatever the venue calls it', () => {
    for (const coin of ['USDT', 'USDC', 'FDUSD', 'TUSD', 'DAI', 'USDP', 'PYUSD', 'USDE', 'USD1', 'USD']) {
      expect(CASH_ASSETS).toContain(coin)
    }
    expect(CASH_ASSETS[0]).toBe('USDT')
    expect(new Set(CASH_ASSETS).size).toBe(CASH_ASSETS.length)
  })

  it('is valued by its pair, and is no exposure', () => {
    const { equity, exposure } = assess(inputs)
    expect(toFloat(equity.total)).toBeCloseTo(20_000 * 0.99, 9)
    expect(exposure.assets.map(({ asset, value }) => [asset, value && toFloat(value)])).toEqual([['BTC', 59_400]])
    expect(toFloat(exposure.cash)).toBeCloseTo(20_000 * 0.99 - 59_400, 9)
    expect(exposure.effectiveLeverage).toBeCloseTo(3, 12)
  })

  it("liquidates positions margined in it at the contract's own liquidation price", () => {
    const { margin, positions, loadLine } = assess(inputs)
    expect(margin[0]!.breachDown).toBeCloseTo(breach, 9)
    expect(toFloat(positions[0]!.liquidation!.own!)).toBeCloseTo(60_000 * (1 + breach), 6)
    expect(loadLine.breaches).toMatchObject([{ unitId: 'cross:USDC', direction: 'down' }])
    const beta = loadLineOf(model, betaShock('betaGeometric', CASH_ASSETS, { BTC: 1 }, 1.5))
    expect(beta.breaches[0]!.shock).toBeCloseTo(breach, 9)
    expect(loadLineOf(model, coinShock('BTC')).breaches[0]!.shock).toBeCloseTo(breach, 9)
  })

  it('does not move with the market, in a scenario or in the matrix', () => {
    expect(under({ named: {}, others: -0.5 })).toMatchObject({
      pnl: { value: expect.closeTo(-30_000 * 0.99, 9) as number },
      // 10,000 USDC on Spot are left.
      equityAfter: { value: expect.closeTo(9_900, 9) as number },
      units: [{ id: 'cross:USDC', isLiquidated: true }],
    })
    const cell = stressMatrix(shocked, 'BTC', [-0.5], [1])[0]![0]!
    expect(cell.equity).toBeCloseTo(-10_000 * 0.99, 9)
    expect(cell.liquidated).toEqual(['cross:USDC'])
  })

  it('moves when it is named: it loses value, and prices quoted in it rise', () => {
    const { assets, pnl, units } = under({ named: { USDC: -0.05 }, others: 0 })
    expect(assets.find(({ asset }) => asset === 'USDC')!.pnl).toBeCloseTo(-0.05 * 20_000 * 0.99, 9)
    // The price in USDC rises by 1 / 0.95, and its profit is paid in USDC.
    expect(pnl.value).toBeCloseTo(-0.05 * 20_000 * 0.99 + 60_000 * (1 / 0.95 - 1) * 0.95 * 0.99, 9)
    expect(units[0]!.isLiquidated).toBe(false)
    expect(loadLineOf(model, coinShock('USDC'), [-0.05]).equity![0]).toBeCloseTo(shocked.equity + pnl.value!, 9)
  })

  it('does not move when a Spot bid turns it into coins, and the order is no exposure in it', () => {
    const own = pair('BTC', 'USDC')
    const bid = order(own, { price: 30_000 })
    const spot = riskInputs({
      instruments: [BTC, USDC, own],
      balances: [balance('USDC', 0, 30_000)],
      quotes: [quote(BTC, 59_400), quote(USDC, '0.99')],
      orders: [bid],
    })
    const pairs = new Map([[own.symbol, own]])
    const line = loadLineWithOrders(modelAccount(spot), [bid], pairs, uniformShock(CASH_ASSETS), [-0.6, 0])
    expect(line.shocks).toEqual([-0.6, expect.closeTo(-0.5, 9), 0])
    expect(line.equity).toEqual([24_000, 30_000, 30_000].map((each) => expect.closeTo(each * 0.99, 6) as number))
    expect(assess(spot).fills!.assets.map(({ asset }) => asset)).toEqual(['BTC'])
  })

  it('has no returns in VaR, even if it has candles', () => {
    const bars = barsOf(Array.from({ length: 300 }, (_, day) => 100 + Math.sin(day)))
    const report = statisticsOf({
      risk: inputs,
      benchmark: 'BTC',
      venueTime: null,
      seriesOf: () => ({ source: 'spot:BTCUSDT', bars: (interval) => (interval === '1day' ? bars : []) }),
    })
    expect(report.var.components.map(({ asset }) => asset)).toEqual(['BTC', 'BTC'])
    expect(report.assets.map(({ asset }) => asset)).toEqual(['BTC'])
    expect(report.history.uncovered).toEqual([])
  })
})
