import { describe, expect, it } from 'vitest'
import { compile } from '#shared/desk/compile.ts'
import { worthIn } from '#shared/desk/worth.ts'
import { BAR_MS, type Bar } from '#shared/domain/bar.ts'
import { decimal, encode, toFloat } from '#shared/domain/decimal.ts'
import { assess } from '#shared/risk/assess.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { placesOf, type Reporting } from '#shared/risk/reporting.ts'
import { statisticsOf } from '#shared/risk/statistics.ts'
import { message } from '#shared/words/message.ts'
import { FLATTEN } from '#test/support/desk-bench.ts'
import { NO_FACTS } from '#test/support/desk-facts.ts'
import {
  balance,
  contract,
  marginAccount,
  pair,
  position,
  quote,
  riskInputs,
} from '#test/support/portfolio-fixtures.ts'

const [BTC, ETH] = [pair('BTC', 'USDT'), pair('ETH', 'USDT')]
const [LINEAR, INVERSE] = [contract('ETH', 'USDT'), contract('BTC', 'USD', { direction: 'inverse', marginCoin: 'BTC' })]
const BTC_PRICE = 60_000

/** Coins, dollars, and a position margined in each. */
const ACCOUNT = riskInputs({
  instruments: [BTC, ETH, LINEAR, INVERSE],
  quotes: [quote(BTC, BTC_PRICE), quote(ETH, 3_000), quote(LINEAR, 3_000), quote(INVERSE, BTC_PRICE)],
  balances: [balance('BTC', 0.5), balance('ETH', 4), balance('USDT', 5_000)],
  marginAccounts: [marginAccount('USDT', { crossEquity: 9_000 }), marginAccount('BTC', { crossEquity: 1 })],
  positions: [
    position(LINEAR, { volume: 3, averagePrice: 2_900, markPrice: 3_000 }),
    position(INVERSE, { side: 'short', volume: 20, averagePrice: 58_000, markPrice: BTC_PRICE }),
  ],
})

const inEuros: Reporting = { reportingCoin: 'EUR', fixedRate: decimal('0.8') }
const inBitcoin: Reporting = { reportingCoin: 'BTC', fixedRate: null }

describe('totals in a currency at a fixed rate', () => {
  const [dollars, euros] = [assess(ACCOUNT), assess({ ...ACCOUNT, ...inEuros })]

  it('are those in dollars, times the rate', () => {
    const totals = ({ equity, exposure, valuation, loadLine, funding }: typeof dollars) => [
      ...[equity.total, exposure.gross, exposure.net, exposure.positionNotional, valuation.total].map(toFloat),
      ...(loadLine.equity ?? []),
      ...loadLine.breaches.flatMap(({ loss, equityLeft }) => [loss, equityLeft]).filter((each) => each !== null),
      toFloat(funding.daily),
    ]
    const expected = totals(dollars).map((each) => each * 0.8)
    expect(expected.length).toBeGreaterThan(20)
    totals(euros).forEach((each, at) => expect(each).toBeCloseTo(expected[at] ?? NaN, 6))
    expect(toFloat(dollars.equity.total)).toBeGreaterThan(0)
  })

  it('change no margin rate, no price of liquidation and no ratio', () => {
    const ratios = ({ margin, positions, exposure }: typeof dollars) =>
      encode({
        rates: margin.map(({ marginRate, requiredRate, breachDown, breachUp }) => [
          marginRate,
          requiredRate,
          breachDown,
          breachUp,
        ]),
        prices: positions.map(({ liquidation }) => liquidation?.headline ?? null),
        leverage: exposure.effectiveLeverage?.toFixed(9),
      })
    expect(ratios(euros)).toEqual(ratios(dollars))
  })

  it('name the rate as what values the dollars themselves', () => {
    const usdt = euros.valuation.assets.find(({ asset }) => asset === 'USDT')
    expect(encode(usdt)).toMatchObject({ rate: '0.8', method: 'fixed', value: '4000' })
    expect(encode([euros.fixedRate, euros.marketRate])).toEqual(['0.8', '0.8'])
  })
})

