import { message } from '../../words/message.ts'
import { figure, none, tooFew, type Figure } from '../number/figure.ts'
import { mean } from '../number/moments.ts'

/** Returns in a row that are held against all; and how many there must be at least, as for a beta. */
const WINDOW = 30
const LEAST_RETURNS = 60

/**
 * How many times as wild as all of the days the wildest 30 in a row were: the root of the largest mean square of a
 * window over the mean square of all, zero mean as `ewmaDeviation` has it; at least 1. None with fewer than 60 days, or
 * with days that do not move.
 */
export function wildestOverAll(values: ArrayLike<number>): Figure {
  const { length } = values
  if (length < LEAST_RETURNS) return none(tooFew(LEAST_RETURNS, 'days', length))
  const squares = Array.from(values, (value) => value * value)
  const all = mean(squares)
  let wildest = 0
  for (let end = WINDOW; end <= length; end++) wildest = Math.max(wildest, mean(squares.slice(end - WINDOW, end)))
  return figure(Math.max(1, Math.sqrt(wildest / all)), message('figure.priceStill'))
}
