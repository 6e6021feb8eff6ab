import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Entry } from '#electron/desk/log/entry.ts'
import { openJournal } from '#electron/desk/log/journal.ts'
import { readAsItIs } from '#electron/desk/log/read-as-it-is.ts'
import { ManualClock } from '#test/support/clock.ts'
import { FLATTEN } from '#test/support/desk-bench.ts'
import { journalFolder, type Folder } from '#test/support/desk-run.ts'

const ACCEPTED: Entry = {
  ...{ kind: 'accepted', plan: { action: FLATTEN, legs: [], estimate: null }, orders: [], missed: null },
}
const clock = new ManualClock()
let folder: Folder

beforeEach(() => {
  folder = journalFolder()
})
afterEach(() => folder.remove())

/** A journal as kill -9 leaves it: its newest row is only in the file beside it. */
function crashed(): string {
  const opened = openJournal(folder.path, clock)
  if (!opened.ok) throw new Error(opened.error.code)
  opened.value.append('account', 'one', ACCEPTED)
  const path = `${folder.path}.crashed`
  for (const suffix of ['', '-wal']) copyFileSync(folder.path + suffix, path + suffix)
  opened.value.close()
  return path
}

it('every row is read, and the journal with the file beside it stays as it was', () => {
  const path = crashed()
  const bytes = () => ['', '-wal'].map((suffix) => readFileSync(path + suffix))
  const before = bytes()
  const read = readAsItIs(path, clock)
  expect(
    read
      .accounts()
      .get('account')
      ?.state.intents.map(({ id }) => id),
  ).toEqual(['one'])
  expect(read.answer('account', 'one')).toEqual({ kind: 'accepted', intentId: 'one' })
  expect([read.answer('account', 'two'), read.answer('other', 'one')]).toEqual([null, null])
  read.close()
  expect(read.answer('account', 'one')).toBeNull()
  expect(bytes()).toEqual(before)
})

it('what is no journal reads as nothing, and leaves nothing behind', () => {
  const path = `${folder.path}.missing`
  const names = readdirSync(dirname(path))
  const read = readAsItIs(path, clock)
  expect([read.accounts().size, read.hashOf(1), read.answer('account', 'one')]).toEqual([0, null, null])
  read.close()
  expect(readdirSync(dirname(path))).toEqual(names)
})
