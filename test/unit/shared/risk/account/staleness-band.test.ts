import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { decimal, toFloat } from '#shared/domain/decimal.ts'
import { stalenessBand, marginRateSlopes } from '#shared/risk/account/staleness-band.ts'
import { assess } from '#shared/risk/assess.ts'
import { contract, marginAccount, pair, position, quote, riskInputs } from '#test/support/portfolio-fixtures.ts'

describe("how much a figure's age may hide", () => {
  it('grows with the square root of the age, with the volatility and with the slope', () => {
    const hidden = (ageMs: number, minuteVolatility = 0.001, slope = -0.5) =>
      stalenessBand({ ageMs, minuteVolatility, slope }).value
    expect(hidden(60_000)).toBeCloseTo(0.0005, 15)
    expect(hidden(15_000)).toBeCloseTo(0.00025, 15)
    expect(hidden(60_000, 0.002)).toBeCloseTo(0.001, 15)
    expect(hidden(60_000, 0.001, 2)).toBeCloseTo(0.002, 15)
    expect(hidden(0)).toBe(0)
  })

  it.each([
    [message('figure.ageUnknown'), { ageMs: -1, minuteVolatility: 0.001, slope: 1 }],
    [message('figure.ageUnknown'), { ageMs: NaN, minuteVolatility: 0.001, slope: 1 }],
    [message('figure.noMinuteVolatility'), { ageMs: 1, minuteVolatility: NaN, slope: 1 }],
    [message('figure.notFinite'), { ageMs: 1, minuteVolatility: 0.001, slope: Infinity }],
    [message('figure.notFinite'), { ageMs: Infinity, minuteVolatility: 0.001, slope: 1 }],
  ])('says why it is unknown: %s', (reason, inputs) => {
    expect(stalenessBand(inputs)).toEqual({ value: null, reason })
  })
})

describe('the slope of a margin rate', () => {
  it('is unknown without a rate or a value', () => {
    const held = { asset: 'BTC', direction: 'linear', sign: 1, value: 100 } as const
    expect(marginRateSlopes(null, [held])).toBeNull()
    expect(marginRateSlopes(0.1, [])).toBeNull()
    expect(marginRateSlopes(0.1, [{ ...held, value: 0 }])).toBeNull()
  })

  it.each([
    ['linear', contract('BTC', 'USDT'), contract('ETH', 'USDT')],
    ['inverse', contract('BTC', 'USD', { direction: 'inverse' }), null],
  ] as const)('is the change of the rate of a %s account when one price changes', (direction, btc, eth) => {
    const btcUsdt = pair('BTC', 'USDT')
    const at = (mark: string) =>
      assess(
        riskInputs({
          instruments: [btc, ...(eth ? [eth] : []), btcUsdt],
          marginAccounts: [marginAccount(btc.marginCoin, { crossEquity: 60 })],
          positions: [
            position(btc, { markPrice: 100 }),
            ...(eth
              ? [position(eth, { side: 'short', volume: 250 })]
              : [position(btc, { side: 'short', volume: 50, averagePrice: 90 })]),
          ],
          quotes: [quote(btc, mark, { readAt: 1 }), quote(btcUsdt, mark)],
          now: 1,
        }),
      )
    const { margin, positions } = at('100')
    const slopes = marginRateSlopes(
      margin[0]!.marginRate,
      positions.map(({ key, value }) => ({
        asset: key.startsWith(btc.name) ? 'BTC' : 'ETH',
        direction,
        sign: key.endsWith('long') ? 1 : -1,
        value: toFloat(value!),
      })),
    )
    const step = decimal('0.000001')
    const rateAt = (x: typeof step) => at(decimal(100).times(x.plus(1)).toFixed()).margin[0]!.marginRate!
    const measured = (rateAt(step) - rateAt(step.neg())) / (2 * toFloat(step))
    expect(slopes!.get('BTC')).toBeCloseTo(measured, 6)
  })
})
