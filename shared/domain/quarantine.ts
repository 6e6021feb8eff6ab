import type { MarginMode, PositionSide } from './account.ts'
import type { Message } from './message.ts'

/** The lists of an account whose rows may be hidden. */
export type Holding = 'balances' | 'marginAccounts' | 'positions'

/** A row that was left out of a reply, with where and why. Unreadable is not empty: what it may hide is told too. */
export interface Quarantined {
  readonly path: string
  readonly reason: Message
  /**
   * Lists of an account it may hide a row of. None: by all that could be read of it nothing is held there, or the same row
   * was read before. Absent: any list of the reply.
   */
  readonly hides?: readonly Holding[]
  /** The contract and the coin it is of, and of a position its margin mode and side, as far as they could be read. */
  readonly contract?: string
  readonly coin?: string
  readonly marginMode?: MarginMode
  readonly side?: PositionSide
}

/** Whether one of `entries` may hide something, of `list` if told. */
export function mayHide(entries: readonly Quarantined[], list?: Holding): boolean {
  return entries.some(({ hides }) => hides === undefined || (list ? hides.includes(list) : hides.length > 0))
}

/** Those of `entries` that may hide a row of `list`. */
export function hidingFrom(entries: readonly Quarantined[], list: Holding): readonly Quarantined[] {
  return entries.filter((entry) => mayHide([entry], list))
}
