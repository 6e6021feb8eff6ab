import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { decimal, toText } from '#shared/domain/decimal.ts'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import { liquidityOf, type LiquidityInputs } from '#shared/risk/liquidity/liquidity.ts'
import { STRESSED_MARKET } from '#shared/risk/liquidity/stressed.ts'
import { wildestOverAll } from '#shared/risk/series/wildest-window.ts'
import { depth } from '#test/support/desk-facts.ts'
import { balance, contract, marginAccount, position, riskInputs } from '#test/support/portfolio-fixtures.ts'
import { volatilities } from './facts.ts'

const BTC = contract('BTC', 'USDT', { multiplier: '0.01', maxMarketVolume: 40 })
/** 100 contracts are one coin. A quarter is left of the bids at which they are sold: 15, 5 and 10. */
const BIDS: [number, number][] = [
  [99.95, 60],
  [99.8, 20],
  [99.5, 40],
]

function liquidity(overrides: Partial<LiquidityInputs> = {}) {
  const account = riskInputs({
    instruments: [BTC],
    positions: [position(BTC, { markPrice: 100 })],
    marginAccounts: [marginAccount('USDT', { crossEquity: 1_000 })],
    balances: [balance('USDT', 500)],
  })
  const report = liquidityOf({
    model: modelAccount(account),
    instruments: [BTC],
    depths: [
      { ...depth('contract', BTC.name, BIDS, [[100.05, 10]]), readAt: 7, mark: { price: decimal(100), readAt: 7 } },
    ],
    orders: [],
    statistics: volatilities({ BTC: 0.04 }, { BTC: 1.5 }),
    dayVolumes: new Map([[`contract:${BTC.name}`, 10_000]]),
    unread: [],
    ...overrides,
  })
  return { ...report, row: report.rows[0]!, stressed: report.rows[0]!.stressed }
}

describe('a stressed market', () => {
  it('leaves a quarter of every level, and the rest goes beyond the order book at the higher volatility', () => {
    const { row, stressed } = liquidity()
    expect([row.levelsUsed, toText(row.unfilled)]).toEqual([3, '0'])
    expect([stressed.levelsUsed, toText(stressed.unfilled), toText(stressed.worstPrice!)]).toEqual([3, '70', '99.5'])
    expect(stressed.depthCost.value).toBeCloseTo(0.05 * 0.15 + 0.1 * 0.45, 12)
    const beyond = 99.5 * (1 - (2 / 3) * 0.04 * 1.5 * Math.sqrt(70 / 10_000))
    expect(stressed.impactCost.value).toBeCloseTo(0.7 * (99.95 - beyond), 10)
    expect(stressed.depthShare.map(({ share }) => share.value)).toEqual([100 / 15, 100 / 20, 100 / 30])
    expect([stressed.volatilityFactor, stressed.isFactorAssumed]).toEqual([1.5, false])
  })

  it('has parts that add up, with the current mid and spread, and its own totals', () => {
    const { row, stressed, totals, stressedTotals } = liquidity()
    const { depthCost, impactCost, fee, cost, exitPnl } = stressed
    const parts = [row.markGap, row.spreadCost, depthCost, impactCost, fee]
    expect(cost.value).toBeCloseTo(
      parts.reduce((sum, { value }) => sum + value!, 0),
      12,
    )
    expect(exitPnl.value! - row.exitPnl.value!).toBeCloseTo(row.cost.value! - cost.value!, 12)
    expect(totals.cost.value).toBe(row.cost.value)
    expect(stressedTotals.cost.value).toBe(cost.value)
    expect(stressedTotals.liquidationValue.value).toBeCloseTo(1_500 - cost.value!, 12)
    expect(stressedTotals.participationSeconds).toEqual(totals.participationSeconds)
  })

  it('triples the volatility when the history has no wild days, and says so', () => {
    const { stressed } = liquidity({ statistics: volatilities({ BTC: 0.04 }) })
    expect(STRESSED_MARKET).toEqual({ depthLeft: 0.25, volatilityFactor: 3 })
    expect([stressed.volatilityFactor, stressed.isFactorAssumed]).toEqual([3, true])
    const beyond = 99.5 * (1 - (2 / 3) * 0.12 * Math.sqrt(70 / 10_000))
    expect(stressed.impactCost.value).toBeCloseTo(0.7 * (99.95 - beyond), 10)
  })

  it('has no cost when too much of a day’s volume would go beyond the order book, even if there is a cost now', () => {
    const { row, stressed } = liquidity({ dayVolumes: new Map([[`contract:${BTC.name}`, 500]]) })
    expect(row.cost.value).not.toBeNull()
    expect(stressed.cost).toEqual({
      value: null,
      reason: expect.objectContaining({ code: 'figure.beyondLaw' }) as Message,
    })
    expect(stressed.reason?.code).toBe('figure.beyondLaw')
  })

  it('gives nothing when nothing is known now either', () => {
    const { row, stressed } = liquidity({ depths: [] })
    expect([row.cost, stressed.cost]).toEqual(Array(2).fill({ value: null, reason: message('figure.bookNotRead') }))
  })
})

describe('the ratio of the wildest days to all days', () => {
  const days = (count: number, size: number): number[] =>
    Array.from({ length: count }, (_, day) => (day % 2 === 0 ? size : -size))

  it('uses the wildest 30 consecutive days, wherever they are', () => {
    const ratio = Math.sqrt(9e-4 / ((60 * 1e-4 + 30 * 9e-4) / 90))
    for (const values of [
      [...days(60, 0.01), ...days(30, 0.03)],
      [...days(17, 0.01), ...days(30, 0.03), ...days(43, 0.01)],
      [...days(30, 0.03), ...days(60, 0.01)],
    ]) {
      expect(wildestOverAll(values).value).toBeCloseTo(ratio, 12)
    }
  })

  it('is one when all days are alike, and never less', () => {
    expect(wildestOverAll(days(60, 0.02)).value).toBeCloseTo(1, 12)
    expect(wildestOverAll([0.5, ...days(60, 0.001), 0.5]).value).toBeGreaterThanOrEqual(1)
  })

  it('is unknown with few days, or for a price that does not move', () => {
    expect(wildestOverAll(days(59, 0.01))).toEqual({
      value: null,
      reason: message('figure.tooFew.days', { needed: 60, count: 59 }),
    })
    expect(wildestOverAll(days(60, 0)).reason).toEqual(message('figure.priceStill'))
  })
})
