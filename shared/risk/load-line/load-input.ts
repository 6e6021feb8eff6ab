import { sum, toFloat, type Decimal } from '../../domain/decimal.ts'
import type { AccountAtMarks } from '../account/equity.ts'
import type { LoadUnit, PlainHolding } from './load-line.ts'
import type { UnitModel } from '../account/margin.ts'
import type { Valuation } from '../report.ts'
import { lessShocked, profitTerms, requirementTerms, shockSum, valueTerms, type ShockModel } from './shock-model.ts'
import { shockRoots, type ShockRoots } from './shock-root.ts'
import type { Pricing } from '../account/valuation.ts'

const NO_ROOTS: ShockRoots = { down: null, up: null }

/** A margin unit as the load line takes it: floats, added up by what moves alike. */
export function loadUnit(
  { row, positions }: UnitModel,
  shock: ShockModel,
  accounts: readonly AccountAtMarks[],
  pricing: Pricing,
): LoadUnit {
  const { marginCoin } = row
  const equity = row.equity && shockSum(drawable(row.equity), profitTerms(positions, shock))
  const value = row.positionValue && shockSum(toFloat(row.positionValue), valueTerms(positions, shock))
  const requirement = row.requirement && shockSum(toFloat(row.requirement), requirementTerms(positions, shock))
  const { rate } = pricing(marginCoin)
  const isCounted = accounts.some(({ reported }) => reported.marginCoin === marginCoin)
  return {
    id: row.id,
    mode: row.mode,
    state: row.state,
    marginCoin,
    equity,
    value,
    requirement,
    roots: row.state === 'ok' && equity && requirement ? shockRoots(lessShocked(equity, requirement), shock) : NO_ROOTS,
    rate: isCounted && rate ? toFloat(rate) : null,
  }
}

/** What total equity holds outside the margin units, so that units and holdings together are exactly the total. */
export function plainHoldings(
  spot: Valuation,
  accounts: readonly AccountAtMarks[],
  units: readonly UnitModel[],
  pricing: Pricing,
): PlainHolding[] {
  const spotHoldings = spot.assets.flatMap(({ asset, value }) => (value ? [{ asset, value: drawable(value) }] : []))
  const collateral = accounts.flatMap(({ reported: { marginCoin }, equity }) => {
    const { rate } = pricing(marginCoin)
    const inUnits = sum(units.flatMap(({ row }) => (row.marginCoin === marginCoin && row.equity ? [row.equity] : [])))
    return rate ? [{ asset: marginCoin, value: drawable(equity.minus(inUnits).times(rate)) }] : []
  })
  return [...spotHoldings, ...collateral]
}

// Leaves room for any rate and any sum before float64 ends at 1.8e308.
const LIMIT = 1e200

/** float64 for drawing; an absurd amount is drawn at the edge instead of becoming infinite. */
function drawable(amount: Decimal): number {
  return Math.min(Math.max(toFloat(amount), -LIMIT), LIMIT)
}
