import type { MarginMode, PositionSide } from './account.ts'
import type { Message } from './message.ts'

/** The lists of an account whose rows may be hidden. */
export type Holding = 'balances' | 'marginAccounts' | 'positions'

/** A row that was left out of a reply, and why. Unreadable is not empty: it may hide rows. */
export interface Quarantined {
  readonly path: string
  readonly reason: Message
  /** The lists of an account in which it may hide a row; empty: in none. Absent: in any list of the reply. */
  readonly hides?: readonly Holding[]
  /** Its contract and coin, and for a position its margin mode and side, as far as they could be read. */
  readonly contract?: string
  readonly coin?: string
  readonly marginMode?: MarginMode
  readonly side?: PositionSide
}

/** Whether one of `entries` may hide a row, of `list` if given. */
export function mayHide(entries: readonly Quarantined[], list?: Holding): boolean {
  return entries.some(({ hides }) => hides === undefined || (list ? hides.includes(list) : hides.length > 0))
}

/** The `entries` that may hide a row of `list`. */
export function hidingFrom(entries: readonly Quarantined[], list: Holding): readonly Quarantined[] {
  return entries.filter((entry) => mayHide([entry], list))
}
