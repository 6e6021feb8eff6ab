import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import type { Bar } from '#shared/domain/bar.ts'
import { ewmaDeviation, hourlyDeviation } from '#shared/risk/series/ewma.ts'
import { averageTrueRange, ohlcVolatility } from '#shared/risk/series/volatility.ts'
import { barsOf, DAY } from './bars.ts'

/** Candles that reach 1 above and below an open that is also the close. */
function candles(count: number, change: (bar: Bar, index: number) => Partial<Bar> = () => ({})): Bar[] {
  return barsOf(Array.from({ length: count }, () => 100))
    .map((bar) => ({ ...bar, high: 101, low: 99 }))
    .map((bar, index) => ({ ...bar, ...change(bar, index) }))
}

describe('volatility', () => {
  const reasonsOf = (bars: readonly Bar[]) => {
    const { close, parkinson, yangZhang } = ohlcVolatility(bars, 365)
    return [close.reason, parkinson.reason, yangZhang.reason]
  }

  it('says how many candles are missing, one more for an estimator that needs the previous close', () => {
    expect(reasonsOf(candles(19)).slice(0, 2)).toEqual(
      Array(2).fill(message('figure.tooFew.candles', { needed: 20, count: 19 })),
    )
    expect(reasonsOf(candles(20))).toEqual([null, null, message('figure.tooFew.candles', { needed: 20, count: 19 })])
    expect(reasonsOf(candles(21))).toEqual([null, null, null])
  })

  it.each<[string, Partial<Bar>]>([
    ['closes above its high', { high: 99.5 }],
    ['opens above its high alone', { open: 102, close: 100 }],
    ['opens below its low', { low: 100.5 }],
    ['closes below its low alone', { open: 100, close: 98 }],
    ['has no end', { high: Infinity }],
    ['is free', { open: 0, low: 0, close: 0 }],
  ])('leaves out a candle that %s', (_, odd) => {
    expect(reasonsOf(candles(20, (_bar, index) => (index === 3 ? odd : {})))[0]).toEqual(
      message('figure.tooFew.candles', { needed: 20, count: 19 }),
    )
  })

  it('keeps a candle with a single price, and prices below one', () => {
    const coin = candles(21, () => ({ open: 0.5, high: 0.5, low: 0.4, close: 0.4 }))
    expect(reasonsOf(coin)).toEqual([null, null, null])
    expect(
      ohlcVolatility(
        candles(20, () => ({ high: 100, low: 100 })),
        365,
      ).parkinson.reason,
    ).toEqual(message('figure.untraded', { traded: 0, candles: 20 }))
  })

  it('uses no close next to an impossible candle', () => {
    const spike = candles(40, (_, index) => (index === 20 ? { high: 1e9, close: 2e9 } : {}))
    expect(ohlcVolatility(spike, 365).close).toEqual({ value: 0, reason: null })
  })

  it('needs two adjacent candles twice', () => {
    const apart = (...pairs: readonly number[]) => {
      const days = pairs.reduce<number[]>((so, gap) => [...so, (so.at(-1) ?? 0) + gap], [0])
      return reasonsOf(candles(20, (_, index) => ({ openTime: (days[index] ?? 0) * DAY })))[0]
    }
    const gaps = (next: number) => Array.from({ length: 19 }, (_, index) => (index < next ? 1 : 2))
    expect([apart(...gaps(1)), apart(...gaps(2))]).toEqual([message('figure.candlesApart'), null])
  })

  it('takes the interval of candles from the nearest two, wherever they are', () => {
    const late = candles(22, (bar, index) => ({ openTime: index === 0 ? -5 * DAY : bar.openTime }))
    expect(reasonsOf(late)).toEqual([null, null, null])
    // Candles that occur twice or out of order reveal no interval.
    const twice = candles(22, (bar, index) => ({ openTime: index === 9 ? 8 * DAY : bar.openTime }))
    const turned = candles(22, (bar, index) => ({ openTime: index === 9 ? 7.5 * DAY : bar.openTime }))
    for (const odd of [twice, turned]) expect(ohlcVolatility(odd, 365).close).toEqual({ value: 0, reason: null })
    expect(reasonsOf(candles(22, ({ openTime }) => ({ openTime: openTime / DAY })))).toEqual([null, null, null])
  })

  it('uses ranges only when 80 % of the candles have trades', () => {
    const traded = (share: number, without: Partial<Bar> = { volume: 0 }) =>
      candles(50, (_, index) => (index < 50 * share ? {} : without))
    expect(reasonsOf(traded(0.8))[1]).toBeNull()
    const without: Partial<Bar>[] = [{ volume: 0 }, { high: 100, low: 100 }]
    for (const each of without) {
      const reason = message('figure.untraded', { traded: 39, candles: 50 })
      expect(reasonsOf(traded(0.78, each))).toEqual([
        null,
        reason,
        expect.objectContaining({ code: 'figure.untraded' }),
      ])
    }
  })

  it('uses no close and no true range over a gap', () => {
    const doubled = candles(40, (bar, index) =>
      index < 20 ? {} : { openTime: bar.openTime + DAY, open: 200, high: 201, low: 199, close: 200 },
    )
    expect(ohlcVolatility(doubled, 365).close.value).toBe(0)
    expect(averageTrueRange(doubled).value).toBeCloseTo(2, 12)
    expect(averageTrueRange(candles(14))).toEqual({
      value: null,
      reason: message('figure.tooFew.candles', { needed: 15, count: 14 }),
    })
  })

  it('leaves an impossible candle out of the true range', () => {
    const spoilt = candles(40, (_, index) => (index === 20 ? { high: 0, low: -500 } : {}))
    expect(averageTrueRange(spoilt)).toEqual(averageTrueRange(candles(39)))
  })

  it('by EWMA of one value is that value, and of none is NaN', () => {
    expect(ewmaDeviation([-0.02])).toBeCloseTo(0.02, 15)
    expect([ewmaDeviation([]), hourlyDeviation([])]).toEqual([NaN, NaN])
  })
})
