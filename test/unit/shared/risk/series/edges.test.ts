import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import type { Bar, BarInterval } from '#shared/domain/bar.ts'
import { deviation, mean } from '#shared/risk/number/moments.ts'
import { alignReturns } from '#shared/risk/series/align.ts'
import { assetStatistics, type AssetInputs } from '#shared/risk/series/asset-statistics.ts'
import { betaTo } from '#shared/risk/series/beta.ts'
import { clusterOrder } from '#shared/risk/series/cluster.ts'
import { correlationOf } from '#shared/risk/series/correlation.ts'
import {
  NO_RETURNS,
  onCommonDays,
  overlapOf,
  returnsOf,
  suspectMoves,
  type ReturnSeries,
} from '#shared/risk/series/return-series.ts'
import { barsOf, DAY } from './bars.ts'

const HOUR = 3_600_000
const UNKNOWN: AssetInputs = {
  ...{ asset: 'X', source: null, value: null, benchmark: null, isCash: false, venueTime: null },
  bars: () => [],
  daily: NO_RETURNS,
}

/** Returns on days from, from + 1 and so on: a distinct wave for every speed, the same on each call. */
function wave(speed: number, days: number, from = 0): ReturnSeries {
  const at = Array.from({ length: days }, (_, index) => from + index)
  return {
    ...NO_RETURNS,
    times: at.map((day) => day * DAY),
    values: Float64Array.from(at, (day) => 0.03 * Math.sin(speed * day * day)),
  }
}

describe('returns', () => {
  it('are simple, and do not exist across a gap or next to an impossible close', () => {
    const { times, values, gaps, rejected } = returnsOf(barsOf([100, 110, null, null, 50, 55, 0, 60, 30]), DAY)
    expect(times).toEqual([DAY, 5 * DAY, 8 * DAY])
    expect(Array.from(values)).toEqual([110 / 100 - 1, 55 / 50 - 1, -0.5])
    expect({ gaps, rejected }).toEqual({ gaps: 2, rejected: 1 })
  })

  it.each([
    ['a tenth', 1 / 10, true],
    ['a fifth', 1 / 5, true],
    ['half', 1 / 2, true],
    ['what a crash takes', 0.54, false],
    ['what a squeeze gives', 1.88, false],
    ['double', 2, true],
    ['ten times', 10, true],
  ])('to %s of the previous price are suspected of a split: %d, %s', (_, factor, isSuspect) => {
    expect(suspectMoves(returnsOf(barsOf([100, 100 * factor]), DAY))).toHaveLength(isSuspect ? 1 : 0)
  })

  it('begin at the first possible close, however small, and are never a total loss', () => {
    expect(returnsOf(barsOf([0, 0.5, 0.6]), DAY)).toMatchObject({ times: [2 * DAY], rejected: 1 })
    expect(returnsOf(barsOf([NaN, 100, 110]), DAY)).toMatchObject({ times: [2 * DAY], rejected: 1 })
    expect(returnsOf(barsOf([1e300, 1e-300]), DAY)).toMatchObject({ times: [], rejected: 1 })
    expect(returnsOf(barsOf([1e-300, 1e300]), DAY)).toMatchObject({ times: [], rejected: 1 })
  })

  it('that are suspect are kept', () => {
    const series = returnsOf(barsOf([100, 190, 361.1, 200, 4.9, 4900]), DAY)
    expect(suspectMoves(series).map(({ day }) => day)).toEqual([2 * DAY, 4 * DAY, 5 * DAY])
    expect(suspectMoves(series)[2]?.move).toBeCloseTo(999, 9)
    expect(series.times).toHaveLength(5)
  })

  it('of two assets overlap on their common days', () => {
    const [long, late] = [wave(0.1, 100), wave(0.2, 50, 80)]
    expect([overlapOf(long, late), overlapOf(late, long), overlapOf(long, long)]).toEqual([20, 20, 100])
    expect(overlapOf(long, wave(0.2, 50, 100))).toBe(0)
    const [ours, theirs] = onCommonDays(long, late)
    expect([ours, theirs]).toEqual([long.values.slice(80), late.values.slice(0, 20)])
  })

  it('leave out a candle that occurs twice or too late', () => {
    const [first, second, third] = barsOf([100, 110, 121]) as [Bar, Bar, Bar]
    expect(returnsOf([first, second, second, first, third], DAY)).toMatchObject({ times: [DAY, 2 * DAY], rejected: 2 })
  })

  it.each([[[]], [[100]]])('of %j are empty', (closes) => {
    expect(returnsOf(barsOf(closes), DAY)).toEqual(NO_RETURNS)
  })
})

