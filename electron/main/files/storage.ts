/** The files of a profile, opened at the start and closed at the end. */
import { join } from 'node:path'
import type { Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import { ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { openJournal } from '../../desk/log/journal.ts'
import type { Journal } from '../../desk/log/journal.ts'
import { openEvents } from '../../events/events-file.ts'
import type { EventsFile } from '../../events/events-file.ts'
import { openHistory } from '../../history/store.ts'
import type { History } from '../../history/store.ts'
import type { CopyDatabase } from '../upkeep/backup.ts'

export interface Storage {
  readonly journal: Journal
  readonly history: History
  readonly events: EventsFile
  /** Copies one of the databases in its present state. */
  readonly copyDatabase: CopyDatabase
  /** Problems with the files and what to do, the most urgent first. */
  readonly notices: readonly Message[]
  /** Closes every file complete, with no temporary files beside it. */
  readonly close: () => void
}

/** Opens the files in `folder`. Fails if another Plimsoll trades on it; nothing else keeps Plimsoll from starting. */
export function openStorage(folder: string, clock: Clock): Result<Storage, Message> {
  const opened = openJournal(join(folder, 'journal.sqlite'), clock)
  if (!opened.ok) return opened
  const journal = opened.value
  const history = openHistory(join(folder, 'history.sqlite'), clock)
  const events = openEvents(join(folder, 'events.sqlite'), clock)
  const perFile = [journal.notice, journal.emergency(), history.notice, events.notice]
  return ok({
    journal,
    history,
    events,
    copyDatabase(name, to) {
      const file = { 'journal.sqlite': journal, 'history.sqlite': history, 'events.sqlite': events }[name]
      return file === undefined ? Promise.reject(new Error(`expected a database, was ${name}`)) : file.copyTo(to)
    },
    notices: perFile.filter((notice) => notice !== null),
    close() {
      for (const file of [journal, events, history]) file.close()
    },
  })
}
