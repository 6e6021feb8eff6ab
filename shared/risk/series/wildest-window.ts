import { message } from '../../words/message.ts'
import { figure, none, tooFew, type Figure } from '../number/figure.ts'
import { mean } from '../number/moments.ts'

/** Returns of a window, and the least number of returns, as for a beta. */
const WINDOW = 30
const LEAST_RETURNS = 60

/**
 * Volatility of the wildest 30 days in a row over that of all days: the root of the largest mean square of a window over
 * the mean square of all, zero mean as in `ewmaDeviation`; at least 1. None with fewer than 60 days, or without moves.
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
