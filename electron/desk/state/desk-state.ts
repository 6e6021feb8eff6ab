/** All that is known of one account's intents, as the journal's entries told it. Plain data; nothing in it changes. */
import type { Action } from '#shared/desk/action.ts'
import type { Intent } from './intent.ts'
import type { Refused } from './refused.ts'

export interface DeskState {
  /** Those that are told: the newest, and every one that still goes on. Oldest first. */
  readonly intents: readonly Intent[]
  /** Older ones whose orders are still asked for: protective ones, and those that were placed again. Oldest first. */
  readonly remembered: readonly Intent[]
  /** The orders of all other intents, in sets of growing age. */
  readonly pastOrderIds: readonly ReadonlySet<string>[]
  /** What was refused and is worth telling, oldest first. */
  readonly refused: readonly Refused[]
  /** The newest actions that were refused because what they are about was under way or not there, newest last. */
  readonly crossed: readonly Action[]
  /** Rows that can not follow those before them, and rows of a kind that is not known here. */
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
