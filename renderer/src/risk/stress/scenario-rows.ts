import { message, verbatim } from '#shared/words/message.ts'
import { t } from '../../kit/say.ts'
import type { Fact } from '#shared/domain/message.ts'
import type { Figure } from '#shared/risk/number/figure.ts'
import type { Moves, OwnScenario, Scenario, ScenarioResult, ScenarioUnit } from '#shared/risk/stress/scenario-report.ts'
import { rateText, shockText } from '../../kit/chart/number-text.ts'
import { namesOf } from '../unit-label.ts'
import { formatMoment, NOT_APPLICABLE, tone } from '../../kit/format.ts'
import { figureWords, type FigureWords } from '../figure-words.ts'

export interface ScenarioRow {
  readonly scenario: Scenario
  /** Whether the trader saved it, and so can delete it. */
  readonly isOwn: boolean
  /** Where the benchmark ends, and its low on the way if the two differ. */
  readonly benchmark: string
  readonly low: string | null
  readonly pnl: FigureWords
  readonly pnlTone: string
  readonly withLiquidation: FigureWords
  readonly withTone: string
  readonly equity: FigureWords
  /** The lowest margin rate of the units left; "none left" when every unit is liquidated. */
  readonly worstRate: string
  /** How many units are liquidated. */
  readonly liquidated: number
  /** Their names; of many the first few. */
  readonly lost: Fact
}

/** A scenario of the trader's own, run like the others; its way there is not known. */
export function asScenario({ id, name, savedAt, moves }: OwnScenario): Scenario {
  const about = message('stress.saved', { at: formatMoment(savedAt) })
  return { id, name: verbatim(name), about, close: moves, low: moves }
}

/** One scenario and what it does. */
export function scenarioRow(
  scenario: Scenario,
  result: ScenarioResult,
  { benchmark, isOwn }: { readonly benchmark: string; readonly isOwn: boolean },
): ScenarioRow {
  const { units, pnl, pnlWithLiquidation, equityAfter } = result
  const liquidated = units.flatMap(({ id, isLiquidated }) => (isLiquidated ? [id] : []))
  return {
    scenario,
    isOwn,
    benchmark: shockText(moveOf(scenario.close, benchmark)),
    low: lowText(scenario, benchmark),
    pnl: figureWords(pnl, { sign: 'always' }),
    pnlTone: toneOf(pnl),
    withLiquidation: figureWords(pnlWithLiquidation, { sign: 'always' }),
    withTone: toneOf(pnlWithLiquidation),
    equity: figureWords(equityAfter),
    worstRate: worstText(units),
    liquidated: liquidated.length,
    lost: namesOf(liquidated),
  }
}

/** The unit with the lowest rate of those left; null when none has one. */
export function worstUnit(units: readonly ScenarioUnit[]): ScenarioUnit | null {
  return units.reduce<ScenarioUnit | null>((worst, unit) => {
    if (unit.isLiquidated || unit.rateAfter === null) return worst
    return worst?.rateAfter == null || unit.rateAfter < worst.rateAfter ? unit : worst
  }, null)
}

function worstText(units: readonly ScenarioUnit[]): string {
  const worst = worstUnit(units)
  if (worst) return rateText(worst.rateAfter)
  return units.some(({ isLiquidated }) => isLiquidated) ? t('stress.noneLeft') : NOT_APPLICABLE
}

function lowText({ close, low }: Scenario, benchmark: string): string | null {
  const lowest = moveOf(low, benchmark)
  return lowest === moveOf(close, benchmark) ? null : shockText(lowest)
}

function moveOf({ named, others }: Moves, asset: string): number {
  return named[asset] ?? others
}

function toneOf({ value }: Figure): string {
  return value === null ? '' : tone(value)
}
