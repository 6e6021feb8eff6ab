/** How thoroughly the account is read for a plan, and what is known besides. */
import type { Canceled, DeskFacts } from '#shared/desk/facts.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import type { Scope } from './scopes.ts'

const FIRST_PATIENCE_MS = 1_500
/** How long an exit waits for the positions before it begins with those last known, ms. */
const POSITIONS_PATIENCE_MS = 2_000

export interface Look {
  /** Before anything was sent; otherwise what was known of balances before says nothing any more. */
  readonly isFirst: boolean
  /**
   * Whether an exit is under way. It can not do without the positions, so they are read as exits go. While the venue
   * asks to slow down a look with little patience reads nothing else that is known from before.
   */
  readonly isExit: boolean
  /** How many instruments without a known order are read besides; the others are told as unread. */
  readonly mostSwept: number
  /**
   * How long the reads of orders and balances may take, ms, before the work goes on with what is known;
   * null: until answered.
   */
  readonly patienceMs: number | null
  /** The same of the positions. */
  readonly positionsPatienceMs: number | null
}

/** What is shown before anybody has asked for it. */
export const FIRST_LOOK: Look = {
  isFirst: true,
  isExit: false,
  mostSwept: 12,
  patienceMs: FIRST_PATIENCE_MS,
  positionsPatienceMs: POSITIONS_PATIENCE_MS,
}
/** A way out must not wait for long. */
export const EXIT_LOOK: Look = { ...FIRST_LOOK, isExit: true }
/** What can be closed already, while the rest takes its time. */
export const HASTY_LOOK: Look = { ...EXIT_LOOK, isFirst: false, mostSwept: 0, positionsPatienceMs: null }
/** Afterwards there is time. */
export const LATER_LOOK: Look = {
  isFirst: false,
  isExit: false,
  mostSwept: 200,
  patienceMs: null,
  positionsPatienceMs: null,
}

/** What is known besides the account. */
export interface Memory extends Pick<DeskFacts, 'guard' | 'protections' | 'stuck'> {
  readonly look: Look
  /** Instruments an intent has acted on already: a look afterwards reads them too. */
  readonly touched: readonly Scope[]
  /** What an earlier intent cancelled. */
  readonly canceledBy: (intentId: string) => Canceled
  /** The most contracts that closes of ours may have taken of a position in the last so many ms; absent: none. */
  readonly takenSince?: (positionKey: string, ms: number) => Decimal
}
