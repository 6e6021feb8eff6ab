import type { Position } from '../../domain/account.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { Contract } from '../../domain/instrument.ts'
import type { Calibration, MarginRule, RuleScope } from '../report.ts'

/** The rule of this family of venues as documented payloads show it. */
export const DEFAULT_RULE: MarginRule = { withFee: true, basis: 'mark', withRealized: true }

/**
 * Every rule by which venues are known to liquidate. The default comes first, then the rules most like it, and last the
 * rules without the fee, which always require less. If several rules fit equally well, the first one is used.
 */
export const RULES: readonly MarginRule[] = [
  DEFAULT_RULE,
  { withFee: true, basis: 'entry', withRealized: true },
  { withFee: true, basis: 'mark', withRealized: false },
  { withFee: true, basis: 'entry', withRealized: false },
  { withFee: false, basis: 'mark', withRealized: true },
  { withFee: false, basis: 'entry', withRealized: true },
  { withFee: false, basis: 'mark', withRealized: false },
  { withFee: false, basis: 'entry', withRealized: false },
]

/** The scope that readings of a position belong to. */
export function ruleScopeOf(
  { marginMode }: Pick<Position, 'marginMode'>,
  { direction }: Pick<Contract, 'direction'>,
): RuleScope {
  return `${marginMode}:${direction}`
}

/** The liquidation rule of a position, as far as known; the default for an unlisted contract. */
export function ruleFor(calibration: Calibration, position: Position, contract: Contract | null): MarginRule {
  return contract ? calibration[ruleScopeOf(position, contract)].rule : DEFAULT_RULE
}

/** κ: the maintenance rate of the current tier plus, if the rule has it, the worst closing fee rate. */
export function kappaUnder(
  { withFee }: MarginRule,
  { maintenanceRate, maxFeeRate }: Record<'maintenanceRate' | 'maxFeeRate', Decimal>,
): Decimal {
  return withFee ? maintenanceRate.plus(maxFeeRate) : maintenanceRate
}

/**
 * M of an isolated position: its margin plus, if the rule includes it, its realised profit; null: a part is unknown.
 */
export function isolatedMarginUnder(
  { withRealized }: MarginRule,
  { margin, realizedPnl }: Pick<Position, 'margin' | 'realizedPnl'>,
): Decimal | null {
  return withRealized ? margin && realizedPnl && margin.plus(realizedPnl) : margin
}
