/** The figures of the rescue sheet: which units can be rescued, where the target starts, and the ways as rows. Pure. */
import { actionKey, type Action } from '#shared/desk/action.ts'
import type { RescueAnswer } from '#shared/desk/rescue.ts'
import { decimal, toFloat, type DecimalText, type Encoded } from '#shared/domain/decimal.ts'
import type { MarginUnit, RiskReport } from '#shared/risk/report.ts'
import { formatAmount, formatPercent, tone } from '../kit/format.ts'
import { placesOf } from '#shared/risk/reporting.ts'
import { say, t } from '../kit/say.ts'
import { nearestBreach, standingsOf, type Standing } from '#shared/snapshot/safety.ts'
import type { TitleOf } from '#shared/words/instrument-words.ts'
import { actionTitle, reducedPart } from '#shared/desk/action-title.ts'
import { DANGER } from '#shared/risk/severity.ts'
import type { Column } from '../kit/use-data-table.ts'

export type Ranked = Extract<Encoded<RescueAnswer>, { kind: 'ranked' }>

/** The units that hold positions and have a modeled margin rate, closest to liquidation first. */
export function rescuable(risk: Encoded<RiskReport> | null): Standing[] {
  return (risk ? standingsOf(risk) : []).filter(({ unit }) => unit.state === 'ok' || unit.state === 'inLiquidation')
}

const STEPS_PER_PERCENT = 10
const SMALLEST_TARGET = 1 / STEPS_PER_PERCENT

/**
 * The lowest margin rate, in percent, at which nothing is amber: the requirement takes less than the amber share of
 * equity, and liquidation is further away than the amber distance. Assumes that the rate falls toward the requirement
 * in proportion to the price move, which holds for a single position.
 */
export function comfortableRate(unit: Encoded<MarginUnit>): string {
  const required = unit.requiredRate ?? 0
  const breach = nearestBreach(unit)
  const room = (unit.marginRate ?? 0) - required
  const lostPerMove = breach !== null && breach !== 0 && room > 0 ? room / Math.abs(breach) : 1
  const rate = Math.max(required / DANGER.amber.usage, required + lostPerMove * DANGER.amber.distance)
  // The threshold itself is still amber, so the target is the next step above it.
  return stepText(Math.floor(rate * 100 * STEPS_PER_PERCENT + 1e-6) + 1)
}

/**
 * The range of the slider, percent: from the requirement to well above both the comfortable rate and the current rate.
 */
export function targetRange(unit: Encoded<MarginUnit>) {
  const danger = Math.ceil((unit.requiredRate ?? 0) * 100 * STEPS_PER_PERCENT) / STEPS_PER_PERCENT
  const high = Math.max(2 * toFloat(decimal(comfortableRate(unit))), 1.5 * 100 * (unit.marginRate ?? 0))
  return { min: Math.max(SMALLEST_TARGET, danger), max: Math.ceil(high / 5) * 5, step: SMALLEST_TARGET }
}

const stepText = (steps: number): string => String(steps / STEPS_PER_PERCENT)

type WayRow = ReturnType<typeof wayRows>[number]

export function wayRows({ ways, target, reportingCoin }: Ranked, titleOf: TitleOf) {
  const places = placesOf(reportingCoin)
  const taken = new Map<string, number>()
  return ways.map((way, index) => {
    const { action } = way
    const about = actionKey(action)
    const nth = taken.get(about) ?? 0
    taken.set(about, nth + 1)
    return {
      key: `${about} ${nth}`,
      /** Ways that reach the target come first, then the cheaper ones. */
      rank: index + 1,
      action,
      title: say(actionTitle(action, titleOf)),
      /** Each position and its reduction, when the title does not say them. */
      parts: partsOf(action),
      after: way.after === null ? t('overview.margin.noPosition') : formatPercent(way.after),
      reaches: way.reaches,
      /** Whether the way reaches the target, and if not, why. */
      verdict: verdictOf(way, target),
      cost: known(way.cost, { places }),
      realized: known(way.realized, { places, sign: 'always' }),
      realizedTone: tone(way.realized),
      netExposure: known(way.netExposure, { places: places - 2, sign: 'always' }),
    }
  })
}

function verdictOf({ reaches, after }: Ranked['ways'][number], target: number): string {
  if (reaches) return t('desk.rescue.reaches')
  return after === null ? t('desk.rescue.noEquity') : t('desk.rescue.below', { target: formatPercent(target) })
}

function partsOf(action: Action): string {
  if (action.kind === 'reduce' && action.closes.length > 1) return t('plain', { text: action.closes.map(reducedPart) })
  if (action.kind === 'cancelOrders' || action.kind === 'cancelMatching') return t('desk.rescue.freesMargin')
  return ''
}

function known(value: DecimalText | null, style: Parameters<typeof formatAmount>[1]): string {
  return value === null ? t('desk.unknown') : formatAmount(value, style)
}

/** The columns of the ways. Amounts are in `coin`. */
export function wayColumns(coin: string): readonly Column<WayRow>[] {
  return [
    {
      id: 'rank',
      header: '#',
      width: 34,
      title: t('desk.rescue.rankHint'),
      sort: ({ rank }) => rank,
      figure: ({ rank }) => ({ text: String(rank), tone: 'muted' }),
    },
    { id: 'what', header: t('desk.rescue.way'), width: 298 },
    { id: 'after', header: t('desk.rescue.after'), width: 104, align: 'end' },
    {
      id: 'cost',
      header: t('desk.rescue.cost', { coin }),
      width: 88,
      align: 'end',
      title: t('desk.rescue.costHint'),
      figure: ({ cost, reaches }) => ({ text: cost, tone: reaches ? '' : 'muted' }),
    },
    {
      id: 'realized',
      header: t('desk.rescue.realized'),
      width: 96,
      align: 'end',
      title: t('desk.rescue.realizedHint', { coin }),
      figure: ({ realized, realizedTone, reaches }) => ({ text: realized, tone: reaches ? realizedTone : 'muted' }),
    },
    {
      id: 'net',
      header: t('desk.rescue.net'),
      width: 92,
      align: 'end',
      title: t('desk.rescue.netHint', { coin }),
      figure: ({ netExposure, reaches }) => ({ text: netExposure, tone: reaches ? '' : 'muted' }),
    },
    { id: 'actions', header: '', width: 72, align: 'end' },
  ]
}
