import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { encode, toFloat, ZERO } from '#shared/domain/decimal.ts'
import { assess } from '#shared/risk/assess.ts'
import {
  balance,
  contract,
  marginAccount,
  pair,
  position,
  quote,
  riskInputs,
} from '#test/support/portfolio-fixtures.ts'

const btcUsdt = pair('BTC', 'USDT')
const btc = contract('BTC', 'USDT')
const DAY = 24 * 60 * 60 * 1000

describe('a risk report', () => {
  it('names every part that was never read and still gives the rest', () => {
    const nothing = riskInputs({
      instruments: null,
      balances: null,
      marginAccounts: null,
      positions: null,
      quotes: null,
      positionsReadAt: null,
    })
    const report = assess(nothing)
    expect(report.missing).toEqual(['instruments', 'balances', 'marginAccounts', 'positions', 'quotes'])
    expect(report.valuation.coverage).toBeNull()
    expect(report.margin).toEqual([])
    const withBalances = assess({ ...nothing, balances: [balance('USDT', 5)] })
    expect(withBalances.missing).not.toContain('balances')
    expect(toFloat(withBalances.equity.total)).toBe(5)
  })

  it('names what has no price instead of valuing it at zero, on Spot and in margin coins', () => {
    const { equity, valuation } = assess(
      riskInputs({ balances: [balance('DEAD', 3)], marginAccounts: [marginAccount('ODD', { crossEquity: 2 })] }),
    )
    expect(equity.unpriced).toEqual(['DEAD', 'ODD'])
    expect(valuation.coverage).toBe(0)
    expect(equity.coins[0]?.value).toBeNull()
  })

  it('adds order margin to the equity of a coin, because cross equity excludes it', () => {
    const { equity } = assess(
      riskInputs({ marginAccounts: [marginAccount('USDT', { crossEquity: 10, isolatedEquity: 4, orderMargin: 3 })] }),
    )
    expect(toFloat(equity.total)).toBe(17)
  })

  it('does not use a quote older than 24 hours', () => {
    const at = (now: number) =>
      assess(riskInputs({ instruments: [btcUsdt], balances: [balance('BTC', 1)], quotes: [quote(btcUsdt, 50)], now }))
    expect(toFloat(at(DAY).equity.total)).toBe(50)
    expect(at(DAY + 1).equity.unpriced).toEqual(['BTC'])
  })

  describe('with the mark of a quote and a position’s own mark', () => {
    const held = position(btc, { markPrice: 100, averagePrice: 100 })
    const at = (quoteReadAt: number, positionsReadAt: number | null = 5) =>
      assess(
        riskInputs({
          instruments: [btc],
          marginAccounts: [marginAccount('USDT', { crossEquity: 20 })],
          positions: [held],
          quotes: [quote(btc, 110, { readAt: quoteReadAt })],
          positionsReadAt,
          now: 10,
        }),
      )

    it('uses the newer mark', () => {
      expect(toFloat(at(6).positions[0]!.value!)).toBe(110)
      expect(toFloat(at(4).positions[0]!.value!)).toBe(100)
      expect(toFloat(at(4, null).positions[0]!.value!)).toBe(110)
    })

    it('moves the equity to that mark, so that rate, totals and load line describe one moment', () => {
      const moved = at(6)
      expect(toFloat(moved.equity.total)).toBe(30)
      expect(moved.margin[0]?.marginRate).toBeCloseTo(30 / 110, 12)
      expect(moved.loadLine.equity![moved.loadLine.shocks.indexOf(0)]).toBe(30)
      expect(toFloat(at(4).equity.total)).toBe(20)
    })
  })

  it('moves isolated equity to the newer mark too', () => {
    const report = assess(
      riskInputs({
        instruments: [btc],
        marginAccounts: [marginAccount('USDT', { isolatedEquity: 10 })],
        positions: [position(btc, { marginMode: 'isolated', margin: 10, markPrice: 100 })],
        quotes: [quote(btc, 110, { readAt: 1 })],
        now: 1,
      }),
    )
    expect(toFloat(report.equity.total)).toBe(20)
    expect(toFloat(report.margin[0]!.equity!)).toBe(20)
  })

  it('gives no equity on the load line when the margin account of positions was not read, and names them', () => {
    const isolated = position(btc, { marginMode: 'isolated' })
    const { equity, loadLine } = assess(riskInputs({ instruments: [btc], marginAccounts: null, positions: [isolated] }))
    expect(equity.total.isZero()).toBe(true)
    expect(loadLine).toMatchObject({
      equity: null,
      equityWithLiquidation: null,
      notCounted: [btc.name],
      notModelled: [],
    })
    expect(loadLine.breaches[0]).toMatchObject({ loss: null, equityLeft: null })
  })

  it('does not shock a contract between two coins that move alike, only its value', () => {
    const ethBtc = contract('ETH', 'BTC')
    const { margin } = assess(
      riskInputs({
        instruments: [ethBtc],
        marginAccounts: [marginAccount('BTC', { crossEquity: 10 })],
        positions: [position(ethBtc)],
      }),
    )
    expect(margin[0]).toMatchObject({ state: 'ok', marginRate: 0.1, breachDown: null, breachUp: null })
  })

  it('gives profit since opening and its break-even from the opening price, after fees and funding', () => {
    const settled = position(btc, {
      openPrice: 90,
      averagePrice: 98,
      tradingFees: '-0.5',
      fundingFees: '-0.25',
      leverage: 5,
    })
    const [row] = assess(
      riskInputs({
        instruments: [btc],
        marginAccounts: [marginAccount('USDT', { crossEquity: 50 })],
        positions: [settled],
      }),
    ).positions
    expect(toFloat(row!.unrealizedPnl!)).toBe(2)
    expect(toFloat(row!.totalPnl!)).toBe(9.25)
    // Return on margin: unrealized profit since opening over the initial margin, whatever was settled since.
    expect(toFloat(row!.openPnl!)).toBe(10)
    expect(row!.returnOnMargin).toBeCloseTo(10 / (90 / 5), 12)
    expect(row!.returnOnValue).toBeCloseTo(10 / 90, 12)
    expect(toFloat(row!.breakEven!)).toBeCloseTo((90 + 0.75) / (1 - 0.001), 12)
    expect(row!.reason).toBeNull()
  })

  it('gives the return on the value at opening without a leverage, which the return on margin needs', () => {
    const [row] = assess(
      riskInputs({ instruments: [btc], positions: [position(btc, { openPrice: 90, leverage: null })] }),
    ).positions
    expect(row).toMatchObject({ returnOnMargin: null, returnOnValue: expect.closeTo(10 / 90, 12) })
  })

  it('gives no profit since opening when a fee is missing', () => {
    const [row] = assess(
      riskInputs({ instruments: [btc], positions: [position(btc, { fundingFees: null })] }),
    ).positions
    expect(row).toMatchObject({ totalPnl: null, breakEven: null })
    expect(toFloat(row!.unrealizedPnl!)).toBe(0)
  })

  it.each([
    [message('figure.unlisted'), [], position(btc)],
    [message('figure.noMark'), [btc], position(btc, { markPrice: null })],
    [message('figure.noMark'), [btc], position(btc, { markPrice: 0 })],
    [message('figure.noEntry'), [btc], position(btc, { averagePrice: 0 })],
    [message('figure.noSize'), [btc], position(btc, { volume: 0 })],
    [message('figure.testContract'), [{ ...btc, kind: 'test' as const }], position(btc)],
    [message('figure.notPlain'), [{ ...btc, multiplierCoin: 'USDT' }], position(btc)],
    [message('figure.otherMargin', { margin: 'BTC', profit: 'USDT' }), [btc], position(btc, { marginCoin: 'BTC' })],
    [message('figure.noRates'), [btc], position(btc, { maxFeeRate: null })],
    [message('figure.noRates'), [btc], position(btc, { maintenanceRate: '-0.1' })],
  ])('says why figures are missing: %s', (reason, instruments, held) => {
    const { positions, exposure } = assess(riskInputs({ instruments, positions: [held] }))
    expect(positions[0]?.reason).toEqual(reason)
    if (positions[0]?.value === null) expect(toFloat(exposure.positionNotional)).toBe(0)
  })

  it('values a contract whose asset has no Spot pair at its own mark', () => {
    const pepe = contract('PEPE', 'USDT')
    const { exposure } = assess(
      riskInputs({
        instruments: [pepe],
        marginAccounts: [marginAccount('USDT', { crossEquity: 20 })],
        positions: [position(pepe)],
      }),
    )
    expect(encode(exposure.assets)).toEqual([
      { asset: 'PEPE', delta: '1', value: '100', holdingValue: '0', contractValue: '100' },
    ])
    expect(toFloat(exposure.cash)).toBe(-80)
  })

  it("counts a linear contract's debt in its quote coin as exposure unless the coin is cash", () => {
    const btcUsdtPair = pair('BTC', 'USDT')
    const ethBtc = contract('ETH', 'BTC')
    const { exposure } = assess(
      riskInputs({
        instruments: [btcUsdtPair, ethBtc],
        marginAccounts: [marginAccount('BTC', { crossEquity: 500 })],
        positions: [position(ethBtc)],
        quotes: [quote(btcUsdtPair, 2)],
      }),
    )
    expect(exposure.assets.map(({ asset, delta, value }) => [asset, toFloat(delta), value && toFloat(value)])).toEqual([
      ['BTC', 400, 800],
      ['ETH', 1, 200],
    ])
    expect(exposure.cash.eq(ZERO)).toBe(true)
  })

  it('has no leverage when equity is gone', () => {
    const { exposure } = assess(
      riskInputs({
        instruments: [btc],
        marginAccounts: [marginAccount('USDT', { crossEquity: -1 })],
        positions: [position(btc)],
      }),
    )
    expect(exposure).toMatchObject({ effectiveLeverage: null, netLeverage: null, contractLeverage: null })
  })
})
