/** How thoroughly the account is read for a plan, and what else the plan is made from. */
import type { Canceled, DeskFacts } from '#shared/desk/facts.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import type { InstrumentRef } from '#shared/domain/instrument.ts'
import type { Order } from '#shared/domain/order.ts'

export interface Look {
  /** Nothing was sent yet. Later, balances known from before are useless. */
  readonly isFirst: boolean
  /** An exit is in progress, so the positions it needs are read in the lane of exits. */
  readonly isExit: boolean
  /** How many instruments without a known order are read too. The others are reported as unread. */
  readonly mostSwept: number
  /**
   * How long reads of orders and balances may take, ms, before the work continues with what is known; null: no limit.
   * While the venue asks to slow down, a look with a limit reads nothing that is already known.
   */
  readonly patienceMs: number | null
  /** The same limit for positions. An exit then continues with those last known. */
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
/** For what can be closed while the rest takes its time. */
export const HASTY_LOOK: Look = { ...EXIT_LOOK, isFirst: false, mostSwept: 0, positionsPatienceMs: null }
/** After a round there is time for a thorough look. */
export const LATER_LOOK: Look = { ...HASTY_LOOK, isExit: false, mostSwept: 200, patienceMs: null }

/** What a plan is made from besides the account. */
export interface Memory extends Pick<DeskFacts, 'guard' | 'protections' | 'stuck'> {
  readonly look: Look
  /** Instruments that the intent has already acted on. A later look reads them too. */
  readonly touched: readonly InstrumentRef[]
  /** The orders that an earlier intent cancelled. */
  readonly canceledBy: (intentId: string) => Canceled
  /** Orders that our own cancels are ending or just ended. Absent: none. */
  readonly ending?: readonly Order[]
  /** The most contracts of a position that our closes may have taken in the last `ms`. Absent: none. */
  readonly takenSince?: (positionKey: string, ms: number) => Decimal
}
