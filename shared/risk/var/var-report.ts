import type { Message } from '../../domain/message.ts'
import { message } from '../../words/message.ts'
import { figure, mapFigure, none, type Figure } from '../number/figure.ts'
import { CONFIDENCES, VAR_METHODS } from '../statistics-report.ts'
import type { Backtest, Confidence, DayPnl, RiskComponent, VarEstimate, VarReport } from '../statistics-report.ts'
import { backtestOf } from './backtest.ts'
import { gaussianComponents, historicalComponents } from './components.ts'
import { estimateVar, flatness, MINIMUM_DAYS, shortfall } from './var-estimate.ts'
import { historicalLoss, type Loss } from './historical.ts'

/** Profits of today's positions on each day with returns, oldest first; reporting coin. */
export interface VarInputs {
  /** Opening times of the days, ms. */
  readonly days: readonly number[]
  readonly total: Float64Array
  /** By asset; adds up to the total. */
  readonly byAsset: ReadonlyMap<string, Float64Array>
  /** The total with units that are liquidated at the end of the day worth 0. */
  readonly withLiquidation: Float64Array
  /** Why liquidations are not known; null: they are. */
  readonly liquidationUnknown: Message | null
  /** Net exposure of each asset that has a price, reporting coin; null: not known, absent: none. */
  readonly values: ReadonlyMap<string, number | null>
  /** Why there are no days; used only when there are none. */
  readonly otherwise: Message
}

/** The VaR report. Without days, or with a day that is not finite, it says why there is none. */
export function varReport(inputs: VarInputs): VarReport {
  const { days, total, withLiquidation } = inputs
  if (days.length === 0) return noReport(inputs.otherwise)
  if (![total, withLiquidation].every((made) => made.every(Number.isFinite))) return noReport(OVERFLOW)
  const pnl = days.map((day, index): DayPnl => ({ day, pnl: total[index] as number }))
  const estimates = VAR_METHODS.flatMap((method) =>
    CONFIDENCES.map((confidence) => estimateVar(total, method, confidence)),
  )
  const backtests = BACKTESTS.map(([method, confidence]) =>
    backtestOf(pnl, method, confidence, windowOf(method, confidence)),
  )
  return {
    estimates,
    withLiquidation: liquidationEstimates(inputs),
    worst: pnl.reduce((worst, day) => (day.pnl < worst.pnl ? day : worst)),
    pnl,
    components: CONFIDENCES.flatMap((confidence) => componentsOf(inputs, confidence)),
    backtests,
    reason: null,
  }
}

function liquidationEstimates({ withLiquidation, liquidationUnknown }: VarInputs): VarEstimate[] {
  return CONFIDENCES.map((confidence): VarEstimate => {
    const estimate = estimateVar(withLiquidation, 'historical', confidence)
    if (liquidationUnknown === null) return estimate
    const unknown = none(liquidationUnknown)
    return { ...estimate, var: unknown, es: unknown, interval: null, note: null }
  })
}

/** A candle hundreds of powers of ten away from the next is wrong, and so is every revaluation with it. */
const OVERFLOW = message('figure.priceBeyondMeasure')

function noReport(reason: Message): VarReport {
  return { estimates: [], withLiquidation: [], worst: null, pnl: [], components: [], backtests: [], reason }
}

const BACKTESTS = (['historical', 'ewma'] as const).flatMap((method) =>
  CONFIDENCES.map((confidence) => [method, confidence] as const),
)

/** The days that the method needs for a figure; EWMA forgets what is older than a few weeks. */
function windowOf(method: Backtest['method'], confidence: Confidence): number {
  return MINIMUM_DAYS[method === 'ewma' ? 0.95 : confidence]
}

/** Every asset's share of the loss at a confidence, the largest expected shortfall first. */
function componentsOf({ total, byAsset, values }: VarInputs, confidence: Confidence): RiskComponent[] {
  const missing = shortfall(total.length, confidence) ?? flatness(total)
  const whole = historicalLoss(total, confidence)
  const historical = historicalComponents(byAsset, total, confidence)
  const gaussian = gaussianComponents(byAsset, total, confidence)
  const components: RiskComponent[] = []
  for (const [asset, part] of byAsset) {
    const ofSample = (of: () => number) => (missing === null ? figure(of()) : none(missing))
    const own = historical.get(asset)
    const value = values.has(asset) ? (values.get(asset) ?? null) : 0
    components.push({
      confidence,
      asset,
      value,
      componentVar: ofSample(() => own?.var ?? NaN),
      componentEs: ofSample(() => own?.es ?? NaN),
      marginalVar: marginal(gaussian.get(asset), value),
      incrementalVar: ofSample(() => whole.var - historicalLoss(without(total, part), confidence).var),
    })
  }
  return components.sort(
    (a, b) => size(b.componentEs) - size(a.componentEs) || Math.abs(b.value ?? 0) - Math.abs(a.value ?? 0),
  )
}

/** The Gaussian component for one unit of the reporting coin. */
function marginal(component: Loss | undefined, value: number | null): Figure {
  if (value === null) return none(message('figure.exposureUnknown'))
  if (value === 0) return none(message('figure.noExposure'))
  return mapFigure(figure(component?.var ?? NaN, message('figure.portfolioStill')), (loss) => loss / value)
}

function without(total: Float64Array, part: Float64Array): Float64Array {
  return total.map((value, day) => value - (part[day] as number))
}

function size({ value }: Figure): number {
  return value ?? -Infinity
}
