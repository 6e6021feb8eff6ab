/** Shared setup for tests of the journal: a file of its own for each test. */
import { afterEach, beforeEach } from 'vitest'
import type { Clock } from '#shared/domain/clock.ts'
import { openJournal, type Journal } from '#electron/desk/log/journal.ts'
import { journalFolder, type Folder } from '#test/support/desk-run.ts'

/** Call once, at the top of the file. `clock`: asked for at each opening. Every journal is closed at the end of its test. */
export function journalBench(clock: () => Clock) {
  let folder: Folder
  let opened: Journal[]
  beforeEach(() => {
    folder = journalFolder()
    opened = []
  })
  afterEach(() => {
    for (const journal of opened) journal.close()
    folder.remove()
  })
  return {
    /** Where the journal of this test is. */
    get path() {
      return folder.path
    },
    open: (path = folder.path): Journal => {
      const result = openJournal(path, clock())
      if (!result.ok) throw new Error(result.error.code)
      opened.push(result.value)
      return result.value
    },
  }
}
