/** The performance of an account, from its daily equity, deposits and withdrawals. */
import { message } from '../../words/message.ts'
import { DAYS_PER_YEAR } from '../../domain/bar.ts'
import { figure, mapFigure, none, type Figure } from '../number/figure.ts'
import { drawdownOf, type DrawdownReport } from './drawdown.ts'
import { sharpe, sharpeError, sortino, volatility } from './ratios.ts'
import { annualized, compounded, dailyOf, DAY_MS, flowAdjusted } from './account-returns.ts'
import type { DayEquity, Flow, PeriodReturn } from './account-returns.ts'

/**
 * Every performance figure; one that the history does not allow says why. `riskFree`, `target`: the risk-free and the
 * required return per day. Returns over missing days count in the total and the drawdown, not in ratios and volatility.
 */
export function performanceOf(
  equity: readonly DayEquity[],
  flows: readonly Flow[],
  { riskFree = 0, target = 0 }: { readonly riskFree?: number; readonly target?: number } = {},
) {
  const { returns, rejected } = flowAdjusted(equity, flows)
  const values = returns.map(({ value }) => value)
  const daily = dailyOf(returns)
  const drawdown = drawdownOf(values)
  const timeWeighted = compounded(values)
  const ratio = sharpe(daily, DAYS_PER_YEAR, riskFree)
  return {
    returns,
    days: daily.length,
    /** Missing days between snapshots. */
    gaps: returns.reduce((count, { days }) => count + days - 1, 0),
    rejected,
    timeWeighted,
    /** Per year of 365 days. */
    volatility: volatility(daily, DAYS_PER_YEAR),
    sharpe: ratio,
    sharpeError: sharpeError(ratio, daily.length, DAYS_PER_YEAR),
    sortino: sortino(daily, DAYS_PER_YEAR, target),
    calmar: calmarOf(timeWeighted, daysBetween(returns, 0, returns.length), drawdown),
    /** Places are indices of `returns`. */
    drawdown,
    ...lengthsOf(returns, drawdown),
  }
}

/** Yearly return over the deepest drawdown (Young 1991). */
function calmarOf(timeWeighted: Figure, days: number, { deepest }: DrawdownReport): Figure {
  if (days < DAYS_PER_YEAR) return none(message('figure.needsYear', { count: days }))
  if (!deepest) return none(message('figure.noDrawdown'))
  return mapFigure(annualized(timeWeighted, days, DAYS_PER_YEAR), (yearly) => yearly / deepest.depth)
}

/** Days from the peak of the deepest drawdown to its trough, from there to its recovery, and below the peak now. */
function lengthsOf(returns: readonly PeriodReturn[], { deepest, currentLength }: DrawdownReport) {
  const nothing = none(message('figure.noDrawdown'))
  const currentDays = daysBetween(returns, returns.length - currentLength, returns.length)
  if (!deepest) return { fallDays: nothing, recoveryDays: nothing, currentDays }
  const { peak, trough, recovered } = deepest
  return {
    fallDays: figure(daysBetween(returns, peak, trough)),
    recoveryDays:
      recovered === null ? none(message('figure.notRecovered')) : figure(daysBetween(returns, trough, recovered)),
    currentDays,
  }
}

/** Days from one place to another, missing ones counted. */
function daysBetween(returns: readonly PeriodReturn[], from: number, to: number): number {
  const [first, last] = [returns[from], returns[to - 1]]
  return first && last && to > from ? Math.round((last.to - first.from) / DAY_MS) : 0
}
