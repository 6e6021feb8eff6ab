import type { Decimal } from '#shared/domain/decimal.ts'
import type { Books } from '../market/books.ts'
import type { ContractSpec } from '../market/specs.ts'

/** Whether a contract may be held long and short at once, or is netted. */
export type PositionMode = 'hedge' | 'oneWay'

/** What both areas need from the exchange around them. */
export interface Surroundings {
  readonly books: Books
  now(): number
  step(): number
  nextOrderId(): string
  nextTradeId(): number
  nextSequence(): number
}

/** What the contract side needs: the same as spot, and mark prices. */
export interface ContractSurroundings extends Surroundings {
  readonly positionMode: PositionMode
  mark(spec: ContractSpec): Decimal
  nextPositionId(): number
}
