import type { Position } from '../../domain/account.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { Contract } from '../../domain/instrument.ts'
import type { Calibration, MarginRule, RuleScope } from '../report.ts'

/** The rule of this family of venues as documented payloads show it. */
export const DEFAULT_RULE: MarginRule = { withFee: true, basis: 'mark', withRealized: true }

/**
 * Every rule venues are known to liquidate by: the default first, then what differs from it least, but those that leave
 * the fee out, and so always require less, after all the others. Of rules that can not be told apart the first is
 * taken.
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

/** What readings of a position speak for. */
export function ruleScopeOf(
  { marginMode }: Pick<Position, 'marginMode'>,
  { direction }: Pick<Contract, 'direction'>,
): RuleScope {
  return `${marginMode}:${direction}`
}

/** The rule a position is liquidated by, as far as is known; the default for a contract the list lacks. */
export function ruleFor(calibration: Calibration, position: Position, contract: Contract | null): MarginRule {
  return contract ? calibration[ruleScopeOf(position, contract)].rule : DEFAULT_RULE
}

/** The rates a requirement is made of, as the venue gives them. */
export interface VenueRates {
  readonly maintenanceRate: Decimal
  readonly maxFeeRate: Decimal
}

/** κ: the maintenance rate of the current tier and, where the rule has it, the worst closing fee rate. */
export function kappaUnder({ withFee }: MarginRule, { maintenanceRate, maxFeeRate }: VenueRates): Decimal {
  return withFee ? maintenanceRate.plus(maxFeeRate) : maintenanceRate
}

/**
 * M of an isolated position: the margin held by it and, where the rule has it, what it has realised; no unrealised
 * profit; null where a part of it is not known.
 */
export function isolatedMarginUnder(
  { withRealized }: MarginRule,
  { margin, realizedPnl }: Pick<Position, 'margin' | 'realizedPnl'>,
): Decimal | null {
  return withRealized ? margin && realizedPnl && margin.plus(realizedPnl) : margin
}
