import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import { ok } from '#shared/domain/result.ts'
import { MOST_EVENTS, type AccountEvent } from '#shared/events/event.ts'
import { openEvents, type EventsFile } from '#electron/events/events-file.ts'
import { message } from '#shared/words/message.ts'
import { ManualClock } from '#test/support/clock.ts'
import { accountEvents } from '#test/support/fixture/events.ts'

let folder: string
let path: string
let files: EventsFile[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-events-'))
  path = join(folder, 'events.sqlite')
  files = []
})
afterEach(() => {
  for (const file of files) file.close()
  rmSync(folder, { recursive: true })
})

function open(): EventsFile {
  const file = openEvents(path, new ManualClock())
  files.push(file)
  return file
}

function reopened(file: EventsFile): EventsFile {
  file.close()
  files.pop()
  return open()
}

function alter(sql: string): void {
  const db = new DatabaseSync(path)
  db.exec(sql)
  db.close()
}

const oldestFirst = (): AccountEvent[] => accountEvents().toReversed()

it('keeps the events of each account with exact amounts, and which were seen', () => {
  const first = open()
  for (const event of oldestFirst()) first.open('a').add(event)
  first.open('b').add(oldestFirst()[0]!)
  const [liquidated] = accountEvents()
  first.open('a').markSeen([liquidated!.id, 'no such'], 5)
  const again = reopened(first)
  expect(again.notice).toBeNull()
  expect(again.open('a').list()).toEqual(accountEvents().map((each, at) => (at === 0 ? { ...each, seenAt: 5 } : each)))
  expect(again.open('b').list()).toHaveLength(1)
  expect(again.forget('a')).toEqual(ok(null))
  expect(again.open('a').list()).toEqual([])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('deletes all of an account or nothing, and says when it cannot', () => {
  const first = open()
  first.open('a').add(oldestFirst()[0]!)
  first.open('a').storeReading({ wall: 7, positions: null, orders: [], scopes: [], balances: [], tradable: {} })
  first.close()
  alter("CREATE TRIGGER refuse BEFORE DELETE ON last_reading BEGIN SELECT RAISE(ABORT, 'no room'); END")
  const file = reopened(first)
  const why = message('storage.events.notForgotten', { cause: 'no room' })
  expect(file.forget('a')).toMatchObject({ ok: false, error: { kind: 'storage', message: why } })
  expect(file.open('a').list()).toHaveLength(1)
  file.close()
  alter('DROP TRIGGER refuse')
  const again = reopened(file)
  expect(again.forget('a')).toEqual(ok(null))
  expect([again.open('a').list(), again.open('a').storedReading()]).toEqual([[], null])
})

it('keeps the delivery of a notification beside whether it was seen', () => {
  const first = open()
  for (const event of oldestFirst()) first.open('a').add(event)
  const [liquidated] = accountEvents()
  const kept = first.open('a')
  kept.markSeen([liquidated!.id], 5)
  kept.recordDelivery([liquidated!.id], 'failed')
  const [stored] = reopened(first).open('a').list()
  expect(stored).toEqual({ ...liquidated!, seenAt: 5, delivery: 'failed' })
})

it('keeps the last reading for the next run, and returns none that it cannot read', () => {
  const kept = { wall: 7, positions: null, orders: [], scopes: ['spot:btcusdt'], balances: [], tradable: { A: true } }
  const balances = [{ area: 'spot', asset: 'BTC', amount: decimal('0.10'), terms: '' }] as const
  const first = open()
  first.open('a').storeReading({ ...kept, balances })
  const again = reopened(first)
  expect(again.open('a').storedReading()).toEqual({ ...kept, balances: [{ ...balances[0], amount: decimal('0.1') }] })
  expect(again.open('b').storedReading()).toBeNull()
  again.close()
  files.pop()
  alter(`UPDATE last_reading SET body = '{"wall":"soon"}'`)
  expect(open().open('a').storedReading()).toBeNull()
})

it('is bounded, but never drops an unseen loss of control', () => {
  const events = open().open('a')
  const [liquidated, filled] = accountEvents()
  events.add(liquidated!)
  for (let count = 0; count < MOST_EVENTS + 5; count += 1)
    events.add({ ...filled!, id: `f${count}`, at: filled!.at + count })
  expect(events.list()).toHaveLength(MOST_EVENTS)
  expect(events.list().at(-1)).toEqual(liquidated)
})

it('skips rows of a newer version', () => {
  const first = open()
  first.open('a').add(accountEvents()[0]!)
  first.close()
  files.pop()
  alter(`UPDATE event SET body = replace(body, 'liquidated', 'abducted')`)
  expect(open().open('a').list()).toEqual([])
})

it('sets a damaged file aside and says so; without a usable file it works in memory', () => {
  writeFileSync(path, 'not a database at all, and long enough to be looked at as one'.repeat(40))
  const file = open()
  expect(file.notice?.code).toBe('storage.events.replaced')
  file.open('a').add(accountEvents()[0]!)
  expect(file.open('a').list()).toHaveLength(1)
  const nowhere = openEvents(join(folder, 'no', 'such', 'folder', 'events.sqlite'), new ManualClock())
  expect(nowhere.notice?.code).toBe('storage.events.unopened')
  nowhere.open('a').add(accountEvents()[0]!)
  expect(nowhere.open('a').list()).toHaveLength(1)
  nowhere.close()
})
