/** How thoroughly the account is read for a plan, and what else the plan is made from. */
import type { Canceled, DeskFacts } from '#shared/desk/facts.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import type { Scope } from './scopes.ts'

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
  /** The same for the positions; an exit goes on with those last known. */
  readonly positionsPatienceMs: number | null
}

/** For a preview. */
export const FIRST_LOOK: Look = {
  isFirst: true,
  isExit: false,
  mostSwept: 12,
  patienceMs: 1_500,
  positionsPatienceMs: 2_000,
}
/** An exit must not wait for long. */
export const EXIT_LOOK: Look = { ...FIRST_LOOK, isExit: true }
/** For what can be closed already while the rest takes its time. */
export const HASTY_LOOK: Look = { ...EXIT_LOOK, isFirst: false, mostSwept: 0, positionsPatienceMs: null }
/** After a round there is time. */
export const LATER_LOOK: Look = { ...HASTY_LOOK, isExit: false, mostSwept: 200, patienceMs: null }

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
