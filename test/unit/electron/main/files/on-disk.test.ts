/** F49: what must survive a power failure is on disk before anything relies on it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openReserve } from '#electron/desk/log/reserve.ts'
import { backUp } from '#electron/main/upkeep/backup.ts'
import { writeJsonFile } from '#electron/main/files/json-file.ts'
import { diskCalls } from '#test/support/disk-calls.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'on-disk-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('a small file is on disk before it replaces the old one, and its folder afterwards', () => {
  const calls = diskCalls()
  writeJsonFile(join(folder, 'a.json'), { version: 1 })
  expect(calls).toEqual(['write .a.json.draft', 'sync .a.json.draft', 'rename a.json', `sync ${basename(folder)}`])
})

it('a row of the reserve is on disk once it was added', () => {
  const path = join(folder, 'reserve')
  const { reserve } = openReserve(path, `${path}.aside`)
  const calls = diskCalls()
  const row = { seq: 1, at: 0, account: 'a', intent: 'b', leg: null, kind: 'left', body: '{}' }
  reserve.add({ row, hash: 'c' }, { seq: 0, hash: '' })
  expect([...calls, reserve.isSaved()]).toEqual(['write reserve', 'sync reserve', true])
})

it('every file of a backup is on disk before the backup gets its name', async () => {
  for (const name of ['journal.sqlite', 'events.sqlite']) new DatabaseSync(join(folder, name)).close()
  writeJsonFile(join(folder, 'accounts.json'), { version: 1 })
  const copy = async (_name: string, to: string) => new DatabaseSync(to).close()
  const calls = diskCalls()
  const made = await backUp(folder, folder, copy, { plimsoll: '0', at: 0 })
  expect(made.ok).toBe(true)
  const named = calls.indexOf(`rename ${basename(made.ok ? made.value : '')}`)
  for (const name of ['journal.sqlite', 'events.sqlite', 'accounts.json', '.plimsoll-backup.json.draft']) {
    const synced = calls.indexOf(`sync ${name}`)
    expect([name, synced >= 0 && synced < named]).toEqual([name, true])
  }
})
