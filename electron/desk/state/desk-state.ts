/** All that is known of one account's intents, from the journal's entries. Immutable plain data. */
import type { Action } from '#shared/desk/action.ts'
import type { Intent } from './intent.ts'
import type { Refused } from './refused.ts'

export interface DeskState {
  /** Those that are reported: the newest, and every one that still goes on. Oldest first. */
  readonly intents: readonly Intent[]
  /** Older ones whose orders are still asked for: protective ones, and those that were placed again. Oldest first. */
  readonly remembered: readonly Intent[]
  /** The orders of all other intents, in sets of growing age. */
  readonly pastOrderIds: readonly ReadonlySet<string>[]
  /** The refusals that are reported, oldest first. */
  readonly refused: readonly Refused[]
  /** The newest actions refused because their object was under way or not there, newest last. */
  readonly crossed: readonly Action[]
  /** The number of rows that can not follow those before them, and of rows of an unknown kind. */
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
