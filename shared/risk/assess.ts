import { runWhole, type Steps } from '../domain/steps.ts'
import { modelSteps } from './account/account-model.ts'
import { exposureOf } from './account/exposure.ts'
import { fillsOf } from './account/fills.ts'
import { fundingOf } from './account/funding.ts'
import type { UnitModel } from './account/margin.ts'
import { positionRiskSteps } from './account/position-risk.ts'
import { restsOf } from './account/rests.ts'
import { missingOf, type RiskInputs } from './inputs.ts'
import { loadLineSteps } from './load-line/lines.ts'
import { uniformShock } from './load-line/shock-model.ts'
import type { LoadLine, MarginUnit, PositionRisk, RiskReport } from './report.ts'

export type { RiskInputs } from './inputs.ts'

/**
 * Every risk figure of one moment. Pure and total: what is missing is named (`missing`, `unpriced`, a position's
 * `reason`) and left out, nothing is guessed and nothing throws for any input of the declared types.
 */
export function assess(inputs: RiskInputs): RiskReport {
  return runWhole(assessSteps(inputs))
}

/** `assess` in steps of a few ms for 1,000 positions. */
export function* assessSteps(inputs: RiskInputs): Steps<RiskReport> {
  const { reportingCoin, cashAssets } = inputs
  const model = yield* modelSteps(inputs)
  const { pricing, spot, positions, unread, accounts, equity, units } = model
  const exposure = exposureOf(cashAssets, spot, accounts, positions, equity, pricing, unread)
  yield
  const loadLine = yield* loadLineSteps(model, uniformShock(cashAssets))
  yield
  const risks: PositionRisk[] = []
  for (const unit of units) {
    risks.push(...(yield* positionRiskSteps(unit, pricing)))
    yield
  }
  const funding = fundingOf(model, inputs.fundingIntervalHours)
  yield
  const fills = fillsOf(model, exposure, inputs)
  return {
    reportingCoin,
    cashAssets,
    missing: missingOf(inputs),
    incomplete: inputs.incomplete,
    valuation: spot,
    equity,
    exposure,
    margin: marginRows(units, loadLine),
    positions: risks,
    loadLine,
    funding,
    fills,
    calibration: inputs.calibration,
    priceFindings: inputs.priceFindings ?? [],
    rests: restsOf(model, inputs),
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
