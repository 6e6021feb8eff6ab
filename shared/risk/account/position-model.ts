import type { Position } from '../../domain/account.ts'
import { decimal, type Decimal } from '../../domain/decimal.ts'
import { isModelled, type Contract } from '../../domain/instrument.ts'
import { unrealizedAt, valueAt, type PositionTerms } from './contract-pnl.ts'

/** A position at its mark, as far as the formulas hold for it: the one input of every figure about contracts. */
export interface PositionModel {
  readonly position: Position
  readonly contract: Contract | null
  /** null when the position can not be valued; `reason` says why. */
  readonly priced: PricedPosition | null
  /** κ = maintenance rate + worst closing fee rate; null when the venue did not give both. */
  readonly requiredRate: Decimal | null
  /** Why figures are missing; null when complete. */
  readonly reason: string | null
}

export interface PricedPosition {
  readonly contract: Contract
  /** Profit counted from averagePrice, the entry that equity and liquidation refer to. */
  readonly terms: PositionTerms
  readonly mark: Decimal
  /** V(mark) and u(mark), in the margin coin. */
  readonly value: Decimal
  readonly unrealized: Decimal
}

/** Models one position at `mark` (null: none known). `contract` is null when the venue's list does not have it. */
export function modelPosition(position: Position, contract: Contract | null, mark: Decimal | null): PositionModel {
  const requiredRate = requiredRateOf(position)
  const obstacle = notPriced(position, contract, mark)
  if (!contract || !mark || obstacle) {
    return { position, contract, priced: null, requiredRate, reason: obstacle ?? 'no mark price' }
  }
  const terms = termsOf(position, contract)
  const value = valueAt(terms, mark)
  return {
    position,
    contract,
    priced: { contract, terms, mark, value, unrealized: unrealizedAt(terms, mark) },
    requiredRate,
    reason: requiredRate ? null : 'no maintenance or fee rate from the venue',
  }
}

/** The terms of a position whose profit is counted from `averagePrice`. */
function termsOf(position: Position, contract: Contract): PositionTerms {
  return {
    direction: contract.direction,
    sign: position.side === 'long' ? 1 : -1,
    size: position.volume.times(contract.multiplier),
    entry: position.averagePrice,
  }
}

function requiredRateOf({ maintenanceRate, maxFeeRate }: Position): Decimal | null {
  if (!maintenanceRate || !maxFeeRate || maintenanceRate.lt(0) || maxFeeRate.lt(0)) return null
  return maintenanceRate.plus(maxFeeRate)
}

function notPriced(position: Position, contract: Contract | null, mark: Decimal | null): string | null {
  if (!contract) return 'contract not in the venue’s list'
  if (contract.kind === 'test') return 'not modelled: a test contract'
  if (!isModelled(contract)) return 'not modelled: not a plain linear or inverse perpetual'
  const settles = contract.direction === 'linear' ? contract.quoteAsset : contract.baseAsset
  if (position.marginCoin !== settles) return `not modelled: margin in ${position.marginCoin}, profit in ${settles}`
  if (!usable(position.volume) || !usable(contract.multiplier)) return 'no position size'
  if (!usable(position.averagePrice)) return 'no entry price'
  return usable(mark) ? null : 'no mark price'
}

// Wide enough for any coin and any size; what lies outside is a broken reading, and no product of these overflows float64.
const SMALLEST = decimal('1e-30')
const LARGEST = decimal('1e30')

/** Whether a price or a size can be calculated with: positive, and not absurd. */
export function usable(amount: Decimal | null): amount is Decimal {
  return amount !== null && amount.gte(SMALLEST) && amount.lte(LARGEST)
}
