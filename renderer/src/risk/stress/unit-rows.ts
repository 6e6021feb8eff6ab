import type { Figure } from '#shared/risk/number/figure.ts'
import type { MarginUnit } from '#shared/risk/report.ts'
import type { ScenarioUnit } from '#shared/risk/stress/scenario-report.ts'
import { labelOf } from '../unit-label.ts'
import { t } from '../../kit/say.ts'
import { NOT_APPLICABLE } from '../../kit/format.ts'
import { rateText } from '../../kit/chart/number-text.ts'

type LiveUnit = Pick<MarginUnit, 'id' | 'state' | 'unread' | 'marginRate' | 'requiredRate'>

/** A margin unit, live and in the simulation. */
export interface UnitRow {
  readonly id: string
  readonly label: string
  readonly live: string
  /** How far the live rate may be off because of its age, a fraction. */
  readonly hidden: Figure | null
  readonly required: string
  /** The simulated rate; null while there is no simulation. */
  readonly tried: string | null
  /** Whether the simulation liquidates it. */
  readonly isLiquidated: boolean
  /** Whether it does, or the live unit is below its requirement already. */
  readonly isGone: boolean
}

/** At most this many units are shown side by side; if there are more, the liquidated ones come first. */
const MOST_UNITS = 30

/**
 * Margin units that hold a position, live and in the simulation `tried`; null: there is no simulation. A unit missing
 * from it was left out with its position. `more`: how many are not shown.
 */
export function unitRows(
  units: readonly LiveUnit[],
  tried: readonly ScenarioUnit[] | null,
  hiddenOf: (unitId: string) => Figure | null,
): { readonly rows: readonly UnitRow[]; readonly more: number } {
  const after = new Map(tried?.map((unit) => [unit.id, unit]))
  const isGone = ({ id, state }: LiveUnit): boolean => state === 'inLiquidation' || after.get(id)?.isLiquidated === true
  const held = units.filter(({ state }) => state !== 'noPosition')
  const shown =
    held.length <= MOST_UNITS
      ? held
      : held.toSorted((a, b) => Number(isGone(b)) - Number(isGone(a))).slice(0, MOST_UNITS)
  return {
    more: held.length - shown.length,
    rows: shown.map((unit) => ({
      id: unit.id,
      label: labelOf(unit.id),
      live: liveText(unit),
      hidden: hiddenOf(unit.id),
      required: rateText(unit.requiredRate),
      tried: tried === null ? null : triedText(after.get(unit.id)),
      isLiquidated: after.get(unit.id)?.isLiquidated ?? false,
      isGone: isGone(unit),
    })),
  }
}

function liveText({ state, unread, marginRate }: LiveUnit): string {
  if (state !== 'notModelled') return rateText(marginRate)
  return t(unread ? 'kit.partly' : 'stress.unit.notModelled')
}

function triedText(unit: ScenarioUnit | undefined): string {
  if (unit === undefined) return t('stress.unit.leftOut')
  if (unit.isLiquidated) return t('stress.unit.liquidated')
  return unit.rateAfter === null ? NOT_APPLICABLE : rateText(unit.rateAfter)
}
