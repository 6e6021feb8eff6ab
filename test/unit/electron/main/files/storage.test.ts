import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStorage, type Storage } from '#electron/main/files/storage.ts'
import { message } from '#shared/words/message.ts'
import { ManualClock } from '#test/support/clock.ts'

const NOT_A_DATABASE = 'no database at all, and longer than its header would be'.repeat(30)
let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'storage-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function open(): Storage {
  const opened = openStorage(folder, new ManualClock())
  if (!opened.ok) throw new Error(opened.error.code)
  return opened.value
}

it('leaves only complete files behind, and can be closed twice', () => {
  const storage = open()
  storage.journal.append('account', 'a', { kind: 'left', lines: [message('main.noAccount')] })
  storage.events.open('account').markSeen(['a'], 1)
  storage.history.at('venue').prune(0)
  storage.close()
  storage.close()
  expect(readdirSync(folder).sort()).toEqual([
    'events.sqlite',
    'history.sqlite',
    'journal.sqlite',
    'journal.sqlite-head',
    'journal.sqlite-reserve',
  ])
  const db = new DatabaseSync(join(folder, 'journal.sqlite'), { readOnly: true })
  expect(db.prepare('SELECT count(*) AS rows FROM event').get()).toEqual({ rows: 1 })
  db.close()
})

it('opens whatever is wrong with its files, and reports it, the journal first', () => {
  for (const name of ['journal', 'events', 'history']) writeFileSync(join(folder, `${name}.sqlite`), NOT_A_DATABASE)
  const storage = open()
  expect(storage.notices.map(({ code }) => code)).toEqual([
    'storage.journal.damaged',
    'storage.history.replaced',
    'storage.events.replaced',
  ])
  storage.close()
})

it('does not open while another Plimsoll trades on the same files', () => {
  const first = open()
  const second = openStorage(folder, new ManualClock())
  expect(second).toMatchObject({ ok: false, error: { code: 'storage.journal.inUse' } })
  first.close()
})
