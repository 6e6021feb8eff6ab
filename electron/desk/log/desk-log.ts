/**
 * The state of one account's intents, and the only way to change it: an entry is journalled, applied, then reported.
 */
import type { Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import type { Intent, Leg, LegRef, Round } from '../state/intent.ts'
import { reduce } from '../state/reduce.ts'
import { intentOf, legOf, newestFirst } from '../state/select.ts'
import type { DeskState } from '../state/desk-state.ts'
import { refusalOf, type Refusal } from '../state/transitions.ts'
import type { Entry, LegRecord } from './entry.ts'
import type { Journal } from './journal.ts'

/** Why an entry was refused: it cannot follow the present state, or the journal could not be written. */
interface NotTaken {
  readonly code: Refusal | 'notWritten'
  readonly message: Message
}

/** Intents, newest first, and the current monotonic ms. */
export interface Known {
  readonly intents: readonly Intent[]
  readonly now: number
}

export type DeskLog = ReturnType<typeof createDeskLog>

/** `onChange`: the state changed; `leg`: the leg that changed, if any. */
export function createDeskLog(journal: Journal, accountId: string, clock: Clock, onChange: (leg: Leg | null) => void) {
  let state = journal.state(accountId)

  function append(intentId: string, entry: Entry, isTrueAnyway: boolean): Result<null, NotTaken> {
    const refused = refusalOf(state, intentId, entry)
    if (refused !== null) return err(notFollowing(refused))
    const at = Math.trunc(clock.wall())
    const written = journal.append(accountId, intentId, entry, at)
    if (!written.ok && !isTrueAnyway) return err({ code: 'notWritten', message: written.error })
    const before = state
    state = reduce(state, { intentId, entry, at, mono: clock.mono() })
    if (isNews(entry, before, state)) {
      onChange(entry.kind === 'leg' ? (legOf(state, { intentId, index: entry.leg }) ?? null) : null)
    }
    return ok(null)
  }

  /** Applies the entry even if the disk fails: for what has already happened. */
  function note(intentId: string, entry: Entry): void {
    const taken = append(intentId, entry, true)
    // This is our bug, unless the state no longer has the intent.
    if (!taken.ok && taken.error.code === 'cannotFollow')
      throw new Error(`expected what can follow, was ${entry.kind} of ${intentId}`)
  }

  const entryOf = ({ intentId, index }: LegRef, change: Partial<LegRecord>): Entry | null => {
    const leg = legOf(state, { intentId, index })
    return leg ? { kind: 'leg', leg: index, record: { ...leg.record, ...change } } : null
  }

  return {
    state: (): DeskState => state,
    known: (): Known => ({ intents: newestFirst(state), now: clock.mono() }),
    /** The intent in its current state, or as given if the state no longer has it. */
    intent: (which: Intent): Intent => intentOf(state, which.id) ?? which,
    leg: (which: Leg): Leg => legOf(state, which) ?? which,
    /** Applies the entry only if it is on disk: for what must be written before anything is done. */
    commit: (intentId: string, entry: Entry): Result<null, NotTaken> => append(intentId, entry, false),
    commitLeg(leg: LegRef, change: Partial<LegRecord>): Result<null, NotTaken> {
      const entry = entryOf(leg, change)
      return entry ? append(leg.intentId, entry, false) : err(notFollowing('noSuchLeg'))
    },
    note,
    noteLeg(leg: LegRef, change: Partial<LegRecord>): void {
      const entry = entryOf(leg, change)
      if (entry !== null) note(leg.intentId, entry)
    },
    /** Journals a further round before any of it is sent. No legs: nothing is left. Returns the new legs. */
    extend(intent: Intent, round: Round): Result<readonly Leg[], NotTaken> {
      const first = intentOf(state, intent.id)?.legs.length ?? 0
      const written = append(intent.id, { kind: 'extended', ...round }, false)
      return written.ok ? ok(intentOf(state, intent.id)?.legs.slice(first) ?? []) : written
    },
  }
}

function notFollowing(refusal: Refusal): NotTaken {
  return { code: refusal, message: message('intent.notFollowing', { refusal }) }
}

/** Whether to report the change. For the other kinds of entry, the caller reports. */
function isNews({ kind }: Entry, before: DeskState, after: DeskState): boolean {
  if (kind === 'denied') return before.refused !== after.refused
  return kind !== 'left' && kind !== 'orphaned' && kind !== 'triggered'
}
