/** How an account did: every figure of it from its daily equity and what was paid in and out. */
import { message } from '../../words/message.ts'
import { DAYS_PER_YEAR } from '../../domain/bar.ts'
import { figure, mapFigure, none, type Figure } from '../number/figure.ts'
import { drawdownOf, type DrawdownReport } from './drawdown.ts'
import { sharpe, sharpeError, sortino, volatility } from './ratios.ts'
import {
  annualized,
  compounded,
  dailyOf,
  DAY_MS,
  flowAdjusted,
  type DayEquity,
  type Flow,
  type PeriodReturn,
} from './account-returns.ts'

export interface PerformanceReport {
  readonly returns: readonly PeriodReturn[]
  /**
   * Returns of single days; those over missing days count in the total and the drawdown, not in ratios and volatility.
   */
  readonly days: number
  /** Missing days between snapshots, and pairs of days with no return between. */
  readonly gaps: number
  readonly rejected: number
  readonly timeWeighted: Figure
  /** Per year of 365 days. */
  readonly volatility: Figure
  readonly sharpe: Figure
  readonly sharpeError: Figure
  readonly sortino: Figure
  /** Yearly return over the deepest drawdown (Young 1991). */
  readonly calmar: Figure
  /** Places are of `returns`. */
  readonly drawdown: DrawdownReport
  /** Days from its peak to its trough, from its trough until it was made good, and below the peak now. */
  readonly fallDays: Figure
  readonly recoveryDays: Figure
  readonly currentDays: number
}

/** Rates per day: what money earns without risk, and what a day has to make. */
export interface PerformanceTerms {
  readonly riskFree?: number
  readonly target?: number
}

/** Every figure there is; one that too few days, or what is not in them, does not allow says so. */
export function performanceOf(
  equity: readonly DayEquity[],
  flows: readonly Flow[],
  { riskFree = 0, target = 0 }: PerformanceTerms = {},
): PerformanceReport {
  const { returns, rejected } = flowAdjusted(equity, flows)
  const values = returns.map(({ value }) => value)
  const daily = dailyOf(returns)
  const drawdown = drawdownOf(values)
  const timeWeighted = compounded(values)
  const ratio = sharpe(daily, DAYS_PER_YEAR, riskFree)
  return {
    returns,
    days: daily.length,
    gaps: returns.reduce((count, { days }) => count + days - 1, 0),
    rejected,
    timeWeighted,
    volatility: volatility(daily, DAYS_PER_YEAR),
    sharpe: ratio,
    sharpeError: sharpeError(ratio, daily.length, DAYS_PER_YEAR),
    sortino: sortino(daily, DAYS_PER_YEAR, target),
    calmar: calmarOf(timeWeighted, daysBetween(returns, 0, returns.length), drawdown),
    drawdown,
    ...lengthsOf(returns, drawdown),
  }
}

function calmarOf(timeWeighted: Figure, days: number, { deepest }: DrawdownReport): Figure {
  if (days < DAYS_PER_YEAR) return none(message('figure.needsYear', { count: days }))
  if (!deepest) return none(message('figure.noDrawdown'))
  return mapFigure(annualized(timeWeighted, days, DAYS_PER_YEAR), (yearly) => yearly / deepest.depth)
}

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