describe('an asset with too short a history', () => {
  const market = wave(0.7, 300)
  const young = wave(0.3, 59, 241)

  it('moves by 1.5 times the benchmark plus at least 6 % of its own, the same every time', () => {
    const series = new Map([
      ['BTC', market],
      ['NEW', young],
    ])
    const { returns, proxies } = alignReturns(series, 'BTC')
    expect(proxies).toEqual([{ asset: 'NEW', kind: 'default', beta: 1.5, observations: 59, filled: 241 }])
    const values = returns.get('NEW') ?? new Float64Array(0)
    expect(values.slice(241)).toEqual(young.values)
    const own = values.slice(0, 241).map((value, day) => value - 1.5 * (market.values[day] as number))
    expect(deviation(own, 'n')).toBeGreaterThan(0.05)
    expect(deviation(own, 'n')).toBeLessThan(0.07)
    expect(Math.abs(mean(own))).toBeLessThan(0.01)
    expect(alignReturns(series, 'BTC').returns.get('NEW')).toEqual(values)
  })

  it('keeps its own wilder moves', () => {
    const wild = { ...young, values: young.values.map((value) => 6 * value) }
    const { returns } = alignReturns(
      new Map([
        ['BTC', market],
        ['NEW', wild],
      ]),
      'BTC',
    )
    const filled = (returns.get('NEW') ?? new Float64Array(0)).slice(0, 241)
    expect(deviation(filled, 'n')).toBeGreaterThan(0.1)
    expect(filled.every((value) => value >= -0.99)).toBe(true)
  })

  it('has beta 1.5 until there are 60 days', () => {
    expect(betaTo(young, market)).toMatchObject({
      used: 1.5,
      kind: 'default',
      raw: { value: null, reason: message('figure.tooFew.days', { needed: 60, count: 59 }) },
      observations: 59,
    })
    expect(betaTo(wave(0.3, 60, 240), market)).toMatchObject({ kind: 'estimated', observations: 60 })
  })
})

describe('alignment', () => {
  it('without a benchmark uses the days that all have', () => {
    const series = new Map([
      ['A', wave(0.3, 50)],
      ['B', wave(0.7, 50, 20)],
      ['C', NO_RETURNS],
    ])
    const { days, returns, proxies } = alignReturns(series, 'BTC')
    expect(days).toEqual(Array.from({ length: 30 }, (_, index) => (20 + index) * DAY))
    expect([...returns.keys()]).toEqual(['A', 'B'])
    expect(returns.get('B')).toEqual(wave(0.7, 30, 20).values)
    expect(proxies).toEqual([])
  })
})

describe('beta', () => {
  it('of the benchmark is fixed at 1, and of cash at 0', () => {
    const market = wave(0.7, 100)
    expect(betaTo({ ...market }, market)).toMatchObject({ used: 1, kind: 'fixed' })
    const cash = assetStatistics({ ...UNKNOWN, asset: 'USDT', benchmark: market, isCash: true })
    expect(cash.beta).toMatchObject({ used: 0, kind: 'fixed' })
  })

  it('to a benchmark that does not move, or is unknown, is the default', () => {
    const still = { ...wave(0.7, 100), values: new Float64Array(100).fill(0.1) }
    expect(betaTo(wave(0.3, 100), still)).toMatchObject({ used: 1.5, kind: 'default', observations: 100 })
    const { beta } = assetStatistics(UNKNOWN)
    expect(beta).toMatchObject({ used: 1.5, kind: 'default', observations: 0 })
  })
})

