import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { decimal, toFloat } from '#shared/domain/decimal.ts'
import { fundingPayment } from '#shared/risk/account/funding.ts'
import { assess, type RiskInputs } from '#shared/risk/assess.ts'
import { contract, marginAccount, pair, position, quote, riskInputs } from '#test/support/portfolio-fixtures.ts'
import { compareLeaves, readOracle } from '../oracle.ts'

interface Case {
  kind: 'linear' | 'inverse'
  side: 'BUY' | 'SELL'
  N_base_or_usd: number
  markPrice: number
  lastFundingRate: number
  interval_h: number
}
interface FundingOracle {
  inputs: { published: { N: number; price: number; rate: number; side: 'BUY' }; cases: Case[] }
  expected: { published: { payment_coin: number; printed: number }; cases: object[] }
  tolerance: { rel: number; published_abs: number }
}

const btc = contract('BTC', 'USDT')
const eth = contract('ETH', 'USDT')
const ethUsd = contract('ETH', 'USD', { direction: 'inverse' })
const ethUsdt = pair('ETH', 'USDT')

/** Positions worth 100 (BTC) and 300 (ETH) coins, at the given rates. */
function fundingIn(overrides: Partial<RiskInputs> = {}) {
  return assess(
    riskInputs({
      instruments: [btc, eth],
      marginAccounts: [marginAccount('USDT', { crossEquity: 50 })],
      positions: [position(btc), position(eth, { side: 'short', volume: 300 })],
      quotes: [quote(btc, 100, { fundingRate: '0.001' }), quote(eth, 100, { fundingRate: '0.0001' })],
      ...overrides,
    }),
  ).funding
}

describe('funding so far', () => {
  const paid = (fundingFees: string | null, marginCoin = 'USDT') => ({
    ...position(btc),
    fundingFees: fundingFees === null ? null : decimal(fundingFees),
    marginCoin,
  })
  const accrued = (...positions: readonly ReturnType<typeof paid>[]) => fundingIn({ positions }).accrued?.toFixed()

  it('is the sum over all held positions, in the reporting coin', () => {
    expect(accrued(paid('-1.5'), { ...paid('4'), key: 'other' })).toBe('2.5')
    expect(accrued()).toBe('0')
  })

  it('is not known where a part of it is not, or has no price', () => {
    expect(accrued(paid('-1.5'), { ...paid(null), key: 'other' })).toBeUndefined()
    expect(accrued(paid('-1.5', 'ODD'))).toBeUndefined()
    expect(accrued(paid('0', 'ODD'))).toBe('0')
  })
})

