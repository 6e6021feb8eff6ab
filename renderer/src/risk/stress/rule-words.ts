/** The rules that liquidation prices are computed by, and how well they fit the venue's prices, in words. Pure. */
import type { Message } from '#shared/domain/message.ts'
import type { Calibration, MarginRule, RuleFit, RuleScope } from '#shared/risk/report.ts'
import { message, type Code } from '#shared/words/message.ts'
import { formatPercent } from '../../kit/format.ts'
import { t } from '../../kit/say.ts'
import type { HowInput } from '../how/methods.ts'

const SCOPES = {
  'cross:linear': 'stress.rule.cross',
  'isolated:linear': 'stress.rule.isolated',
  'cross:inverse': 'stress.rule.crossInverse',
  'isolated:inverse': 'stress.rule.isolatedInverse',
} as const satisfies Readonly<Record<RuleScope, Code>>

/**
 * Each rule that could be compared with a venue price, and how well it fits: inputs of every figure with liquidations.
 */
export function ruleInputs(calibration: Calibration): readonly HowInput[] {
  const scopes = Object.keys(SCOPES) as RuleScope[]
  const seen = scopes.filter((scope) => calibration[scope].readings > 0)
  if (seen.length === 0) return [{ label: t('stress.rule'), text: t('stress.ruleUnseen'), ageMs: null }]
  return seen.map((scope) => ({ label: t(SCOPES[scope]), text: fitWords(calibration[scope]), ageMs: null }))
}

function fitWords({ rule, state, readings, residual }: RuleFit): string {
  const facts = { rule: ruleMessage(rule), state: message(`stress.rule.${state}`), readings }
  return residual === null
    ? t('stress.rule.fit', facts)
    : t('stress.rule.fitOff', { ...facts, residual: formatPercent(residual, { places: 3 }) })
}

function ruleMessage({ withFee, basis, withRealized }: MarginRule): Message {
  return message('plain', {
    text: [
      message(`stress.rule.${basis}`),
      message(withFee ? 'stress.rule.withFee' : 'stress.rule.noFee'),
      message(withRealized ? 'stress.rule.withRealized' : 'stress.rule.noRealized'),
    ],
  })
}