describe('statistics of an asset', () => {
  const END = 1_000 * DAY
  const STEPS = { '1day': DAY, '60min': HOUR, '1min': 60_000 } as const
  /** That many candles of each interval, all ending at END. */
  const candlesOf = (days: number, hours: number, minutes: number): Pick<AssetInputs, 'bars' | 'daily'> => {
    const counts = { '1day': days, '60min': hours, '1min': minutes }
    const closes = (count: number) => Array.from({ length: count }, (_, index) => 100 + (index % 2))
    const bars = (interval: BarInterval) => {
      const step = STEPS[interval]
      return barsOf(closes(counts[interval]), step, END - counts[interval] * step)
    }
    return { bars, daily: returnsOf(bars('1day'), DAY) }
  }
  const known = { ...UNKNOWN, ...candlesOf(21, 49, 31), venueTime: END }

  it('rest on enough days, hours and minutes, or say how many there are', () => {
    const report = assetStatistics({ ...known, source: 'spot:XUSDT', value: 5 })
    expect(report).toMatchObject({ asset: 'X', source: 'spot:XUSDT', value: 5, observations: 20 })
    expect(report.to).toEqual({ '1day': END, '60min': END, '1min': END })
    const sample = (count: number, step: number) => ({ count, from: END - count * step, to: END })
    expect(report.samples).toEqual({
      day: sample(20, DAY),
      hour: sample(48, HOUR),
      minute: sample(30, 60_000),
      year: sample(20, DAY),
    })
    // A year is estimated from the last 30 days, however many there are.
    const long = assetStatistics({ ...known, ...candlesOf(300, 720, 0) })
    expect([long.samples.day.count, long.samples.year]).toEqual([299, sample(30, DAY)])
    expect(long.samples.minute).toEqual({ count: 0, from: null, to: null })
    expect(report.dailyVolatility.value).toBeCloseTo(0.01, 3)
    expect(report.hourlyVolatility.value).toBeCloseTo(0.01 * Math.sqrt(24), 2)
    expect(report.minuteVolatility.value).toBeCloseTo(0.01, 3)
    const short = assetStatistics({ ...known, ...candlesOf(20, 48, 30) })
    expect([short.dailyVolatility, short.hourlyVolatility, short.minuteVolatility].map(({ reason }) => reason)).toEqual(
      [
        message('figure.tooFew.days', { needed: 20, count: 19 }),
        message('figure.tooFew.hours', { needed: 48, count: 47 }),
        message('figure.tooFew.minutes', { needed: 30, count: 29 }),
      ],
    )
  })

  it.each([
    ['15 min', 15 * 60_000, [null, null, null]],
    ['16 min', 16 * 60_000, [null, null, message('figure.outdated.minutes', { age: { ms: 960_000 } })]],
    ['3 h', 3 * HOUR, [null, null, message('figure.outdated.minutes', { age: { ms: 10_800_000 } })]],
    [
      '6 h',
      6 * HOUR,
      [
        null,
        message('figure.outdated.hours', { age: { ms: 21_600_000 } }),
        message('figure.outdated.minutes', { age: { ms: 21_600_000 } }),
      ],
    ],
    [
      '3 days',
      3 * DAY,
      [
        null,
        message('figure.outdated.hours', { age: message('figure.days', { count: 3 }) }),
        message('figure.outdated.minutes', { age: message('figure.days', { count: 3 }) }),
      ],
    ],
    [
      '250 days',
      250 * DAY,
      [
        message('figure.outdated.days', { age: message('figure.days', { count: 250 }) }),
        message('figure.outdated.hours', { age: message('figure.days', { count: 250 }) }),
        message('figure.outdated.minutes', { age: message('figure.days', { count: 250 }) }),
      ],
    ],
  ])('are not current when their candles ended %s ago', (_, age, reasons) => {
    const report = assetStatistics({ ...known, venueTime: END + age })
    expect(
      [report.dailyVolatility, report.hourlyVolatility, report.minuteVolatility].map(({ reason }) => reason),
    ).toEqual(reasons)
    for (const daily of [report.averageTrueRange, report.annualVolatility.close])
      expect(daily.reason).toEqual(reasons[0])
  })

  it("do not exist while the venue's time is unknown", () => {
    const { dailyVolatility, to } = assetStatistics({ ...known, venueTime: null })
    expect(dailyVolatility.reason).toEqual(message('figure.ageUnknown.days'))
    expect(to['1day']).toBe(END)
  })

  it('have no end without candles', () => {
    expect(assetStatistics(UNKNOWN).to).toEqual({ '1day': null, '60min': null, '1min': null })
  })
})

