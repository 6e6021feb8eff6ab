import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { drawdownOf } from '#shared/risk/performance/drawdown.ts'
import { performanceOf } from '#shared/risk/performance/performance.ts'
import { DAY_MS } from '#shared/risk/performance/account-returns.ts'

const points = (equity: readonly number[], days: readonly number[] = equity.map((_, index) => index)) =>
  equity.map((value, index) => ({ day: days[index]! * DAY_MS, equity: value }))

/** Alternately up 2 % and down 1 %, so that every figure exists. */
const zigzag = (count: number) =>
  points(
    Array.from(
      { length: count + 1 },
      (_, index) => 1_000 * 1.02 ** Math.ceil(index / 2) * 0.99 ** Math.floor(index / 2),
    ),
  )

describe('the performance of an account', () => {
  it('does not count a deposit as profit', () => {
    const report = performanceOf(points([100, 310, 155]), [
      { day: DAY_MS, amount: 200 },
      { day: 2 * DAY_MS, amount: -155 },
    ])
    expect(report.returns.map(({ value }) => value)).toEqual([310 / 300 - 1, 0])
    expect(report.timeWeighted.value).toBeCloseTo(310 / 300 - 1, 12)
  })

  it('includes a return over missing days in the total, but not in daily figures', () => {
    const report = performanceOf(points([100, 101, 121.2, 121.2], [0, 1, 4, 5]), [{ day: 3 * DAY_MS, amount: 0 }])
    expect(report.returns.map(({ days }) => days)).toEqual([1, 3, 1])
    expect([report.days, report.gaps, report.rejected]).toEqual([2, 2, 0])
    expect(report.timeWeighted.value).toBeCloseTo(0.212, 12)
  })

  it('sorts days, and keeps the later equity of a day', () => {
    const report = performanceOf([...points([120, 100], [1, 0]), { day: DAY_MS, equity: 110 }], [])
    expect(report.returns.map(({ value }) => value)).toEqual([110 / 100 - 1])
  })

  it.each<[string, number[], { day: number; amount: number }[]]>([
    ['all was paid out', [100, 50], [{ day: DAY_MS, amount: -100 }]],
    ['equity was below zero', [-5, 50], []],
    ['equity is below zero', [100, -5], []],
  ])('has no return when %s', (_, equity, flows) => {
    const report = performanceOf(points(equity), flows)
    expect([report.returns, report.rejected]).toEqual([[], 1])
    expect(report.timeWeighted.reason).toEqual(message('figure.noReturns'))
  })

  it('is minus 100 % when everything is lost', () => {
    const report = performanceOf(points([100, 0]), [])
    expect([report.timeWeighted.value, report.drawdown.current]).toEqual([-1, 1])
  })

  it('gives no ratio before 30 days, or when returns do not vary', () => {
    const short = performanceOf(zigzag(29), [])
    expect(short.sharpe.reason).toEqual(message('figure.tooFew.days', { needed: 30, count: 29 }))
    expect([short.sortino.reason, short.sharpeError.reason]).toEqual([short.sharpe.reason, short.sharpe.reason])
    const flat = performanceOf(points(Array.from({ length: 40 }, () => 100)), [])
    expect([flat.sharpe.reason, flat.sortino.reason]).toEqual([
      message('figure.returnsSame'),
      message('figure.noneBelowTarget'),
    ])
    expect([flat.volatility.value, flat.drawdown.deepest]).toEqual([0, null])
    expect(performanceOf(zigzag(1), []).volatility.reason).toEqual(message('figure.needsReturns'))
  })

  it('gives the standard error of a Sharpe ratio', () => {
    const { sharpe, sharpeError, days } = performanceOf(zigzag(30), [])
    const daily = sharpe.value! / Math.sqrt(365)
    expect(sharpeError.value).toBeCloseTo(Math.sqrt((1 + daily ** 2 / 2) / days) * Math.sqrt(365), 12)
  })

  it('compares with the risk-free return, and with a required daily return', () => {
    const plain = performanceOf(zigzag(40), [])
    const judged = performanceOf(zigzag(40), [], { riskFree: 0.001, target: 0.001 })
    expect(judged.sharpe.value).toBeLessThan(plain.sharpe.value!)
    expect(judged.sortino.value).toBeLessThan(plain.sortino.value!)
  })

  it('compares a yearly return with the deepest drawdown only after a year', () => {
    expect(performanceOf(zigzag(100), []).calmar.reason).toEqual(message('figure.needsYear', { count: 100 }))
    const { calmar, timeWeighted, drawdown } = performanceOf(zigzag(365), [])
    expect(calmar.value).toBeCloseTo(timeWeighted.value! / drawdown.deepest!.depth, 9)
    const rising = points(Array.from({ length: 400 }, (_, index) => 100 + index))
    expect(performanceOf(rising, []).calmar.reason).toEqual(message('figure.noDrawdown'))
  })

  it('counts the days of a drawdown, of its recovery and below the current peak, including missing ones', () => {
    const report = performanceOf(points([100, 90, 80, 100, 120, 110], [0, 1, 4, 6, 7, 9]), [])
    expect(report.drawdown.deepest).toMatchObject({ peak: 0, trough: 2, recovered: 3 })
    expect([report.fallDays.value, report.recoveryDays.value, report.currentDays]).toEqual([4, 2, 2])
    const open = performanceOf(points([100, 80]), [])
    expect([open.recoveryDays.reason, open.currentDays]).toEqual([message('figure.notRecovered'), 1])
  })
})

describe('drawdown', () => {
  it('counts the start as a peak, and takes the first of equal drawdowns', () => {
    expect(drawdownOf([-0.5, 1, -0.5]).deepest).toEqual({ depth: 0.5, peak: 0, trough: 1, recovered: 2 })
    expect(drawdownOf([]).current).toBe(0)
  })

  it('keeps the deepest when a later one is shallower, and replaces it when a later one is deeper', () => {
    expect(drawdownOf([-0.2, 0.5, -0.1]).deepest).toMatchObject({ peak: 0, trough: 1, recovered: 2 })
    expect(drawdownOf([-0.1, 0.5, -0.3]).deepest).toMatchObject({ peak: 2, trough: 3, recovered: null })
    expect(drawdownOf([-0.1, 0.05, -0.1]).deepest).toMatchObject({ peak: 0, trough: 3 })
  })
})
