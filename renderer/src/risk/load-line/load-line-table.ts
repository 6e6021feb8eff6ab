import { distance } from './load-line-view.ts'
import type { LoadLineInput, LoadLineUnit } from './load-line-view.ts'
import { figureText, marginRateText, shockText } from '../../kit/chart/number-text.ts'
import { heightAt, pointsOf, type Point } from '../../kit/chart/polyline.ts'
import type { ChartTable } from '../../kit/chart/table.ts'
import { t } from '../../kit/say.ts'
import { moveName } from './moved-prices.ts'
import { labelOf } from '../unit-label.ts'

const SHOCKS = [-0.6, -0.5, -0.4, -0.3, -0.2, -0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6]

/** The load line as a table: round shocks and every breach, with each unit's margin rate and the equity there. */
export function loadLineTable(input: LoadLineInput): ChartTable {
  const { loadLine, reportingCoin, moved } = input
  const drawn = new Set(loadLine.units.map((unit) => unit.id))
  const units = input.units.filter((unit) => unit.state !== 'noPosition' && drawn.has(unit.id))
  const curves = units.map((unit) => curveOf(unit, input))
  const equity = pointsOf(loadLine.shocks, loadLine.equity ?? [])
  return {
    caption: t('loadLine.caption', { move: moveName(moved) }),
    columns: [
      t('loadLine.column.move'),
      t('loadLine.column.event'),
      ...units.map((unit) => labelOf(unit.id)),
      t('loadLine.column.equity', { coin: reportingCoin }),
      t('loadLine.column.equityLeft', { coin: reportingCoin }),
    ],
    rows: tableRows(input).map(({ shock, event, equityLeft }) => [
      shockText(shock),
      event,
      ...units.map((unit, index) =>
        isGone(unit, shock) ? t('stress.unit.liquidated') : marginRateText(heightAt(curves[index] ?? [], shock)),
      ),
      moneyText(heightAt(equity, shock)),
      moneyText(equityLeft ?? exact(loadLine.shocks, loadLine.equityWithLiquidation, shock)),
    ]),
  }
}

/** The moves that a table lists: round ones, and every breach with the total equity left after it. */
export function tableRows({ loadLine }: Pick<LoadLineInput, 'loadLine'>) {
  const breaches = loadLine.breaches.map(({ shock, unitId, equityLeft }) => {
    return { shock, event: t('loadLine.event', { unit: labelOf(unitId) }), equityLeft }
  })
  const steps = SHOCKS.map((shock) => ({ shock, event: shock === 0 ? t('kit.now') : '', equityLeft: null }))
  return [...steps, ...breaches].toSorted((a, b) => a.shock - b.shock)
}

/** Whether the unit was liquidated before prices got there. */
function isGone(unit: LoadLineUnit, shock: number): boolean {
  if (distance(unit) === 0) return true
  return (unit.breachDown !== null && shock < unit.breachDown) || (unit.breachUp !== null && shock > unit.breachUp)
}

function curveOf(unit: LoadLineUnit, { loadLine }: LoadLineInput): readonly Point[] {
  return pointsOf(loadLine.shocks, loadLine.units.find((each) => each.id === unit.id)?.marginRate ?? [])
}

/** Equity with liquidations jumps, so it is shown only where it was computed. */
function exact(shocks: readonly number[], values: readonly number[] | null, shock: number): number | null {
  return values?.[shocks.findIndex((each) => Math.abs(each - shock) < 1e-9)] ?? null
}

function moneyText(value: number | null): string {
  return value === null ? '?' : figureText(value)
}
