/** Returns against their volatility. Returns are per period, `perYear` periods make a year. */
import { message } from '../../words/message.ts'
import { figure, mapFigure, none, tooFew, type Figure } from '../number/figure.ts'
import { deviation, mean } from '../number/moments.ts'

/** A ratio needs so many days. */
const MIN_DAYS = 30

/** A smaller standard deviation is a rounding remainder of equal returns. */
const NO_DEVIATION = 1e-14

/** Standard deviation of returns (divisor n - 1) scaled to a year by √perYear. */
export function volatility(returns: readonly number[], perYear: number): Figure {
  if (returns.length < 2) return none(message('figure.needsReturns'))
  return figure(deviation(returns, 'n-1') * Math.sqrt(perYear))
}

/** Mean over standard deviation (divisor n - 1) of returns above `riskFree`, times √perYear (Sharpe 1994). */
export function sharpe(returns: readonly number[], perYear: number, riskFree = 0): Figure {
  const refused = fewDays(returns)
  if (refused) return refused
  const spread = deviation(returns, 'n-1')
  if (spread < NO_DEVIATION) return none(message('figure.returnsSame'))
  return figure(((mean(returns) - riskFree) / spread) * Math.sqrt(perYear))
}

/**
 * Standard error of a yearly Sharpe ratio from n returns that are normal and independent (Lo 2002), with SR per period:
 * √((1 + SR² / 2) / n) × √perYear.
 */
export function sharpeError(yearly: Figure, count: number, perYear: number): Figure {
  return mapFigure(yearly, (value) => Math.sqrt(((1 + value ** 2 / perYear / 2) / count) * perYear))
}

/** √(mean(min(r - target, 0)²)) over all n (Sortino & van der Meer 1991). */
export function downsideDeviation(returns: readonly number[], target = 0): number {
  return Math.sqrt(mean(returns.map((value) => Math.min(value - target, 0) ** 2)))
}

/** Mean above `target` over the downside deviation, times √perYear. None where no return fell short. */
export function sortino(returns: readonly number[], perYear: number, target = 0): Figure {
  const refused = fewDays(returns)
  if (refused) return refused
  const short = downsideDeviation(returns, target)
  if (short < NO_DEVIATION) return none(message('figure.noneBelowTarget'))
  return figure(((mean(returns) - target) / short) * Math.sqrt(perYear))
}

function fewDays({ length }: readonly number[]): Figure | null {
  return length < MIN_DAYS ? none(tooFew(MIN_DAYS, 'days', length)) : null
}
