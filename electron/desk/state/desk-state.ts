/** Everything known of one account's intents, from the journal's entries. Immutable plain data. */
import type { Action } from '#shared/desk/action.ts'
import type { Intent } from './intent.ts'
import type { Refused } from './refused.ts'

export interface DeskState {
  /** The reported intents: the newest, and every unfinished one. Oldest first. */
  readonly intents: readonly Intent[]
  /**
   * Older intents whose orders are still needed: protective orders, and orders that were placed again. Oldest first.
   */
  readonly remembered: readonly Intent[]
  /** The orders of all other intents, in sets of increasing age. */
  readonly pastOrderIds: readonly ReadonlySet<string>[]
  /** The reported denials, oldest first. */
  readonly refused: readonly Refused[]
  /** The newest actions denied because their target was busy or absent, newest last. */
  readonly crossed: readonly Action[]
  /** The number of rows that cannot follow the rows before them, and of rows of an unknown kind. */
  readonly quarantined: number
  readonly unknownKinds: number
}

export const NOTHING_KNOWN: DeskState = {
  intents: [],
  remembered: [],
  pastOrderIds: [],
  refused: [],
  crossed: [],
  quarantined: 0,
  unknownKinds: 0,
}
