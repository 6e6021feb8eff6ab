/** Ratios of samples whose mean and deviation can be computed by hand. */
import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { performanceOf } from '#shared/risk/performance/performance.ts'
import { sharpe, sharpeError, sortino, volatility } from '#shared/risk/performance/ratios.ts'
import { DAY_MS } from '#shared/risk/performance/account-returns.ts'

/** Thirty returns, half of them `low` and half `high`. */
const halves = (low: number, high: number): readonly number[] =>
  Array.from({ length: 30 }, (_, day) => (day % 2 === 0 ? low : high))

describe('ratios', () => {
  it('compare the mean with the deviation: Sharpe of 1 % and 3 % a day', () => {
    // Mean 2 %, deviation 1 % with divisor n, and √(30/29) more with n - 1.
    const perDay = 2 / Math.sqrt(30 / 29)
    expect(sharpe(halves(0.01, 0.03), 365).value).toBeCloseTo(perDay * Math.sqrt(365), 9)
    expect(sharpe(halves(0.01, 0.03), 365, 0.01).value).toBeCloseTo((perDay / 2) * Math.sqrt(365), 9)
    expect(volatility(halves(0.01, 0.03), 365).value).toBeCloseTo(0.01 * Math.sqrt((30 / 29) * 365), 9)
  })

  it('compare the mean with the shortfall: Sortino of -1 % and 3 % a day', () => {
    // Mean 1 %. Half of the days fall short of 0 by 1 %: √(0.0001 / 2). They fall short of 1 % by 2 %, and then the
    // mean equals the target.
    expect(sortino(halves(-0.01, 0.03), 365).value).toBeCloseTo(Math.SQRT2 * Math.sqrt(365), 9)
    expect(sortino(halves(-0.01, 0.03), 365, 0.01).value).toBeCloseTo(0, 9)
  })

  it('give the standard error of a Sharpe ratio', () => {
    // SR of 1 a day, 2 periods a year, 50 days: √((1 + 1/2) / 50 × 2).
    expect(sharpeError({ value: Math.SQRT2, reason: null }, 50, 2).value).toBeCloseTo(Math.sqrt(0.06), 12)
  })
})

describe('Calmar', () => {
  const calmar = (equity: readonly number[], days: readonly number[]) =>
    performanceOf(
      equity.map((value, index) => ({ day: days[index]! * DAY_MS, equity: value })),
      [],
    ).calmar

  it('is the yearly return over the deepest drawdown', () => {
    // Down by half, then up to 1.5 times the start within a year, or 2.25 times within two years: 50 % a year in both
    // cases.
    expect(calmar([100, 50, 150], [0, 1, 365]).value).toBeCloseTo(0.5 / 0.5, 9)
    expect(calmar([100, 50, 225], [0, 1, 730]).value).toBeCloseTo(0.5 / 0.5, 9)
    // A drawdown of a fifth, and 44 % in a year.
    expect(calmar([100, 80, 144], [0, 1, 365]).value).toBeCloseTo(0.44 / 0.2, 9)
  })

  it('is unknown before a year, and without a drawdown', () => {
    expect(calmar([100, 50, 150], [0, 1, 364]).reason).toEqual(message('figure.needsYear', { count: 364 }))
    expect(calmar([100, 150], [0, 365]).reason).toEqual(message('figure.noDrawdown'))
  })
})
