/**
 * What is known of one account's intents, and the only way to make it more: an entry is written to the journal, then taken
 * in, then told.
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

/** Why an entry was not taken: it can not follow what is known, or the journal could not be written. */
interface NotTaken {
  readonly code: Refusal | 'notWritten'
  readonly message: Message
}

/** Intents, newest first, and the moment they are asked about, by the monotonic clock, ms. */
export interface Known {
  readonly intents: readonly Intent[]
  readonly now: number
}

export interface DeskLog {
  readonly state: () => DeskState
  /** Its intents, newest first, and the moment. */
  readonly known: () => Known
  /** As it is known now; as it was last known, where the state has let go of it. */
  readonly intent: (which: Intent) => Intent
  readonly leg: (which: Leg) => Leg
  /** Takes the entry on only if it is on disk: for what must be written before anything is done. */
  commit(intentId: string, entry: Entry): Result<null, NotTaken>
  commitLeg(leg: LegRef, change: Partial<LegRecord>): Result<null, NotTaken>
  /** Takes the entry on whether or not the disk does: for what has happened and is true either way. */
  note(intentId: string, entry: Entry): void
  noteLeg(leg: LegRef, change: Partial<LegRecord>): void
  /**
   * Writes down what a look found still to do, before any of it is done; no legs: nothing is left. Gives the new legs.
   */
  extend(intent: Intent, round: Round): Result<readonly Leg[], NotTaken>
}

export interface DeskLogOptions {
  readonly journal: Journal
  readonly accountId: string
  readonly clock: Clock
  /** The state is another; `leg`: what changed is that leg. */
  readonly onChange: (leg: Leg | null) => void
}

export function createDeskLog({ journal, accountId, clock, onChange }: DeskLogOptions): DeskLog {
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

  function note(intentId: string, entry: Entry): void {
    const taken = append(intentId, entry, true)
    // A fault of ours. What the state has let go of is no more than that.
    if (!taken.ok && taken.error.code === 'cannotFollow')
      throw new Error(`expected what can follow, was ${entry.kind} of ${intentId}`)
  }

  const entryOf = ({ intentId, index }: LegRef, change: Partial<LegRecord>): Entry | null => {
    const leg = legOf(state, { intentId, index })
    return leg ? { kind: 'leg', leg: index, record: { ...leg.record, ...change } } : null
  }

  return {
    state: () => state,
    known: () => ({ intents: newestFirst(state), now: clock.mono() }),
    intent: (which) => intentOf(state, which.id) ?? which,
    leg: (which) => legOf(state, which) ?? which,
    commit: (intentId, entry) => append(intentId, entry, false),
    commitLeg(leg, change) {
      const entry = entryOf(leg, change)
      return entry ? append(leg.intentId, entry, false) : err(notFollowing('noSuchLeg'))
    },
    note,
    noteLeg(leg, change) {
      const entry = entryOf(leg, change)
      if (entry !== null) note(leg.intentId, entry)
    },
    extend(intent, round) {
      const first = intentOf(state, intent.id)?.legs.length ?? 0
      const written = append(intent.id, { kind: 'extended', ...round }, false)
      return written.ok ? ok(intentOf(state, intent.id)?.legs.slice(first) ?? []) : written
    },
  }
}

function notFollowing(refusal: Refusal): NotTaken {
  return { code: refusal, message: message('intent.notFollowing', { refusal }) }
}

/** What was told to a person who left, and what became of a protective order, is told by who noted it. */
function isNews({ kind }: Entry, before: DeskState, after: DeskState): boolean {
  if (kind === 'denied') return before.refused !== after.refused
  return kind !== 'left' && kind !== 'orphaned' && kind !== 'triggered'
}
