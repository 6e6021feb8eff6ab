/** A desk log over a journal in memory, for tests of code that reads and appends. */
import { createDeskLog, type DeskLog } from '#electron/desk/log/desk-log.ts'
import type { Entry } from '#electron/desk/log/entry.ts'
import type { Journal } from '#electron/desk/log/journal.ts'
import type { Intent, Leg } from '#electron/desk/state/intent.ts'
import { intentOf } from '#electron/desk/state/select.ts'
import { NOTHING_KNOWN, type DeskState } from '#electron/desk/state/desk-state.ts'
import type { Action } from '#shared/desk/action.ts'
import type { LegRequest } from '#shared/desk/plan.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { err, ok } from '#shared/domain/result.ts'
import { verbatim } from '#shared/words/message.ts'

interface Disk {
  isFull: boolean
}

interface MemoryLog {
  readonly log: DeskLog
  readonly disk: Disk
  /** The entries written to the journal. */
  readonly written: readonly Entry[]
  /** The legs passed to `onChange`, in order. */
  readonly changes: readonly (Leg | null)[]
  /** Appends the entry that accepts an intent, and returns the intent. */
  readonly begin: (id: string, action: Action, legs: readonly LegRequest[]) => Intent
}

export function memoryLog(clock: Clock, state: DeskState = NOTHING_KNOWN): MemoryLog {
  const disk: Disk = { isFull: false }
  const written: Entry[] = []
  const changes: (Leg | null)[] = []
  const journal: Journal = {
    notice: null,
    append(_account, _intent, entry) {
      if (disk.isFull) return err(verbatim('The disk is full.'))
      written.push(entry)
      return ok(null)
    },
    emergency: () => null,
    size: () => ({ rows: written.length, reserved: 0 }),
    copyTo: async () => undefined,
    answer: () => null,
    state: () => state,
    close: () => undefined,
  }
  const log = createDeskLog(journal, 'account', clock, (leg) => changes.push(leg))
  return {
    log,
    disk,
    written,
    changes,
    begin(id, action, legs) {
      const taken = log.commit(id, {
        kind: 'accepted',
        plan: { action, legs, estimate: null },
        orders: [],
        missed: null,
      })
      const intent = intentOf(log.state(), id)
      if (!taken.ok || intent === undefined) throw new Error(`expected ${id} to be taken on`)
      return intent
    },
  }
}
