import { modelAccount } from './account/account-model.ts'
import { exposureOf } from './account/exposure.ts'
import { fillsOf } from './account/fills-report.ts'
import { fundingOf } from './account/funding.ts'
import type { UnitModel } from './account/margin-units.ts'
import { positionRisks } from './account/position-risk.ts'
import { provenanceOf } from './account/provenance.ts'
import { MARKET_COIN } from './cash.ts'
import { missingOf, type RiskInputs } from './inputs.ts'
import { loadLineOf } from './load-line/lines.ts'
import { uniformShock } from './load-line/shock-model.ts'
import type { LoadLine, MarginUnit, RiskReport } from './report.ts'

export type { RiskInputs } from './inputs.ts'

/**
 * Every risk figure of one moment. Pure and total: missing inputs are named (`missing`, `unpriced`, the `reason` of a
 * position) and left out; nothing is guessed and nothing throws. `model`: the account model of the same inputs.
 */
export function assess(inputs: RiskInputs, model = modelAccount(inputs)): RiskReport {
  const { reportingCoin, fixedRate = null, cashAssets } = inputs
  const { pricing, spot, positions, unread, accounts, equity, units } = model
  const exposure = exposureOf(cashAssets, spot, accounts, positions, equity, pricing, unread)
  const loadLine = loadLineOf(model, uniformShock(cashAssets))
  return {
    reportingCoin,
    fixedRate,
    cashAssets,
    marketRate: pricing(MARKET_COIN).rate,
    missing: missingOf(inputs),
    incomplete: inputs.incomplete,
    valuation: spot,
    equity,
    exposure,
    margin: marginRows(units, loadLine),
    positions: units.flatMap((unit) => positionRisks(unit, pricing)),
    loadLine,
    funding: fundingOf(model, inputs.fundingIntervalHours),
    fills: fillsOf(model, exposure, inputs),
    calibration: inputs.calibration,
    priceFindings: inputs.priceFindings ?? [],
    provenance: provenanceOf(model, inputs),
  }
}

function marginRows(units: readonly UnitModel[], { breaches }: LoadLine): MarginUnit[] {
  const shocks = new Map(breaches.map(({ unitId, direction, shock }) => [`${direction} ${unitId}`, shock]))
  return units.map(({ row }) => ({
    ...row,
    breachDown: shocks.get(`down ${row.id}`) ?? null,
    breachUp: shocks.get(`up ${row.id}`) ?? null,
  }))
}
