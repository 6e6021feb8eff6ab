import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import type { Order } from '#shared/domain/order.ts'
import { RULES } from '#shared/risk/account/margin-rule.ts'
import { assess } from '#shared/risk/assess.ts'
import { calibratedTo } from '#test/support/calibrations.ts'
import { contract, marginAccount, order, pair, position, quote, riskInputs } from '#test/support/portfolio-fixtures.ts'
import { faultsOf } from './faults.ts'

describe('a report of hostile inputs', () => {
  const odd = fc.constantFrom(
    ...[
      '0',
      '-0',
      '-1',
      '1',
      '0.5',
      '1e-300',
      '1e-31',
      '1e30',
      '1e31',
      '1e400',
      '-1e400',
      '0E-16',
      '12345.678901234567890123456',
    ].map((text) => decimal(text)),
  )
  const maybe = fc.option(odd)
  const btc = contract('BTC', 'USDT')
  const ethUsd = contract('ETH', 'USD', { direction: 'inverse' })
  const xyz = contract('XYZ', 'BTC', { kind: 'mixed' })
  const pairs = [pair('BTC', 'USDT'), pair('ETH', 'BTC'), pair('USDT', 'TRY')]
  const oddPosition = fc
    .record({
      of: fc.constantFrom(btc, ethUsd, xyz, contract('GONE', 'USDT')),
      marginMode: fc.constantFrom('cross' as const, 'isolated' as const),
      side: fc.constantFrom('long' as const, 'short' as const),
      freeze: fc.constantFrom('none' as const, 'liquidation' as const, 'delivery' as const),
      volume: odd,
      averagePrice: maybe,
      openPrice: maybe,
      markPrice: maybe,
      leverage: maybe,
      margin: maybe,
      realizedPnl: maybe,
      unrealizedPnl: maybe,
      tradingFees: maybe,
      fundingFees: maybe,
      maintenanceRate: maybe,
      maxFeeRate: maybe,
      venueMarginRate: maybe,
      venueLiquidationPrice: maybe,
    })
    .map(({ of, ...rest }) => position(of, rest))
  const oddQuote = fc
    .record({
      of: fc.constantFrom(...pairs, btc, ethUsd),
      last: maybe,
      bid: maybe,
      ask: maybe,
      mark: maybe,
      readAt: fc.integer({ min: -2e8, max: 10 }),
    })
    .map(({ of, ...rest }) => quote(of, 1, rest))
  const oddAccount = fc
    .record({
      coin: fc.constantFrom('USDT', 'BTC', 'ETH', 'ODD'),
      crossEquity: maybe,
      isolatedEquity: maybe,
      orderMargin: maybe,
      crossMarginRate: maybe,
    })
    .map(({ coin, ...rest }) => marginAccount(coin, rest))
  const oddOrder: fc.Arbitrary<Order> = fc
    .record({
      of: fc.constantFrom(...pairs, btc, ethUsd, contract('GONE', 'USDT')),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      action: fc.constantFrom('open' as const, 'close' as const, null),
      type: fc.constantFrom('limit' as const, 'market' as const, 'other' as const),
      status: fc.constantFrom('new' as const, 'canceled' as const, 'unknown' as const),
      price: maybe,
      quantity: odd,
      executed: odd,
    })
    .map(({ of, ...rest }) => order(of, rest))
  const hostile = fc.record({
    reportingCoin: fc.constantFrom('USDT', 'BTC', 'NONE'),
    cashAssets: fc.constantFrom(['USDT'], [], ['USDT', 'BTC', 'ETH']),
    instruments: fc.option(fc.constant([...pairs, btc, ethUsd, xyz])),
    balances: fc.option(
      fc.array(
        fc.record({
          asset: fc.constantFrom('USDT', 'BTC', 'ETH', 'TRY', 'DEAD'),
          free: maybe,
          locked: maybe,
          gaps: fc.constant([]),
        }),
        {
          maxLength: 4,
        },
      ),
    ),
    marginAccounts: fc.option(fc.array(oddAccount, { maxLength: 3 })),
    positions: fc.option(fc.array(oddPosition, { maxLength: 5 })),
    quotes: fc.option(fc.array(oddQuote, { maxLength: 5 })),
    orders: fc.option(fc.array(oddOrder, { maxLength: 5 })),
    fundingIntervalHours: fc.constantFrom(8, 1, 0, -1),
    calibration: fc.constantFrom(...RULES.map(calibratedTo)),
    incomplete: fc.constant([]),
    positionsReadAt: fc.option(fc.constant(5)),
    now: fc.constant(10),
  })

  it('never holds NaN or an infinity', () => {
    fc.assert(
      fc.property(hostile, (inputs) => {
        expect(faultsOf(assess(inputs))).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  it('is complete for a thousand positions', () => {
    const contracts = Array.from({ length: 500 }, (_, index) => contract(`C${index}`, 'USDT'))
    const positions = contracts.flatMap((of) => [
      position(of, { marginMode: 'isolated' }),
      position(of, { side: 'short' }),
    ])
    const report = assess(
      riskInputs({
        instruments: contracts,
        positions,
        marginAccounts: [marginAccount('USDT', { crossEquity: 100_000, isolatedEquity: 5_000 })],
      }),
    )
    expect(faultsOf(report)).toEqual([])
    expect(report.positions).toHaveLength(1000)
    expect(report.margin).toHaveLength(501)
    expect(report.loadLine.units).toHaveLength(24)
    expect(report.loadLine.units[0]?.id).toBe('cross:USDT')
  })
})
