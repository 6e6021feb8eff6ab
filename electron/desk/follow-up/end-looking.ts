/** Shared by every look after a round: retry limits, and how the end of looking is recorded. It decides nothing. */
import type { Message } from '#shared/domain/message.ts'
import type { DeskLog } from '../log/desk-log.ts'
import type { Plans } from '../plan/plans.ts'
import type { Looking } from '../plan/reader.ts'
import type { Intent, Round } from '../state/intent.ts'

/** A failed look is tried this many times, this far apart: the venue may be slow, and nothing is sent meanwhile. */
export const TRIES = 3
export const PAUSE_MS = 2_000

export interface LookAgainOptions extends Looking {
  readonly log: DeskLog
  readonly plans: Pick<Plans, 'prepareNext' | 'draft' | 'newClientOrderId'>
  /** Whether the machine slept since a person asked for the intent. Nothing more is sent then. */
  readonly slept: () => boolean
}

/** A round without legs. Journalling it records that a look found nothing left. */
export const EMPTY_ROUND: Round = { legs: [], orders: [] }

/** Stops looking without proof that nothing is left. `note`: what is known, for the trader. */
export function giveUpLooking({ id }: Intent, note: Message, log: DeskLog): void {
  log.note(id, { kind: 'looked', look: 'unseen', note })
}

/** Ends the looks of an intent that had nothing to look for. */
export function endLooking(intent: Intent, log: DeskLog): void {
  const { id, note } = log.intent(intent)
  log.note(id, { kind: 'looked', look: note === null ? 'none' : 'unseen', note })
}
