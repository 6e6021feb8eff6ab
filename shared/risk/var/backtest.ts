import type { Message } from '../../domain/message.ts'
import { message } from '../../words/message.ts'
import { tooFew } from '../number/figure.ts'
import type { Backtest, Confidence, DayPnl, LikelihoodRatio } from '../statistics-report.ts'
import { independenceRatio, kupiecRatio, likelihoodRatio, transitionsOf } from './coverage-tests.ts'
import { rollingEwma, rollingHistorical, type Rolling } from './rolling.ts'

const FORECASTS: Readonly<Record<Backtest['method'], Rolling>> = { historical: rollingHistorical, ewma: rollingEwma }

/**
 * Backtest: the profit of today's positions each day against the VaR forecast from the `window` days before it. An
 * exception is a day that lost strictly more. Without a day to test, every ratio is none and says why.
 */
export function backtestOf(
  days: readonly DayPnl[],
  method: Backtest['method'],
  confidence: Confidence,
  window: number,
): Backtest {
  const pnl = Float64Array.from(days, ({ pnl: made }) => made)
  const tested = days.slice(window)
  const forecasts = FORECASTS[method](pnl, confidence, window)
  const hits = tested.map(({ pnl: made }, index) => made < -(forecasts[index] as number))
  const probability = 1 - confidence
  const exceptions = tested.filter((_, index) => hits[index])
  return {
    method,
    confidence,
    window,
    days: tested.length,
    exceptions,
    expected: tested.length * probability,
    ...ratiosOf(hits, probability, tooFew(window + 1, 'days', days.length)),
    zone: confidence === 0.99 ? zoneOf(hits) : null,
    note: tested.length > 0 && tested.length < POWERFUL ? message('figure.lowPower', { count: tested.length }) : null,
  }
}

/** A year of trading days, as supervisors require; with fewer days a wrong model is seldom detected. */
const POWERFUL = 250

function ratiosOf(
  hits: readonly boolean[],
  probability: number,
  otherwise: Message,
): Record<'kupiec' | 'independence' | 'conditional', LikelihoodRatio> {
  const isTested = hits.length > 0
  const count = hits.filter(Boolean).length
  const coverage = isTested ? kupiecRatio(hits.length, count, probability) : NaN
  const independence = isTested ? independenceRatio(transitionsOf(hits)) : NaN
  return {
    kupiec: likelihoodRatio(coverage, 1, otherwise),
    independence: likelihoodRatio(independence, 1, otherwise),
    conditional: likelihoodRatio(coverage + independence, 2, otherwise),
  }
}

const YELLOW = 5
const RED = 10

/**
 * The Basel Committee's traffic light (1996) of the newest 250 days tested at 99 %: up to 4 exceptions green, up to 9
 * yellow, 10 red. null with fewer days: the zones are cut for that many.
 */
export function zoneOf(hits: readonly boolean[]): Backtest['zone'] {
  if (hits.length < POWERFUL) return null
  const count = hits.slice(-POWERFUL).filter(Boolean).length
  if (count < YELLOW) return 'green'
  return count < RED ? 'yellow' : 'red'
}
