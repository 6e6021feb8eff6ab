import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BAR_MS, type Bar } from '#shared/domain/bar.ts'
import { alignReturns } from '#shared/risk/series/align.ts'
import { assetStatistics } from '#shared/risk/series/asset-statistics.ts'
import { betaTo } from '#shared/risk/series/beta.ts'
import { ewmaCovariance, ewmaDeviation, nextEwmaCovariance } from '#shared/risk/series/ewma.ts'
import { returnsOf } from '#shared/risk/series/return-series.ts'
import { averageTrueRange, ohlcVolatility } from '#shared/risk/series/volatility.ts'
import { anyBars, walk } from './bars.ts'

const DAY = BAR_MS['1day']

/** Every number in a report, at any depth. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}

/** The candle's prices in another coin. */
function scaled(bars: readonly Bar[], by: number): Bar[] {
  return bars.map((bar) => ({
    ...bar,
    open: bar.open * by,
    high: bar.high * by,
    low: bar.low * by,
    close: bar.close * by,
  }))
}

function expectClose(mine: number, theirs: number, relative: number): void {
  expect(Math.abs(mine - theirs)).toBeLessThanOrEqual(relative * Math.max(Math.abs(mine), Math.abs(theirs), 1e-6))
}

describe('for any candles', () => {
  it('returns are finite, above -1, in order of time, and one interval away from a candle', () => {
    fc.assert(
      fc.property(anyBars('1day'), (bars) => {
        const { times, values, gaps, rejected } = returnsOf(bars, DAY)
        expect(values).toHaveLength(times.length)
        expect(values.every((value) => Number.isFinite(value) && value > -1)).toBe(true)
        expect(times.every((time, index) => index === 0 || time > (times[index - 1] as number))).toBe(true)
        expect(gaps).toBeGreaterThanOrEqual(0)
        expect(rejected + times.length).toBeLessThanOrEqual(bars.length)
      }),
    )
  })

  it('statistics of an asset are finite numbers or reasons', () => {
    fc.assert(
      fc.property(anyBars('1day'), anyBars('60min'), anyBars('1min'), anyBars('1day'), fc.boolean(), (...given) => {
        const [daily, hourly, minutes, market, isCash] = given
        const bars = { '1day': daily, '60min': hourly, '1min': minutes }
        const benchmark = market.length > 0 ? returnsOf(market, DAY) : null
        const report = assetStatistics({
          ...{ asset: 'X', source: null, value: null, benchmark, isCash, venueTime: 0 },
          bars: (interval) => bars[interval],
          daily: returnsOf(daily, DAY),
        })
        expect(numbersIn(report).every(Number.isFinite)).toBe(true)
      }),
    )
  })

  it('aligned returns are finite on every day, and known days are unchanged', () => {
    fc.assert(
      fc.property(fc.array(anyBars('1day'), { maxLength: 4 }), (each) => {
        const series = new Map(each.map((bars, index) => [`asset ${index}`, returnsOf(bars, DAY)]))
        const { days, returns, proxies } = alignReturns(series, 'asset 0')
        for (const [asset, values] of returns) {
          const own = series.get(asset)
          const proxy = proxies.find((proxied) => proxied.asset === asset)
          expect(values).toHaveLength(days.length)
          expect(values.every((value) => Number.isFinite(value) && value > -1)).toBe(true)
          const known = days.filter((day, index) => own?.values[own.times.indexOf(day)] === values[index])
          expect(known.length).toBeGreaterThanOrEqual(days.length - (proxy?.filled ?? 0))
          if (proxy) expect(proxy.filled + proxy.observations).toBe(days.length)
        }
        expect(numbersIn(proxies).every(Number.isFinite)).toBe(true)
      }),
    )
  })
})

describe('the coin in which prices are quoted', () => {
  it('changes no volatility, and the true range in proportion', () => {
    fc.assert(
      fc.property(walk(40), fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (bars, by) => {
        const [ours, theirs] = [ohlcVolatility(bars, 365), ohlcVolatility(scaled(bars, by), 365)]
        for (const estimator of ['close', 'parkinson', 'garmanKlass', 'rogersSatchell', 'yangZhang'] as const) {
          expectClose(ours[estimator].value ?? NaN, theirs[estimator].value ?? NaN, 1e-9)
        }
        expectClose((averageTrueRange(bars).value ?? NaN) * by, averageTrueRange(scaled(bars, by)).value ?? NaN, 1e-9)
      }),
    )
  })
})

describe('beta', () => {
  // Another test covers a benchmark that does not move and so has no beta. Here it moves by at least a thousandth.
  const series = walk(80)
    .map((bars) => returnsOf(bars, DAY))
    .filter(({ values }) => Math.max(...values) - Math.min(...values) > 1e-3)

  it('of the benchmark times a factor is the factor, without uncertainty', () => {
    fc.assert(
      fc.property(series, fc.double({ min: -3, max: 3, noNaN: true }), (market, factor) => {
        const asset = { ...market, values: market.values.map((value) => factor * value + 0.001) }
        const { raw, kind, used } = betaTo(asset, market)
        expect(kind).toBe('estimated')
        expectClose(raw.value ?? NaN, factor, 1e-9)
        expectClose(used, factor, 1e-9)
      }),
    )
  })

  it('is shrunk toward 1, never beyond it', () => {
    fc.assert(
      fc.property(series, series, (asset, market) => {
        const { raw, used } = betaTo(asset, market)
        const estimate = raw.value ?? NaN
        expect(used).toBeGreaterThanOrEqual(Math.min(estimate, 1) - 1e-12)
        expect(used).toBeLessThanOrEqual(Math.max(estimate, 1) + 1e-12)
      }),
    )
  })
})

describe('an EWMA covariance', () => {
  const columns = fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 40 })).chain(([size, days]) =>
    fc.array(fc.array(fc.double({ min: -0.2, max: 0.2, noNaN: true }), { minLength: days, maxLength: days }), {
      minLength: size,
      maxLength: size,
    }),
  )

  it('gives the same when one day is added as when all days are computed again', () => {
    fc.assert(
      fc.property(columns, (each) => {
        const before = ewmaCovariance(each.map((column) => Float64Array.from(column.slice(0, -1))))
        const next = nextEwmaCovariance(
          before,
          each.map((column) => column.at(-1) as number),
        )
        const whole = ewmaCovariance(each.map((column) => Float64Array.from(column)))
        expectClose(next.weight, whole.weight, 1e-12)
        next.matrix.forEach((value, index) => {
          expect(Math.abs(value - (whole.matrix[index] as number))).toBeLessThanOrEqual(1e-15)
        })
      }),
    )
  })

  it('gives each portfolio the deviation of its own returns', () => {
    fc.assert(
      fc.property(columns, (each) => {
        const { matrix, size } = ewmaCovariance(each.map((column) => Float64Array.from(column)))
        const weights = each.map((_, index) => index - 1.5)
        const portfolio = (each[0] ?? []).map((_, day) =>
          each.reduce((sum, column, index) => sum + (weights[index] as number) * (column[day] as number), 0),
        )
        const variance = matrix.reduce(
          (sum, value, index) =>
            sum + value * (weights[Math.floor(index / size)] as number) * (weights[index % size] as number),
          0,
        )
        expect(Math.abs(variance - ewmaDeviation(portfolio) ** 2)).toBeLessThanOrEqual(1e-12)
      }),
    )
  })
})
