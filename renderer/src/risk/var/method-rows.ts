import { inARow, message, withoutRepeats } from '#shared/words/message.ts'
/** Every method beside the others, with reasons where there are no figures. Pure. */
import { say } from '../../kit/say.ts'
import { none } from '#shared/risk/number/figure.ts'
import {
  CONFIDENCES,
  VAR_METHODS,
  type VarEstimate,
  type VarMethod,
  type VarReport,
} from '#shared/risk/statistics-report.ts'
import { roundText } from '../../kit/chart/number-text.ts'
import { shown, type FigureWords } from '../figure-words.ts'
import type { MethodId } from '../how/methods.ts'
import { intervalText, levelText } from './var-facts.ts'

export interface MethodRow {
  readonly name: string
  readonly method: MethodId
  /** VaR and ES, one pair for each confidence. */
  readonly cells: readonly MethodCell[]
  /** Why there is none of it; null when there is at least one figure. */
  readonly reason: string | null
  readonly notes: string
}

interface MethodCell extends FigureWords {
  readonly key: string
}

const NAMES: Readonly<Record<VarMethod, readonly [name: string, method: MethodId]>> = {
  historical: ['Historical', 'historicalVar'],
  filteredHistorical: ['Filtered historical', 'filteredHistorical'],
  ewma: ['EWMA', 'ewmaVar'],
  gaussian: ['Gaussian', 'gaussianVar'],
  cornishFisher: ['Cornish–Fisher', 'cornishFisherVar'],
}

const NOT_WORKED_OUT = message('figure.notWorkedOut')

/** One row a method, then the historical one with liquidations. */
export function methodRows({ estimates, withLiquidation }: VarReport): readonly MethodRow[] {
  const rows = VAR_METHODS.map((method) => {
    const [name, id] = NAMES[method]
    return methodRow(
      name,
      id,
      estimates.filter((each) => each.method === method),
    )
  })
  return [...rows, methodRow('Historical, with liquidation', 'varWithLiquidation', withLiquidation)]
}

function methodRow(name: string, method: MethodId, estimates: readonly VarEstimate[]): MethodRow {
  const ordered = CONFIDENCES.flatMap((level) => estimates.find(({ confidence }) => confidence === level) ?? [])
  const figures = ordered.flatMap((each) => [each.var, each.es])
  const isEmpty = figures.every(({ value }) => value === null)
  const reasons = withoutRepeats(figures.flatMap(({ reason }) => reason ?? []))
  return {
    name,
    method,
    cells: CONFIDENCES.flatMap((level) =>
      cellsOf(
        ordered.find(({ confidence }) => confidence === level),
        level,
      ),
    ),
    reason: isEmpty ? say(inARow(reasons.length === 0 ? [NOT_WORKED_OUT] : reasons)) : null,
    notes: isEmpty ? '' : notesOf(ordered),
  }
}

function cellsOf(estimate: VarEstimate | undefined, level: (typeof CONFIDENCES)[number]): readonly MethodCell[] {
  return (['var', 'es'] as const).map((kind) => {
    const known = estimate?.[kind] ?? none(NOT_WORKED_OUT)
    const interval = kind === 'var' ? intervalText(estimate?.interval ?? null) : ''
    return { key: `${kind} ${level}`, ...shown(known, (value) => roundText(value), interval) }
  })
}

/** Notes and the reasons of single figures, each with its level: "99 %: Needs 250 days; there are 200.". */
function notesOf(estimates: readonly VarEstimate[]): string {
  return estimates
    .flatMap(({ confidence, note, var: valueAtRisk, es }) => {
      const told = withoutRepeats([valueAtRisk.reason, es.reason, note].filter((each) => each !== null))
      return told.length === 0 ? [] : [`${levelText(confidence)}: ${told.map(say).join(' ')}`]
    })
    .join('; ')
}