describe('funding', () => {
  const { inputs, expected, tolerance } = readOracle('funding_carry') as FundingOracle

  it('agrees with the payment that an exchange publishes', () => {
    const { N, price, rate } = inputs.published
    const terms = { direction: 'inverse' as const, sign: 1 as const, size: decimal(N), entry: decimal(price) }
    const payment = fundingPayment(terms, decimal(price), decimal(rate))
    // The exchange prints the absolute amount of a payment.
    const compared =
      compareLeaves(payment, expected.published.payment_coin, { rel: tolerance.rel }) +
      compareLeaves(payment.abs(), expected.published.printed, { abs: tolerance.published_abs })
    expect(compared).toBe(2)
  })

  it('agrees with the constructed cases: next payment, per day, in the reporting coin, per year', () => {
    const actual = inputs.cases.map((each) => {
      const of = contract('ETH', each.kind === 'linear' ? 'USDT' : 'USD', { direction: each.kind, multiplier: 1 })
      const { funding } = assess(
        riskInputs({
          instruments: [of, ethUsdt],
          positions: [
            position(of, {
              side: each.side === 'BUY' ? 'long' : 'short',
              volume: each.N_base_or_usd,
              markPrice: each.markPrice,
            }),
          ],
          quotes: [
            quote(ethUsdt, each.markPrice),
            quote(of, each.markPrice, { fundingRate: String(each.lastFundingRate) }),
          ],
          fundingIntervalHours: each.interval_h,
        }),
      )
      const [row] = funding.positions
      return {
        next_payment_coin: row?.payment,
        daily_carry_coin: row?.daily,
        daily_carry_usd: row?.dailyValue,
        apr_on_notional: row?.yearly,
      }
    })
    expect(compareLeaves(actual, expected.cases, { rel: tolerance.rel })).toBe(20)
  })

  it('nets an asset over its positions, and lists the costliest first', () => {
    const { positions, assets, daily, dailyShare, unknown } = fundingIn({
      instruments: [btc, eth, ethUsd, ethUsdt],
      positions: [position(eth, { side: 'short', volume: 300 }), position(ethUsd, { volume: 1 }), position(btc)],
      quotes: [
        quote(ethUsdt, 100),
        quote(btc, 100, { fundingRate: '0.001' }),
        quote(eth, 100, { fundingRate: '0.0001' }),
        quote(ethUsd, 100, { fundingRate: '0.0002' }),
      ],
    })
    expect(positions.map(({ contract: name, dailyValue }) => [name, toFloat(dailyValue!)])).toEqual([
      [btc.name, -0.3],
      [ethUsd.name, -0.06],
      [eth.name, 0.09],
    ])
    expect(assets.map(({ asset, dailyValue }) => [asset, toFloat(dailyValue!)])).toEqual([
      ['BTC', -0.3],
      ['ETH', 0.03],
    ])
    expect(toFloat(daily)).toBe(-0.27)
    expect(dailyShare.value).toBeCloseTo(-0.27 / 50, 15)
    expect(unknown).toEqual([])
  })

  it.each([
    ['a rate', { quotes: [quote(btc, 100, { fundingRate: '0.001' }), quote(eth, 100)] }],
    ['a plausible rate', { quotes: [quote(btc, 100, { fundingRate: '0.001' }), quote(eth, 100, { fundingRate: 2 })] }],
    [
      'a plausible negative rate',
      { quotes: [quote(btc, 100, { fundingRate: '0.001' }), quote(eth, 100, { fundingRate: -2 })] },
    ],
    [
      'a rate of the last 24 hours, however new its mark',
      {
        quotes: [
          quote(btc, 100, { fundingRate: '0.001', readAt: 25 * 3_600_000, indexAt: 3_600_000 }),
          quote(eth, 100, { fundingRate: '0.0001', readAt: 25 * 3_600_000, indexAt: 3_599_999 }),
        ],
        now: 25 * 3_600_000,
      },
    ],
    [
      'a mark',
      {
        positions: [position(btc), position(eth, { markPrice: null, side: 'short' })],
        quotes: [quote(btc, 100, { fundingRate: '0.001' }), quote(eth, 100, { mark: null, fundingRate: '0.1' })],
      },
    ],
    ['its contract', { instruments: [btc] }],
  ])('names a position without %s, and its asset has no net', (_, overrides) => {
    const { positions, assets, unknown, daily } = fundingIn(overrides)
    expect(positions.map(({ contract: name }) => name)).toEqual([btc.name])
    expect(unknown).toEqual([expect.stringContaining(eth.name)])
    expect(assets.find(({ asset }) => asset === 'ETH')?.dailyValue ?? null).toBeNull()
    expect(toFloat(daily)).toBe(-0.3)
  })

  it('keeps a payment in a coin without a price, and names it', () => {
    const { positions, unknown } = fundingIn({
      instruments: [ethUsd],
      positions: [position(ethUsd)],
      quotes: [quote(ethUsd, 100, { fundingRate: '0.001' })],
    })
    expect(toFloat(positions[0]!.payment)).toBe(-0.1)
    expect(positions[0]!.dailyValue).toBeNull()
    expect(unknown).toEqual([position(ethUsd).key])
  })

  it('leaves out test contracts, which pay no real money', () => {
    const test = contract('BTC', 'USDT', { name: 'S-BTC-USDT', kind: 'test' })
    const { assets, unknown } = fundingIn({ instruments: [btc, test], positions: [position(btc), position(test)] })
    expect(assets.map(({ dailyValue }) => toFloat(dailyValue!))).toEqual([-0.3])
    expect(unknown).toEqual([])
  })

  it.each([
    [message('figure.noPosition'), { positions: [] }],
    [message('figure.noFundingRate'), { quotes: [] }],
    [message('figure.noFundingRate'), { fundingIntervalHours: 0 }],
    [message('figure.noFundingRate'), { fundingIntervalHours: NaN }],
    [message('figure.equityNotPositive'), { marginAccounts: [] }],
  ])('says why there is no share of equity: %s', (reason, overrides) => {
    expect(fundingIn(overrides).dailyShare).toEqual({ value: null, reason })
  })
})
