import { DEFAULT_RULE } from '#shared/risk/account/margin-rule.ts'
import type { Calibration, MarginRule, RuleFit } from '#shared/risk/report.ts'

/** A calibration in which `rule` applies everywhere, before any reading was taken. */
export function calibratedTo(rule: MarginRule): Calibration {
  const fit: RuleFit = { rule, state: 'learning', readings: 0, residual: null }
  return { 'isolated:linear': fit, 'isolated:inverse': fit, 'cross:linear': fit, 'cross:inverse': fit }
}

/** The calibration before the venue has published any liquidation price. */
export const UNCALIBRATED: Calibration = calibratedTo(DEFAULT_RULE)
