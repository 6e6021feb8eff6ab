import { DEFAULT_RULE } from '#shared/risk/account/margin-rule.ts'
import type { Calibration, MarginRule, RuleFit } from '#shared/risk/report.ts'

/** As if `rule` were known to hold everywhere, with nothing read. */
export function calibratedTo(rule: MarginRule): Calibration {
  const fit: RuleFit = { rule, state: 'learning', readings: 0, residual: null }
  return { 'isolated:linear': fit, 'isolated:inverse': fit, 'cross:linear': fit, 'cross:inverse': fit }
}

/** Before the venue printed any price. */
export const UNCALIBRATED: Calibration = calibratedTo(DEFAULT_RULE)
