import type { Message } from '../../domain/message.ts'
import { message } from '../../words/message.ts'
import type { Position } from '../../domain/account.ts'
import { UNKNOWN_COIN } from '../../domain/gap.ts'
import { decimal, magnitudeOf, ZERO, type Decimal } from '../../domain/decimal.ts'
import { isModelled, type Contract, type Modelled } from '../../domain/instrument.ts'
import type { MarginRule } from '../report.ts'
import { unrealizedAt, valueAt, type PositionTerms } from './contract-pnl.ts'
import { DEFAULT_RULE, kappaUnder } from './margin-rule.ts'

/** A position at its mark, as far as it can be modelled: the one input of every figure about contracts. */
export interface PositionModel {
  readonly position: Position
  readonly contract: Contract | null
  /** null when the position cannot be valued; `reason` says why. */
  readonly priced: PricedPosition | null
  /** Its liquidation rule, and κ under it; κ is null without the venue's rates. */
  readonly rule: MarginRule
  readonly kappa: Decimal | null
  /** The maintenance requirement now, in the margin coin: κ V(mark) or κ V(entry); null with κ, or without a value. */
  readonly requirement: Decimal | null
  /**
   * How much the requirement grows for each coin of position value: κ if it is a share of the mark, 0 if it is a share
   * of the entry; null without κ.
   */
  readonly requirementSlope: Decimal | null
  /** Why figures are missing; null when complete. */
  readonly reason: Message | null
}

export interface PricedPosition {
  readonly contract: Modelled
  /** Profit is counted from averagePrice, the entry to which equity and liquidation refer. */
  readonly terms: PositionTerms
  readonly mark: Decimal
  /** V(mark) and u(mark), in the margin coin. */
  readonly value: Decimal
  readonly unrealized: Decimal
}

/**
 * Models one position at `mark` (null: none known) under the venue's rule. `contract` null: the venue does not list it.
 * The requirement of a position is computed here and nowhere else.
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
  const terms: PositionTerms = {
    direction: contract.direction,
    sign: position.side === 'long' ? 1 : -1,
    size: position.volume.times(contract.multiplier),
    entry: averagePrice,
  }
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

/** Whether the position counts as held: empty rows and test contracts do not, and no sum includes them. */
export function isHeld({ position, contract }: Pick<PositionModel, 'position' | 'contract'>): boolean {
  const isTest = contract === null ? position.contract.startsWith(TEST_PREFIX) : contract.kind === 'test'
  return !position.volume.isZero() && !isTest
}

/** How this family of venues names test contracts. Of an unlisted contract only the name is known. */
const TEST_PREFIX = 'S-'

/** A fee rate that the rule does not use may be missing. */
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

// Wide enough for any coin and any size. Anything outside is a bad reading, and no product of two overflows float64.
const LARGEST_DIGITS = 30
const LARGEST = decimal(`1e${LARGEST_DIGITS}`)

/** Whether a price or a size is usable in calculations: positive, and not absurd, 1e-30 up to 1e30. */
export function usable(amount: Decimal | null): amount is Decimal {
  if (amount === null) return false
  const magnitude = magnitudeOf(amount)
  return magnitude >= -LARGEST_DIGITS && (magnitude < LARGEST_DIGITS || amount.lte(LARGEST))
}
