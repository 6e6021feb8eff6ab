import type { Message } from '../../domain/message.ts'
import { message } from '../../words/message.ts'
import { figure, none, NOT_FINITE, tooFew } from '../number/figure.ts'
import { moves } from '../series/return-series.ts'
import type { Confidence, VarEstimate, VarMethod } from '../statistics-report.ts'
import { BURN_IN, filtered } from './filtered.ts'
import { historicalLoss, lossInterval, type Loss } from './historical.ts'
import { ewmaLoss, gaussianLoss, isMonotone, modifiedLoss, operational, shapeOf } from './parametric.ts'

/**
 * Days that a quantile of the sample needs, by convention: five beyond the VaR at 95 %, two or three at 99 %. With fewer
 * there are only the methods that fit a distribution, marked as a short sample; they need 30 days.
 */
export const MINIMUM_DAYS: Readonly<Record<Confidence, number>> = { 0.95: 100, 0.99: 250 }
const MINIMUM_FIT = 30
/** Days beyond a VaR that make it steady enough to need no note. */
const STEADY = 10

type Outcome = Pick<VarEstimate, 'var' | 'es' | 'interval' | 'note'>

const ESTIMATORS: Readonly<Record<VarMethod, (pnl: Float64Array, confidence: Confidence) => Outcome>> = {
  historical: (pnl, confidence) => ofSample(pnl, confidence, shortfall(pnl.length, confidence)),
  filteredHistorical: (pnl, confidence) =>
    ofSample(filtered(pnl), confidence, shortfall(pnl.length, confidence, BURN_IN)),
  ewma: (pnl, confidence) => ofFit(pnl, confidence, ewmaLoss),
  gaussian: (pnl, confidence) => ofFit(pnl, confidence, gaussianLoss),
  cornishFisher: (pnl, confidence) => {
    const shape = shapeOf(pnl)
    if (moves(pnl) && !isMonotone(shape)) return lacking(message('figure.notNormal'))
    return ofFit(pnl, confidence, () => operational(modifiedLoss(shape, confidence)))
  },
}

/**
 * One-day VaR and ES of profits and losses (oldest first, any unit) by one method. A figure that the sample does not
 * support is none and says why; only the historical methods have an interval. A VaR below zero is a gain on all but the
 * worst days.
 */
export function estimateVar(pnl: Float64Array, method: VarMethod, confidence: Confidence): VarEstimate {
  return { method, confidence, ...outcomeOf(pnl, method, confidence) }
}

function outcomeOf(pnl: Float64Array, method: VarMethod, confidence: Confidence): Outcome {
  if (!pnl.every(Number.isFinite)) return lacking(NOT_FINITE)
  const flat = flatness(pnl)
  return flat === null ? ESTIMATORS[method](pnl, confidence) : lacking(flat)
}

/** Why days that hardly move measure no risk (prices were frozen, or not recorded); null: they move. */
export function flatness(pnl: Float64Array): Message | null {
  if (pnl.length < 2) return null
  if (!moves(pnl)) return message('figure.daysSame')
  const still = pnl.reduce((count, value) => (value === 0 ? count + 1 : count), 0)
  return 2 * still > pnl.length ? message('figure.daysStill') : null
}

/** By the sample itself. */
function ofSample(pnl: Float64Array, confidence: Confidence, missing: Message | null): Outcome {
  if (missing !== null) return lacking(missing)
  if (!pnl.every(Number.isFinite)) return lacking(NOT_FINITE)
  const beyond = Math.round(pnl.length * (1 - confidence))
  return {
    ...figures(historicalLoss(pnl, confidence)),
    interval: lossInterval(pnl, confidence),
    note: beyond < STEADY ? message('figure.daysBeyond', { count: beyond }) : null,
  }
}

/** By a fitted distribution. */
function ofFit(
  pnl: Float64Array,
  confidence: Confidence,
  lossOf: (pnl: Float64Array, confidence: number) => Loss,
): Outcome {
  const { length } = pnl
  if (length < MINIMUM_FIT) return lacking(tooFew(MINIMUM_FIT, 'days', length))
  const note = length < MINIMUM_DAYS[confidence] ? message('figure.shortSample') : null
  return { ...figures(lossOf(pnl, confidence)), interval: null, note }
}

/** Why this many days give no sample quantile; null: they do. */
export function shortfall(days: number, confidence: Confidence, lost = 0): Message | null {
  const minimum = MINIMUM_DAYS[confidence] + lost
  return days < minimum ? tooFew(minimum, 'days', days) : null
}

function figures(loss: Loss) {
  return { var: figure(loss.var), es: figure(loss.es) }
}

function lacking(reason: Message): Outcome {
  return { var: none(reason), es: none(reason), interval: null, note: null }
}
