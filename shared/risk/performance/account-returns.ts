/** Returns of an account without deposits and withdrawals. float64: they are only shown. */
import { message } from '../../words/message.ts'
import { figure, mapFigure, none, type Figure } from '../number/figure.ts'
import { total } from '../number/moments.ts'

export const DAY_MS = 86_400_000

/** A larger return comes from a rounding remainder. */
const LARGEST = 1e9

/** Total equity at the fixed time of a day; `day` in ms of UTC midnight. */
export interface DayEquity {
  readonly day: number
  readonly equity: number
}

/** A deposit (positive) or withdrawal on a day, in the same coin. It counts from before that day's move. */
export interface Flow {
  readonly day: number
  readonly amount: number
}

/** From the equity of one day to that of a later one. */
export interface PeriodReturn {
  readonly from: number
  readonly to: number
  /** 1, or more over days without a snapshot: they are not interpolated. */
  readonly days: number
  readonly value: number
}

/**
 * Returns without flows, r = E_t / (E_{t-1} + F_t) - 1, with F_t all flows since the day before. Days in any order; of
 * two equities of a day the later in the list counts. `rejected`: pairs of days without a return, because equity is
 * below zero, or the base is not positive or negligible beside the equity after it.
 */
export function flowAdjusted(equity: readonly DayEquity[], flows: readonly Flow[]) {
  const byDay = new Map(equity.map((each) => [each.day, each]))
  const days = [...byDay.values()].sort((a, b) => a.day - b.day)
  const returns = days.slice(1).flatMap((now, index): readonly PeriodReturn[] => {
    const before = days[index]
    if (!before) return []
    const paid = flows.filter(({ day }) => day > before.day && day <= now.day)
    const base = before.equity + total(paid.map(({ amount }) => amount))
    const value = now.equity / base - 1
    if (!(base > 0) || !(now.equity >= 0) || !(value < LARGEST)) return []
    return [{ from: before.day, to: now.day, days: Math.round((now.day - before.day) / DAY_MS), value }]
  })
  return { returns, rejected: Math.max(0, days.length - 1) - returns.length }
}

/** Returns of single days, for volatility and ratios. */
export function dailyOf(returns: readonly PeriodReturn[]): readonly number[] {
  return returns.filter(({ days }) => days === 1).map(({ value }) => value)
}

/** Time-weighted return Π(1 + r) - 1, compounded in logarithms; a day that lost everything makes it -1. */
export function compounded(returns: readonly number[]): Figure {
  if (returns.length === 0) return none(message('figure.noReturns'))
  if (returns.includes(-1)) return { value: -1, reason: null }
  return figure(Math.expm1(total(returns.map(Math.log1p))), message('figure.belowNothing'))
}

/** `whole` over so many periods as a yearly return: (1 + whole)^(perYear / periods) - 1. */
export function annualized(whole: Figure, periods: number, perYear: number): Figure {
  return mapFigure(whole, (value) => Math.expm1((Math.log1p(value) * perYear) / periods))
}
