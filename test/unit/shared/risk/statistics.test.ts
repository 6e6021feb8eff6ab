import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { BAR_MS, type Bar, type BarInterval } from '#shared/domain/bar.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { none } from '#shared/risk/number/figure.ts'
import { returnsOf } from '#shared/risk/series/return-series.ts'
import { statisticsOf, type StatisticsInputs } from '#shared/risk/statistics.ts'
import type { VarEstimate } from '#shared/risk/statistics-report.ts'
import { estimateVar } from '#shared/risk/var/var-estimate.ts'
import {
  balance,
  contract,
  marginAccount,
  pair,
  position,
  quote,
  riskInputs,
} from '#test/support/portfolio-fixtures.ts'

const BTC = pair('BTC', 'USDT')
const ETH = pair('ETH', 'USDT')
const NEW = pair('NEW', 'USDT')
const PRICES = { BTC: 60_000, ETH: 3_000, NEW: 10 }
const DAY = BAR_MS['1day']

/** Candles that rise and fall, each asset in its own rhythm. `from` is the first day with a candle. */
function candles(rhythm: number, days: number, from = 0): Bar[] {
  return Array.from({ length: days }, (_, index): Bar => {
    const day = from + index
    const close = 100 * Math.exp(0.1 * Math.sin(day * rhythm) + 0.05 * Math.sin(day * day))
    return { openTime: day * DAY, open: close, high: close * 1.01, low: close * 0.99, close, volume: 1 }
  })
}

const DAILY: Record<string, Bar[]> = { BTC: candles(1.3, 301), ETH: candles(0.7, 301), NEW: candles(2.1, 81, 220) }

function inputs(risk: Partial<RiskInputs>, daily: Record<string, Bar[]> = DAILY): StatisticsInputs {
  return {
    benchmark: 'BTC',
    venueTime: 301 * DAY,
    risk: riskInputs({
      instruments: [BTC, ETH, NEW],
      quotes: [BTC, ETH, NEW].map((each) => quote(each, PRICES[each.baseAsset as keyof typeof PRICES])),
      ...risk,
    }),
    seriesOf: (asset) => ({
      source: asset in daily ? `spot:${asset}USDT` : null,
      bars: (interval: BarInterval) => (interval === '1day' ? (daily[asset] ?? []) : []),
    }),
  }
}

const HELD = { balances: [balance('BTC', 0.5), balance('ETH', 4), balance('USDT', 5000)] }

function estimateOf(estimates: readonly VarEstimate[], method: string, confidence: number): VarEstimate | undefined {
  return estimates.find((each) => each.method === method && each.confidence === confidence)
}

