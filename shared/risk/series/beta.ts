import type { Message } from '../../domain/message.ts'
import { message } from '../../words/message.ts'
import { DEFAULT_BETA } from '../benchmark.ts'
import { figure, none, tooFew } from '../number/figure.ts'
import type { BetaReport } from '../statistics-report.ts'
import { regress, type Regression } from './regression.ts'
import { onCommonDays, type ReturnSeries } from './return-series.ts'

/** Days both must have before a beta is estimated. */
export const BETA_DAYS = 60

/** The prior of every beta: 1, with a standard deviation of 0.5. */
const PRIOR_MEAN = 1
const PRIOR_VARIANCE = 0.25

/**
 * Beta to the benchmark: the slope of simple daily returns with intercept, shrunk toward 1 by how uncertain it is
 * (`shrunkBeta`). Fewer than 60 common days, or a benchmark that does not move: 1.5 by default. The benchmark against
 * itself: fixed at 1.
 */
export function betaTo(asset: ReturnSeries, benchmark: ReturnSeries): BetaReport {
  const [y, x] = onCommonDays(asset, benchmark)
  const observations = y.length
  if (isSame(asset, benchmark)) return fixedBeta(1, observations, message('figure.benchmarkItself'))
  const missing = observations < BETA_DAYS ? tooFew(BETA_DAYS, 'days', observations) : null
  const fit = missing === null ? regress(y, x) : null
  if (fit === null) {
    const reason = none(missing ?? message('figure.benchmarkStill'))
    return { used: DEFAULT_BETA, kind: 'default', raw: reason, standardError: reason, observations }
  }
  return {
    used: shrunkBeta(fit),
    kind: 'estimated',
    raw: figure(fit.beta),
    standardError: figure(fit.standardError),
    observations,
  }
}

/** A beta that is not estimated: 0 for cash, 1 for the benchmark itself. */
export function fixedBeta(used: number, observations: number, why: Message): BetaReport {
  return { used, kind: 'fixed', raw: none(why), standardError: none(why), observations }
}

/** w beta + (1 - w), w = prior variance / (prior variance + standard error squared), prior mean 1 (Vasicek 1973). */
export function shrunkBeta({ beta, standardError }: Pick<Regression, 'beta' | 'standardError'>): number {
  const weight = PRIOR_VARIANCE / (PRIOR_VARIANCE + standardError * standardError)
  return weight * beta + (1 - weight) * PRIOR_MEAN
}

function isSame(left: ReturnSeries, right: ReturnSeries): boolean {
  if (left === right) return left.times.length > 0
  const { length } = left.times
  return (
    length > 0 &&
    length === right.times.length &&
    left.times.every((time, index) => time === right.times[index] && left.values[index] === right.values[index])
  )
}
