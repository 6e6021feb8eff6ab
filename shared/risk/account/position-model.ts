import type { Message } from '../../domain/message.ts'
import { message } from '../../words/message.ts'
import { type Position } from '../../domain/account.ts'
import { UNKNOWN_COIN } from '../../domain/gap.ts'
import { decimal, magnitudeOf, ZERO, type Decimal } from '../../domain/decimal.ts'
import { isModelled, type Contract, type Modelled } from '../../domain/instrument.ts'
import type { MarginRule } from '../report.ts'
import { unrealizedAt, valueAt, type PositionTerms } from './contract-pnl.ts'
import { DEFAULT_RULE, kappaUnder } from './margin-rule.ts'

/** A position at its mark, as far as the formulas hold for it: the one input of every figure about contracts. */
export interface PositionModel {
  readonly position: Position
  readonly contract: Contract | null
  /** null when the position can not be valued; `reason` says why. */
  readonly priced: PricedPosition | null
  /** The rule it is liquidated by, and κ under it; κ is null when the venue did not give what it is made of. */
  readonly rule: MarginRule
  readonly kappa: Decimal | null
  /** What it requires now, in the margin coin: κ V(mark), or κ V(entry); null with κ or when it can not be valued. */
  readonly requirement: Decimal | null
  /** What it requires more for each coin its value grows by: κ at the mark, 0 at the entry; null with κ. */
  readonly requirementSlope: Decimal | null
  /** Why figures are missing; null when complete. */
  readonly reason: Message | null
}

export interface PricedPosition {
  readonly contract: Modelled
  /** Profit counted from averagePrice, the entry that equity and liquidation refer to. */
  readonly terms: PositionTerms
  readonly mark: Decimal
  /** V(mark) and u(mark), in the margin coin. */
  readonly value: Decimal
  readonly unrealized: Decimal
}

/**
 * Models one position at `mark` (null: none known) under the venue's rule. `contract` is null when the venue's list
 * does not have it. What the position requires is decided here and nowhere else.
 */
export function modelPosition(
  position: Position,
  contract: Contract | null,
  mark: Decimal | null,
  rule: MarginRule = DEFAULT_RULE,
): PositionModel {
  const kappa = kappaOf(position, rule)
  const requirementSlope = rule.basis === 'mark' ? kappa : kappa && ZERO
  const { averagePrice } = position
  const obstacle = notPriced(position, contract, mark)
  if (!contract || !isModelled(contract) || !mark || !averagePrice || obstacle) {
    const reason = obstacle ?? message('figure.noMark')
    return { position, contract, priced: null, rule, kappa, requirement: null, requirementSlope, reason }
  }
  const terms = termsOf(position, contract, averagePrice)
  const value = valueAt(terms, mark)
  const requiredOf = rule.basis === 'mark' ? value : valueAt(terms, terms.entry)
  return {
    position,
    contract,
    priced: { contract, terms, mark, value, unrealized: unrealizedAt(terms, mark) },
    rule,
    kappa,
    requirement: kappa && requiredOf.times(kappa),
    requirementSlope,
    reason: kappa ? null : message('figure.noRates'),
  }
}

/**
 * Whether the position is part of what is held: a row of no contracts is not, and a test contract's money is play money.
 * What is not held is in no sum, and what is not known of it spoils none.
 */
export function isHeld({ position, contract }: Pick<PositionModel, 'position' | 'contract'>): boolean {
  const isTest = contract === null ? position.contract.startsWith(TEST_PREFIX) : contract.kind === 'test'
  return !position.volume.isZero() && !isTest
}

/** How this family of venues names test contracts; of one that the venue's list does not have, only the name tells. */
const TEST_PREFIX = 'S-'

/** The terms of a position whose profit is counted from `averagePrice`. */
function termsOf(position: Position, contract: Modelled, entry: Decimal): PositionTerms {
  return {
    direction: contract.direction,
    sign: position.side === 'long' ? 1 : -1,
    size: position.volume.times(contract.multiplier),
    entry,
  }
}

/** A fee rate the rule has no use for may be missing. */
function kappaOf({ maintenanceRate, maxFeeRate }: Position, rule: MarginRule): Decimal | null {
  const fee = rule.withFee ? maxFeeRate : ZERO
  if (!maintenanceRate || !fee || maintenanceRate.lt(0) || fee.lt(0)) return null
  return kappaUnder(rule, { maintenanceRate, maxFeeRate: fee })
}

function notPriced(position: Position, contract: Contract | null, mark: Decimal | null): Message | null {
  if (!contract || contract.kind === 'unlisted') return message('figure.unlisted')
  if (contract.multiplier === null) return message('figure.noFaceValue')
  if (position.marginCoin === UNKNOWN_COIN) return message('figure.noMarginCoin')
  if (contract.kind === 'test') return message('figure.testContract')
  if (!isModelled(contract)) return message('figure.notPlain')
  const settles = contract.direction === 'linear' ? contract.quoteAsset : contract.baseAsset
  if (position.marginCoin !== settles)
    return message('figure.otherMargin', { margin: position.marginCoin, profit: settles })
  if (!usable(position.volume) || !usable(contract.multiplier)) return message('figure.noSize')
  if (!usable(position.averagePrice)) return message('figure.noEntry')
  return usable(mark) ? null : message('figure.noMark')
}

// Wide enough for any coin and any size; what lies outside is a broken reading, and no product of these overflows
// float64.
const LARGEST_DIGITS = 30
const LARGEST = decimal(`1e${LARGEST_DIGITS}`)

/** Whether a price or a size can be calculated with: positive, and not absurd, 1e-30 up to 1e30. */
export function usable(amount: Decimal | null): amount is Decimal {
  if (amount === null) return false
  const magnitude = magnitudeOf(amount)
  return magnitude >= -LARGEST_DIGITS && (magnitude < LARGEST_DIGITS || amount.lte(LARGEST))
}
