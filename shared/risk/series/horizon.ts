import { total } from '../number/moments.ts'
import { DAILY_DECAY, ewmaDeviation } from './ewma.ts'
import type { ReturnSeries } from './returns.ts'

/** Hours of a day: crypto trades through all of them. */
const HOURS = 24
/** The daily decay spread over a day's hours. */
export const HOURLY_DECAY = DAILY_DECAY ** (1 / HOURS)
/** Days that do not overlap which a 99 % quantile of a day's return needs at least. */
const INDEPENDENT_DAYS = 100

/** What hourly returns tell about a day; see each field. */
export interface HourlyHorizon {
  /** Standard deviation of an hour's return, EWMA of .94^(1/24); NaN without returns. */
  readonly perHour: number
  /** sqrt(24) x perHour: right as far as hours do not depend on each other. */
  readonly perDay: number
  /** Share of the weights an endless history would have that lies before this one: high means a short memory. */
  readonly lostWeight: number
  /** Sum of the last 24 squared returns; NaN with fewer. */
  readonly realisedVariance: number
  /** Return over every 24 hours in a row, each sharing 23 with the next. */
  readonly overlapping: Float64Array
  /** Days' worth of hours: what the overlapping returns are worth as independent ones. */
  readonly independent: number
  /** Whether that is enough for a 99 % quantile. */
  readonly reachesTail: boolean
}

/**
 * A day's risk from hourly returns, oldest first (RiskMetrics Technical Document 1996 on scaling by the root of time).
 */
export function hourlyHorizon({ times, values }: ReturnSeries): HourlyHorizon {
  const perHour = ewmaDeviation(values, HOURLY_DECAY)
  const independent = values.length / HOURS
  return {
    perHour,
    perDay: Math.sqrt(HOURS) * perHour,
    lostWeight: HOURLY_DECAY ** values.length,
    realisedVariance: values.length < HOURS ? NaN : total(values.slice(-HOURS).map((value) => value * value)),
    overlapping: overlappingReturns(times, values),
    independent,
    reachesTail: independent >= INDEPENDENT_DAYS,
  }
}

/** Compounded over every 24 returns in a row; none over a gap. */
function overlappingReturns(times: readonly number[], values: Float64Array): Float64Array {
  const day = (HOURS - 1) * 3_600_000
  const days: number[] = []
  for (let end = HOURS - 1; end < values.length; end++) {
    const start = end - HOURS + 1
    if ((times[end] as number) - (times[start] as number) !== day) continue
    days.push(Math.expm1(total(values.subarray(start, end + 1).map(Math.log1p))))
  }
  return Float64Array.from(days)
}
