/** Every method beside the others, with reasons where there are no figures. Pure. */
import { inARow, message, withoutRepeats } from '#shared/words/message.ts'
import { none } from '#shared/risk/number/figure.ts'
import {
  CONFIDENCES,
  VAR_METHODS,
  type VarEstimate,
  type VarMethod,
  type VarReport,
} from '#shared/risk/statistics-report.ts'
import { levelText, roundText } from '../../kit/chart/number-text.ts'
import { say, t } from '../../kit/say.ts'
import { shown, type FigureWords } from '../figure-words.ts'
import type { MethodId } from '../how/methods.ts'
import { intervalText } from './var-facts.ts'

export interface MethodRow {
  readonly name: string
  readonly method: MethodId
  /** VaR and ES, one pair for each confidence. */
  readonly cells: readonly (FigureWords & { readonly key: string })[]
  /** Why there is none of it; null when there is at least one figure. */
  readonly reason: string | null
  readonly notes: string | null
}

const METHODS: Readonly<Record<VarMethod, MethodId>> = {
  historical: 'historicalVar',
  filteredHistorical: 'filteredHistorical',
  ewma: 'ewmaVar',
  gaussian: 'gaussianVar',
  cornishFisher: 'cornishFisherVar',
}

const NOT_WORKED_OUT = message('figure.notWorkedOut')

/** One row a method, then the historical one with liquidations. */
export function methodRows({ estimates, withLiquidation }: VarReport): readonly MethodRow[] {
  const rows = VAR_METHODS.map((method) => {
    const own = estimates.filter((each) => each.method === method)
    return methodRow(t(`var.method.${method}`), METHODS[method], own)
  })
  return [...rows, methodRow(t('var.method.withLiquidation'), 'varWithLiquidation', withLiquidation)]
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
    notes: isEmpty ? null : notesOf(ordered),
  }
}

function cellsOf(estimate: VarEstimate | undefined, level: (typeof CONFIDENCES)[number]): MethodRow['cells'] {
  return (['var', 'es'] as const).map((kind) => {
    const known = estimate?.[kind] ?? none(NOT_WORKED_OUT)
    const interval = kind === 'var' ? (estimate?.interval ?? null) : null
    const title = interval === null ? undefined : intervalText(interval)
    return { key: `${kind} ${level}`, ...shown(known, (value) => roundText(value), title) }
  })
}

/** Notes and the reasons of single figures, each with its level: "99 %: Needs 250 days; there are 200.". */
function notesOf(estimates: readonly VarEstimate[]): string | null {
  const notes = estimates.flatMap(({ confidence, note, var: valueAtRisk, es }) => {
    const reasons = withoutRepeats([valueAtRisk.reason, es.reason, note].filter((each) => each !== null))
    return reasons.length === 0 ? [] : [t('var.levelNotes', { level: levelText(confidence), notes: inARow(reasons) })]
  })
  return notes.length === 0 ? null : notes.join(' · ')
}