describe('statisticsOf', () => {
  it('revalues positions under every available day, and says what it rests on', () => {
    const { reportingCoin, history, assets, correlation, var: losses } = statisticsOf(inputs(HELD))
    expect(reportingCoin).toBe('USDT')
    expect(history).toEqual({
      benchmark: 'BTC',
      from: DAY,
      to: 300 * DAY,
      scenarios: 300,
      gaps: 0,
      share: {
        own: { value: 1, reason: null },
        proxied: { value: 0, reason: null },
        uncovered: { value: 0, reason: null },
      },
      proxies: [],
      uncovered: [],
      basisUnseen: [],
      suspects: [],
    })
    expect(assets.map(({ asset, source, value }) => [asset, source, value])).toEqual([
      ['BTC', 'spot:BTCUSDT', 30_000],
      ['ETH', 'spot:ETHUSDT', 12_000],
    ])
    expect(correlation.assets.toSorted()).toEqual(['BTC', 'ETH'])
    const [btc, eth] = [DAILY.BTC, DAILY.ETH].map((bars) => returnsOf(bars!, DAY).values)
    const expected = btc!.map((move, day) => 30_000 * move + 12_000 * eth![day]!)
    for (const [day, made] of losses.pnl.entries()) {
      expect(made.day).toBe((day + 1) * DAY)
      expect(made.pnl).toBeCloseTo(expected[day]!, 8)
    }
    const historical = estimateVar(expected, 'historical', 0.95)
    expect(estimateOf(losses.estimates, 'historical', 0.95)!.var.value).toBeCloseTo(historical.var.value!, 8)
    const brought = losses.components.filter(({ confidence }) => confidence === 0.99)
    const es = estimateOf(losses.estimates, 'historical', 0.99)!.es.value!
    expect(brought.reduce((sum, { componentEs }) => sum + componentEs.value!, 0)).toBeCloseTo(es, 8)
    expect(brought.map(({ asset, value }) => [asset, value]).sort()).toEqual([
      ['BTC', 30_000],
      ['ETH', 12_000],
    ])
  })

  it('substitutes days before an asset was listed, and gives the share', () => {
    const held = { balances: [balance('BTC', 0.5), balance('NEW', 1000)] }
    const { history, assets } = statisticsOf(inputs(held))
    expect(history.scenarios).toBe(300)
    expect(history.share).toEqual({
      own: { value: 0.75, reason: null },
      proxied: { value: 0.25, reason: null },
      uncovered: { value: 0, reason: null },
    })
    expect(history.proxies).toMatchObject([{ asset: 'NEW', kind: 'beta', observations: 80, filled: 220 }])
    expect(assets.map(({ observations }) => observations)).toEqual([300, 80])
  })

  it('leaves out an asset whose price stood still, and says so: its risk is not zero', () => {
    const still = DAILY.ETH!.map((bar) => ({ ...bar, close: 100 }))
    const { history, var: losses } = statisticsOf(inputs(HELD, { ...DAILY, ETH: still }))
    expect(history.uncovered).toEqual([{ asset: 'ETH', value: 12_000, reason: message('figure.historyStill') }])
    expect(history.share.uncovered.value).toBeCloseTo(12 / 42, 12)
    expect(losses.components.map(({ asset }) => asset)).toEqual(['BTC', 'BTC'])
  })

  it('names assets held in several markets, whose basis VaR does not see', () => {
    const perpetual = (base: string) => contract(base, 'USDT')
    const held = {
      instruments: [BTC, ETH, NEW, perpetual('BTC'), perpetual('NEW')],
      quotes: [quote(BTC, 60_000), quote(ETH, 3000), quote(NEW, 10)],
      balances: [balance('BTC', 1), balance('ETH', 4)],
      marginAccounts: [marginAccount('USDT', { crossEquity: 1000 })],
      positions: [
        position(perpetual('BTC'), { side: 'short', averagePrice: 60_000, markPrice: 60_000 }),
        position(perpetual('NEW'), { averagePrice: 10, markPrice: 10 }),
      ],
    }
    expect(statisticsOf(inputs(held)).history.basisUnseen).toEqual(['BTC'])
  })

  it('names what has no history or no price, and leaves it out', () => {
    const held = { balances: [balance('BTC', 0.5), balance('NEW', 1000), balance('ODD', 7)] }
    const { history, var: losses } = statisticsOf(inputs(held, { BTC: DAILY.BTC! }))
    expect(history.uncovered).toEqual([
      { asset: 'NEW', value: 10_000, reason: message('figure.noHistory') },
      { asset: 'ODD', value: null, reason: message('figure.noPrice') },
    ])
    expect(history.share.uncovered).toEqual({ value: 0.25, reason: null })
    expect(losses.reason).toBeNull()
    expect(losses.components.every(({ asset }) => asset === 'BTC')).toBe(true)
  })

  it('counts the benchmark among the assets even if it is not held', () => {
    const { assets, var: losses } = statisticsOf(inputs({ balances: [balance('ETH', 4)] }))
    expect(assets.map(({ asset, value }) => [asset, value])).toEqual([
      ['ETH', 12_000],
      ['BTC', 0],
    ])
    expect(new Set(losses.components.map(({ asset }) => asset))).toEqual(new Set(['ETH']))
  })

  it.each<[string, StatisticsInputs, Message]>([
    [
      'positions were never read',
      inputs({ ...HELD, positions: null }),
      message('figure.notReadYet', { parts: [message('figure.part.positions')] }),
    ],
    ['all assets are cash', inputs({ balances: [balance('USDT', 5000)] }), message('figure.nothingMoves')],
    ['nothing is held', inputs({}), message('figure.nothingMoves')],
    ['there is no history', inputs(HELD, {}), message('figure.noHistoryOfHeld')],
    [
      'only the benchmark has one',
      inputs({ balances: [balance('ETH', 4)] }, { BTC: DAILY.BTC! }),
      message('figure.noHistoryOfHeld'),
    ],
    ['there is one candle', inputs(HELD, { BTC: DAILY.BTC!.slice(0, 1) }), message('figure.noHistoryOfHeld')],
  ])('says why there is no VaR when %s', (_, given, reason) => {
    const { var: losses } = statisticsOf(given)
    expect(losses).toEqual({
      estimates: [],
      withLiquidation: [],
      worst: null,
      pnl: [],
      components: [],
      backtests: [],
      reason,
    })
  })

  const PERPETUAL = contract('ETH', 'USDT')
  const LISTED = [BTC, ETH, NEW, PERPETUAL]
  const unvalued = (listed: boolean, markPrice: number | null, marginCoin = 'USDT') =>
    inputs({
      ...{ ...HELD, instruments: listed ? LISTED : [BTC, ETH, NEW] },
      marginAccounts: [marginAccount(marginCoin, { crossEquity: 10_000 })],
      positions: ['long', 'short'].map((side) =>
        position(PERPETUAL, { side: side as 'long' | 'short', volume: 100_000, averagePrice: 3_000, markPrice }),
      ),
    })

  it.each([
    ['has no mark', unvalued(true, null), message('figure.noMark')],
    ['is not listed', unvalued(false, 3_000), message('figure.unlisted')],
    [
      'is of an account that is missing',
      unvalued(true, 3_000, 'USDC'),
      message('figure.noMarginAccount', { coin: 'USDT' }),
    ],
  ])('names each contract once whose positions are not in VaR because it %s', (_, given, reason) => {
    const { history, var: losses } = statisticsOf(given)
    expect(history.uncovered.filter(({ asset }) => asset === PERPETUAL.name)).toEqual([
      { asset: PERPETUAL.name, value: null, reason },
    ])
    expect(history.share.own.value).toBeNull()
    expect(history.share.own.reason?.facts['names']).toContain(PERPETUAL.name)
    expect(losses.reason).toBeNull()
    for (const { var: loss, es, interval } of losses.withLiquidation) {
      expect([loss, es, interval]).toEqual([
        ...Array(2).fill(none(message('figure.liquidationUnknown', { names: ['cross:USDT'] }))),
        null,
      ])
    }
  })

  it('says that nothing held can be valued, rather than that nothing moves', () => {
    const { var: losses } = statisticsOf(
      inputs({ positions: [position(PERPETUAL, { volume: 1, averagePrice: 3_000, markPrice: 3_000 })] }),
    )
    expect(losses.reason).toEqual(message('figure.notValued', { names: [PERPETUAL.name] }))
  })

  it.each(['balances', 'marginAccounts', 'positions'] as const)('gives no VaR while not all %s were read', (part) => {
    const { var: losses, history } = statisticsOf(inputs({ ...HELD, incomplete: [part, 'quotes'] }))
    const unread = message('figure.notAllRead', { parts: [message(`figure.part.${part}`)] })
    expect(losses.reason).toEqual(unread)
    expect(losses.estimates).toEqual([])
    expect(history.share.own).toEqual(none(unread))
  })

  it('names a hedge with a price for one leg only, and which part is in VaR', () => {
    const hedge = contract('ALT', 'USDT')
    const { history, var: losses } = statisticsOf(
      inputs(
        {
          instruments: [BTC, hedge],
          balances: [balance('ALT', 100)],
          marginAccounts: [marginAccount('USDT', { crossEquity: 10_000 })],
          positions: [position(hedge, { side: 'short', volume: 10_000, averagePrice: 100, markPrice: 100 })],
        },
        { ...DAILY, ALT: DAILY.ETH! },
      ),
    )
    expect(history.uncovered).toEqual([{ asset: 'ALT', value: null, reason: message('figure.partUnpriced') }])
    expect(history.share.own).toEqual(none(message('figure.notValued', { names: ['ALT'] })))
    expect(losses.components[0]).toMatchObject({ asset: 'ALT', value: -10_000 })
  })

  it('names days with a redenomination, and keeps them', () => {
    const anew = DAILY.ETH!.map((bar, day) => (day < 290 ? bar : { ...bar, close: bar.close * 1000 }))
    const { history, var: losses } = statisticsOf(inputs(HELD, { ...DAILY, ETH: anew }))
    expect(history.suspects).toEqual([{ asset: 'ETH', day: 290 * DAY, move: expect.any(Number) }])
    expect(history.suspects[0]!.move).toBeGreaterThan(900)
    expect(losses.pnl).toHaveLength(300)
  })

  it('gives no volatility of a coin whose candles ended long ago', () => {
    const { assets } = statisticsOf(inputs(HELD, { ...DAILY, ETH: DAILY.ETH!.slice(0, 51) }))
    expect(assets.map(({ asset, to, dailyVolatility }) => [asset, to['1day'], dailyVolatility.reason])).toEqual([
      ['BTC', 301 * DAY, null],
      ['ETH', 51 * DAY, message('figure.outdated.days', { age: message('figure.days', { count: 250 }) })],
    ])
  })

  it('gives no share of an unknown exposure', () => {
    const { share } = statisticsOf(inputs({ ...HELD, marginAccounts: null })).history
    const unknown = {
      value: null,
      reason: message('figure.notReadYet', { parts: [message('figure.part.marginAccounts')] }),
    }
    expect(share).toEqual({ own: unknown, proxied: unknown, uncovered: unknown })
  })

  it('accounts for a holding that a short contract covers', () => {
    const short = contract('BTC', 'USDT', { multiplier: '0.001' })
    const { var: losses } = statisticsOf(
      inputs({
        instruments: [BTC, ETH, NEW, short],
        balances: [balance('BTC', 0.5)],
        marginAccounts: [marginAccount('USDT', { crossEquity: 20_000 })],
        positions: [position(short, { side: 'short', volume: 500, averagePrice: PRICES.BTC, markPrice: PRICES.BTC })],
        quotes: [quote(BTC, PRICES.BTC), quote(short, PRICES.BTC)],
      }),
    )
    expect(Math.max(...losses.pnl.map(({ pnl }) => Math.abs(pnl)))).toBeLessThan(1e-8)
    expect(losses.components[0]!.marginalVar).toEqual({ value: null, reason: message('figure.noExposure') })
  })

  it("does not depend on the order of the account's lists", () => {
    const backwards = statisticsOf(inputs({ balances: HELD.balances.toReversed() }))
    const report = statisticsOf(inputs(HELD))
    for (const [day, { pnl }] of report.var.pnl.entries()) expect(backwards.var.pnl[day]!.pnl).toBeCloseTo(pnl, 8)
    expect(backwards.assets).toEqual(report.assets)
    expect(backwards.correlation).toEqual(report.correlation)
  })
})
