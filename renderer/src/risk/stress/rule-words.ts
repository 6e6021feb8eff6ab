/** By which rules liquidations are reckoned, and how well they fit what the venue prints, in words. Pure. */
import type { Calibration, MarginRule, RuleFit, RuleScope } from '#shared/risk/report.ts'
import { formatPercent } from '../../kit/format.ts'
import type { HowInput } from '../how/methods.ts'

const SCOPES: Readonly<Record<RuleScope, string>> = {
  'cross:linear': 'cross',
  'isolated:linear': 'isolated',
  'cross:inverse': 'cross inverse',
  'isolated:inverse': 'isolated inverse',
}
const STATES: Readonly<Record<RuleFit['state'], string>> = {
  calibrated: 'fits the venue’s own prices',
  learning: 'assumed, too few of the venue’s prices to tell',
  misfit: 'assumed, does not fit the venue’s own prices',
}

/** The rule and its fit wherever the venue printed a price to hold it against, as inputs of whatever a liquidation is in. */
export function ruleInputs(calibration: Calibration): readonly HowInput[] {
  const scopes = Object.keys(SCOPES) as RuleScope[]
  const seen = scopes.filter((scope) => calibration[scope].readings > 0)
  if (seen.length === 0)
    return [{ label: 'Liquidation rule', text: 'assumed, no price of the venue’s yet', ageMs: null }]
  return seen.map((scope) => ({
    label: `Liquidation rule, ${SCOPES[scope]}`,
    text: fitWords(calibration[scope]),
    ageMs: null,
  }))
}

function fitWords({ rule, state, readings, residual }: RuleFit): string {
  const off = residual === null ? '' : `, off by ${formatPercent(residual, { places: 3 })} of the mark in the median`
  return `${ruleWords(rule)}; ${STATES[state]} (${String(readings)} read${off})`
}

function ruleWords({ withFee, basis, withRealized }: MarginRule): string {
  return [
    `maintenance at the ${basis}`,
    withFee ? 'closing fee in' : 'no closing fee',
    withRealized ? 'realised profit counts' : 'realised profit does not count',
  ].join(', ')
}