describe('totals in a coin', () => {
  const [dollars, coins] = [assess(ACCOUNT), assess({ ...ACCOUNT, ...inBitcoin })]

  it('are those in dollars, at the price of the coin', () => {
    expect(toFloat(coins.equity.total)).toBeCloseTo(toFloat(dollars.equity.total) / BTC_PRICE, 12)
    expect(toFloat(coins.exposure.gross)).toBeCloseTo(toFloat(dollars.exposure.gross) / BTC_PRICE, 12)
    expect(toFloat(coins.marketRate!)).toBeCloseTo(1 / BTC_PRICE, 15)
  })

  it('include what only two hubs join to the coin, the dollar and another', () => {
    const [odd, coin] = [pair('XYZ', 'BTC'), pair('SOL', 'USDT')]
    const account = riskInputs({
      instruments: [BTC, odd, coin],
      quotes: [quote(BTC, BTC_PRICE), quote(odd, 0.01), quote(coin, 100)],
      balances: [balance('XYZ', 2)],
      reportingCoin: 'SOL',
    })
    const { valuation } = assess(account)
    expect(encode(valuation.assets[0])).toMatchObject({ value: '12', path: ['XYZBTC', 'BTCUSDT', '1/SOLUSDT'] })
  })

  it('are not known without a price of the coin', () => {
    const { equity } = assess({ ...ACCOUNT, reportingCoin: 'NONE' })
    expect(equity.unpriced.toSorted()).toEqual(['BTC', 'ETH', 'USDT'])
  })
})

describe('a loss', () => {
  const DAY = BAR_MS['1day']
  const bars = (rhythm: number): Bar[] =>
    Array.from({ length: 300 }, (_, day) => {
      const close = 100 * Math.exp(0.1 * Math.sin(day * rhythm))
      return { openTime: day * DAY, open: close, high: close, low: close, close, volume: 1 }
    })
  const HISTORIES: Readonly<Record<string, Bar[]>> = { BTC: bars(1.3), ETH: bars(0.7) }
  const varOf = (risk: Partial<RiskInputs>, histories = HISTORIES) => {
    const { var: losses } = statisticsOf({
      benchmark: 'BTC',
      venueTime: 300 * DAY,
      risk: { ...ACCOUNT, ...risk },
      seriesOf: (asset) => ({
        source: asset,
        bars: (interval) => (interval === '1day' ? (histories[asset] ?? []) : []),
      }),
    })
    const found = losses.estimates.find(({ method, confidence }) => method === 'historical' && confidence === 0.95)
    return found?.var ?? { value: null, reason: losses.reason }
  }

  it('in a currency at a fixed rate is the loss in dollars, times the rate', () => {
    expect(varOf(inEuros).value).toBeCloseTo(varOf({}).value! * 0.8, 6)
  })

  const alone = { marginAccounts: [], positions: [] }

  it('in a coin is none for who holds that coin alone, and one for who holds dollars', () => {
    expect(
      varOf({ ...alone, ...inBitcoin, balances: [balance('BTC', 2), balance('ETH', 0.000001)] }).value,
    ).toBeCloseTo(0, 6)
    // 60,000 dollars are a coin, and are worth less of it on every day it gains.
    const inCoin = varOf({ ...alone, ...inBitcoin, balances: [balance('USDT', BTC_PRICE), balance('ETH', 0.000001)] })
    expect(inCoin.value).toBeGreaterThan(0.05)
  })

  it('in a coin is not known without a history of the coin', () => {
    const why = message('figure.noHistoryOfCoin', { coin: 'BTC' })
    expect(varOf(inBitcoin, { ETH: bars(0.7) })).toEqual({ value: null, reason: why })
  })
})

describe('what does not follow the reporting coin', () => {
  const facts = { ...NO_FACTS, ...ACCOUNT, instruments: ACCOUNT.instruments!, balances: ACCOUNT.balances }
  const planned = (reporting: Partial<Reporting>) => {
    const risk = { ...ACCOUNT, ...reporting }
    const plan = compile({ ...FLATTEN, spot: 'sell' }, { ...facts, risk } as Parameters<typeof compile>[1], () => 'id')
    return plan.ok
      ? plan.value.legs.flatMap((leg) => (leg.kind === 'sell' ? [[leg.asset, leg.instrument]] : []))
      : plan.error
  }

  it.each([{}, inEuros, inBitcoin, { reportingCoin: 'ETH', fixedRate: null }])(
    'is what a flatten sells: %j',
    (reporting) => {
      expect(planned(reporting)).toEqual([
        ['BTC', 'BTCUSDT'],
        ['ETH', 'ETHUSDT'],
      ])
    },
  )

  it('is the coin of limits', () => {
    const quotes = ACCOUNT.quotes!
    for (const reporting of [{}, inEuros, inBitcoin]) {
      const worth = worthIn({ instruments: ACCOUNT.instruments!, quotes, risk: { ...ACCOUNT, ...reporting } })
      expect(toFloat(worth.marketRate('BTC')!)).toBe(BTC_PRICE)
    }
    expect(
      toFloat(worthIn({ instruments: ACCOUNT.instruments!, quotes, risk: { ...ACCOUNT, ...inEuros } }).rate('BTC')!),
    ).toBe(48_000)
  })
})

it.each([
  ['USDT', 2],
  ['DAI', 2],
  ['EUR', 2],
  ['BTC', 6],
])('amounts in %s have %d decimals', (coin, places) => {
  expect(placesOf(coin)).toBe(places)
})
