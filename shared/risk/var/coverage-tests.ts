import type { Message } from '../../domain/message.ts'
import { figure } from '../number/figure.ts'
import { chiSquareTail } from '../number/normal.ts'
import type { LikelihoodRatio } from '../statistics-report.ts'

/** Counts of days by whether the day before and the day were exceptions: n01, a calm day, then an exception. */
export interface Transitions {
  readonly n00: number
  readonly n01: number
  readonly n10: number
  readonly n11: number
}

/** Counts pairs of consecutive days; `hits` in order of time. */
export function transitionsOf(hits: readonly boolean[]): Transitions {
  const after = (before: boolean, now: boolean) =>
    hits.reduce((count, hit, day) => count + (day > 0 && hits[day - 1] === before && hit === now ? 1 : 0), 0)
  return { n00: after(false, false), n01: after(false, true), n10: after(true, false), n11: after(true, true) }
}

/**
 * Right number of exceptions (Kupiec 1995): -2 ln of the likelihood of x in n days at the forecast probability over
 * that at x / n; chi-square with 1 degree of freedom. No exception at all is a valid number.
 */
export function kupiecRatio(days: number, exceptions: number, probability: number): number {
  return 2 * (deviance(exceptions, days * probability) + deviance(days - exceptions, days * (1 - probability)))
}

/**
 * Exceptions independent of the day before (Christoffersen 1998): -2 ln of the likelihood with one probability for all
 * days over that with one for calm days and one for days after an exception; chi-square with 1 degree of freedom. A
 * state that never occurs adds nothing.
 */
export function independenceRatio({ n00, n01, n10, n11 }: Transitions): number {
  const days = n00 + n01 + n10 + n11
  const cell = (count: number, row: number, column: number) => deviance(count, days === 0 ? 0 : (row * column) / days)
  return (
    2 *
    (cell(n00, n00 + n01, n00 + n10) +
      cell(n01, n00 + n01, n01 + n11) +
      cell(n10, n10 + n11, n00 + n10) +
      cell(n11, n10 + n11, n01 + n11))
  )
}

/** A ratio with its p-value. */
export function likelihoodRatio(ratio: number, degreesOfFreedom: 1 | 2, otherwise: Message): LikelihoodRatio {
  return { ratio: figure(ratio, otherwise), p: figure(chiSquareTail(ratio, degreesOfFreedom), otherwise) }
}

/** Nearer to its expectation than this, a count's logarithm would cancel to rounding errors: the series is used. */
const NEAR = 0.1

/**
 * x ln(x / e) + e - x: what a count adds to the log likelihood ratio against its expectation, never negative; 0 ln 0 = 0.
 * Since counts and expectations have the same sum, the sum over all cells is the ratio. Exact to the last digits however
 * near x is to e, by the series of ln((1 + v) / (1 - v)) in v = (x - e) / (x + e) (Loader 2000).
 */
function deviance(count: number, expectation: number): number {
  if (count === 0) return expectation
  const v = (count - expectation) / (count + expectation)
  if (Math.abs(v) > NEAR) return count * Math.log(count / expectation) + expectation - count
  let sum = (count - expectation) * v
  let term = 2 * count * v
  for (let odd = 3; Math.abs(term) > sum * Number.EPSILON; odd += 2) {
    term *= v * v
    sum += term / odd
  }
  return sum
}