describe('correlation', () => {
  it('needs two assets with 60 days that move', () => {
    const still = { ...wave(0.3, 100), values: new Float64Array(100).fill(0.1) }
    const series = new Map([
      ['A', wave(0.7, 100)],
      ['SHORT', wave(0.5, 59)],
      ['STILL', still],
    ])
    expect(correlationOf(series, ['A', 'SHORT', 'STILL', 'NONE'])).toEqual({
      assets: [],
      matrix: [],
      overlap: [],
      from: null,
      to: null,
      shrinkage: null,
      repair: null,
      reason: message('figure.needsTwoAssets', { days: 60 }),
    })
  })

  it('leaves the rows of the others empty and puts them last', () => {
    const series = new Map([
      ['B', wave(0.7, 100)],
      ['A', wave(0.5, 59, 41)],
      ['C', wave(0.3, 100)],
    ])
    const report = correlationOf(series, ['A', 'B', 'C'])
    expect(report.assets).toEqual(['B', 'C', 'A'])
    expect(report.matrix[2]).toEqual([null, null, null])
    expect(report.overlap).toEqual([
      [100, 100, 59],
      [100, 100, 59],
      [59, 59, 59],
    ])
    expect(report.matrix[0]?.[0]).toBe(1)
    expect(report.shrinkage).toBeGreaterThan(0)
  })

  it('names the days it rests on: those that all have, not those that a pair has', () => {
    const series = new Map([
      ['A', wave(0.7, 299)],
      ['B', wave(0.5, 299)],
      ['C', wave(0.3, 275, 24)],
    ])
    const { overlap, from, to } = correlationOf(series, ['A', 'B', 'C'])
    expect(new Set(overlap.flat())).toEqual(new Set([275]))
    expect([from, to]).toEqual([24 * DAY, 298 * DAY])
    // Each pair on its own days: the first days that two of them share.
    const own = correlationOf(new Map([...series, ['D', wave(0.2, 100, 199)], ['A', wave(0.7, 289, 10)]]), [
      'A',
      'B',
      'C',
      'D',
    ])
    expect(own.shrinkage).toBeNull()
    expect([own.from, own.to]).toEqual([10 * DAY, 298 * DAY])
    expect(Math.max(...own.overlap.flat())).toBe(299)
  })

  it("uses each pair's own days when histories differ, and gives none with too few", () => {
    const [long, early, late] = [wave(0.7, 200), wave(0.7, 130), wave(0.7, 130, 70)]
    const report = correlationOf(new Map(Object.entries({ long, early, late })), ['long', 'early', 'late'])
    const at = (row: string, column: string) =>
      report.matrix[report.assets.indexOf(row)]?.[report.assets.indexOf(column)]
    expect(at('long', 'early')).toBeCloseTo(1, 9)
    expect(at('late', 'early')).toBeCloseTo(1, 9)
    expect(report.shrinkage).toBeNull()
    const apart = correlationOf(new Map(Object.entries({ long, early, late: wave(0.7, 100, 100) })), [
      'late',
      'early',
      'long',
    ])
    expect(apart.matrix.flat().filter((value) => value === null)).toHaveLength(2)
    expect(apart.matrix.flat().filter((value) => value !== null && value > 0.999)).toHaveLength(7)
    expect(apart.repair).toBeNull()
  })

  it('repairs a matrix that no returns could have', () => {
    const all = wave(0.7, 300)
    const turned = wave(0.7, 200, 100)
    const series = new Map([
      ['all', all],
      ['early', wave(0.7, 200)],
      ['turned', { ...turned, values: turned.values.map((value, index) => (index < 100 ? value : -value)) }],
    ])
    const report = correlationOf(series, ['all', 'early', 'turned'])
    expect(report.repair).not.toBeNull()
    expect(report.repair?.leastEigenvalue).toBeLessThan(0)
    expect(report.repair?.distance).toBeGreaterThan(0.1)
  })

  it('shows at most 40 assets, each once', () => {
    const assets = Array.from({ length: 50 }, (_, index) => `asset ${index}`)
    const series = new Map(assets.map((asset, index) => [asset, wave(0.1 + index / 97, 80)]))
    const report = correlationOf(series, ['asset 0', ...assets])
    expect(new Set(report.assets).size).toBe(report.assets.length)
    expect(report.assets).toHaveLength(40)
    expect(report.assets).not.toContain('asset 40')
  })
})

describe('the order of clusters', () => {
  it('puts similar assets next to each other', () => {
    const groups = [0, 1, 0, 1, 0, 1]
    const order = clusterOrder(groups.length, (left, right) => (groups[left] === groups[right] ? 0.9 : 0.1))
    expect(order.map((index) => groups[index])).toEqual([0, 0, 0, 1, 1, 1])
  })

  it('joins clusters at their most similar ends', () => {
    const places = [3, 0, 2, 1]
    const order = clusterOrder(4, (left, right) => -Math.abs((places[left] as number) - (places[right] as number)))
    const along = order.map((index) => places[index])
    expect([along, along.toReversed()]).toContainEqual([0, 1, 2, 3])
  })

  it('of nothing is empty', () => {
    expect(clusterOrder(0, () => 1)).toEqual([])
  })
})
