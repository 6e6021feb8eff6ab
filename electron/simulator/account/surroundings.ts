import type { Decimal } from '#shared/domain/decimal.ts'
import type { Books } from '../market/book.ts'
import type { ContractSpec } from '../market/instruments.ts'

/** What both areas need from the exchange around them. */
export interface Surroundings {
  readonly books: Books
  now(): number
  step(): number
  nextOrderId(): string
  nextTradeId(): number
}

/** What the contract side needs: the same as spot, and mark prices. */
export interface ContractSurroundings extends Surroundings {
  mark(spec: ContractSpec): Decimal
  nextPositionId(): number
}
