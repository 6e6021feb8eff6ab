/** How thoroughly the account is read for a plan, and what else the plan is made from. */
import type { Canceled, DeskFacts } from '#shared/desk/facts.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import type { Scope } from './scopes.ts'

const FIRST_PATIENCE_MS = 1_500
/** How long an exit waits for the positions before it begins with those last known, ms. */
const POSITIONS_PATIENCE_MS = 2_000

export interface Look {
  /** Before anything was sent; otherwise what was known of balances before says nothing any more. */
  readonly isFirst: boolean
  /** Whether an exit is under way: the positions it needs are read in the lane of exits. */
  readonly isExit: boolean
  /** How many instruments without a known order are read too; the others are reported as unread. */
  readonly mostSwept: number
  /**
   * How long the reads of orders and balances may take, ms, before the work goes on with what is known; null: until
   * answered. While the venue asks to slow down, a look with a limit reads nothing that is known from before.
   */
  readonly patienceMs: number | null
  /** The same of the positions. */
  readonly positionsPatienceMs: number | null
}

/** For a preview. */
export const FIRST_LOOK: Look = {
  isFirst: true,
  isExit: false,
  mostSwept: 12,
  patienceMs: FIRST_PATIENCE_MS,
  positionsPatienceMs: POSITIONS_PATIENCE_MS,
}
/** An exit must not wait for long. */
export const EXIT_LOOK: Look = { ...FIRST_LOOK, isExit: true }
/** For what can be closed already while the rest takes its time. */
export const HASTY_LOOK: Look = { ...EXIT_LOOK, isFirst: false, mostSwept: 0, positionsPatienceMs: null }
/** After a round there is time. */
export const LATER_LOOK: Look = {
  isFirst: false,
  isExit: false,
  mostSwept: 200,
  patienceMs: null,
  positionsPatienceMs: null,
}

/** What a plan is made from other than the account. */
export interface Memory extends Pick<DeskFacts, 'guard' | 'protections' | 'stuck'> {
  readonly look: Look
  /** Instruments the intent has acted on already: a later look reads them too. */
  readonly touched: readonly Scope[]
  /** What an earlier intent cancelled. */
  readonly canceledBy: (intentId: string) => Canceled
  /** The most contracts that closes of ours may have taken of a position in the last so many ms; absent: none. */
  readonly takenSince?: (positionKey: string, ms: number) => Decimal
}
