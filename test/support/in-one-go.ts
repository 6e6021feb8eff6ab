/** What main works out in steps, all of them at once. */
import { runWhole } from '#shared/domain/steps.ts'
import { correlationSteps } from '#shared/risk/series/correlation.ts'
import { repairSteps } from '#shared/risk/series/correlation-repair.ts'
import { varSteps } from '#shared/risk/var/var-steps.ts'

export function correlationOf(...given: Parameters<typeof correlationSteps>) {
  return runWhole(correlationSteps(...given))
}

export function repairedCorrelation(...given: Parameters<typeof repairSteps>) {
  return runWhole(repairSteps(...given))
}

export function varReport(...given: Parameters<typeof varSteps>) {
  return runWhole(varSteps(...given))
}
