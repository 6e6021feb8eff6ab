/** Files of earlier versions, and rows of later ones. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { PLANNED, type Entry } from '#electron/desk/log/entry.ts'
import { decodeEntry, encodeEntry } from '#electron/desk/log/entry-text.ts'
import { openJournal } from '#electron/desk/log/journal.ts'
import { chain } from '#electron/desk/log/replay.ts'
import { walkChain } from '#electron/desk/log/walk.ts'
import { REPORTED } from '#electron/desk/state/reduce.ts'
import type { VenueClient } from '#electron/venue/port.ts'
import { ordersOf } from '#shared/desk/action.ts'
import { encode } from '#shared/domain/decimal.ts'
import { ManualClock } from '#test/support/clock.ts'
import { deskBench } from '#test/support/desk-bench.ts'
import { ModelVenue } from '#test/support/model-venue.ts'

/** Written by version 2, with entries of every kind, and killed midway; and what version 2 told of it at its next start. */
const FIXTURE = 'test/fixtures/journal/version-2'
const told = JSON.parse(readFileSync(`${FIXTURE}.json`, 'utf8')) as {
  readonly at: { readonly wall: number; readonly mono: number }
  readonly report: Readonly<Record<string, unknown>>
}
const silent = (client: VenueClient): VenueClient => ({ ...client, call: () => new Promise(() => undefined) })

const bench = deskBench()

describe('a journal of version 2', () => {
  function put(): void {
    for (const suffix of ['', '-head']) copyFileSync(`${FIXTURE}.sqlite${suffix}`, bench.path + suffix)
  }

  it('is told as version 2 told it, and is kept whole in the archive', async () => {
    put()
    const clock = new ManualClock(told.at)
    const life = bench.begin(new ModelVenue(clock), { client: silent })
    void life.desk.recover()
    await clock.advance(0)
    const { intents, protections, unknownCount } = life.desk.report()
    expect(encode({ intents, protections, unknownCount })).toEqual({
      intents: told.report.intents,
      protections: told.report.protections,
      unknownCount: told.report.unknownCount,
    })
    life.kill()
    const archive = readdirSync(dirname(bench.path)).find((name) => /\.archive-\d+-\w+$/.test(name))
    expect(archive).toBeDefined()
    expect(walkChain(bench.path)).toBeGreaterThan(95)
    const again = bench.begin(new ModelVenue(clock), { client: silent })
    void again.desk.recover()
    await clock.advance(0)
    expect(encode(again.desk.report().intents)).toEqual(told.report.intents)
  })

  it('is gone on with as it is where the disk has no room for an archive, and goes into one later', () => {
    put()
    const tip = readFileSync(`${FIXTURE}.sqlite-head`, 'latin1').split(' ')[1] ?? ''
    // A folder in the place of the draft can neither be written nor removed as a file.
    const draft = `${bench.path}.archive-95-${tip.slice(0, 8)}.draft`
    mkdirSync(draft)
    const clock = new ManualClock(told.at)
    for (const archives of [0, 1]) {
      const journal = openJournal(bench.path, clock)
      if (!journal.ok) throw new Error(journal.error.message)
      expect([journal.value.notice, journal.value.state('account').intents.length]).toEqual([null, 12])
      journal.value.close()
      const names = readdirSync(dirname(bench.path)).filter((name) => /\.archive-\d+-\w+$/.test(name))
      expect(names).toHaveLength(archives)
      if (archives === 0) rmdirSync(draft)
    }
  })

  it('breaks no rule of this version', () => {
    put()
    const journal = openJournal(bench.path, new ManualClock(told.at))
    if (!journal.ok) throw new Error(journal.error.message)
    const { quarantined, unknownKinds, intents } = journal.value.state('account')
    expect([quarantined, unknownKinds, intents.length]).toEqual([0, 0, 12])
    journal.value.close()
    const db = new DatabaseSync(bench.path)
    expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 3 })
    db.close()
  })
})

describe('an intent of version 2 whose last look is not written down', () => {
  const orders = [1, 2].map((id) => ({ area: 'spot', instrument: 'BTCUSDT', orderId: String(id) }) as const)
  const accepted: Entry = {
    kind: 'accepted',
    plan: {
      action: { kind: 'cancelMatching', filter: ordersOf('spot', 'BTCUSDT') },
      legs: orders.slice(0, 1).map((order) => ({ ...order, kind: 'cancel' })),
      estimate: null,
    },
    ...{ orders: [], missed: null },
  }

  it('is at its end once it is no longer told and all its legs are, and only then', () => {
    const journal = opened()
    for (let id = 0; id < REPORTED + 6; id++) {
      journal.append('account', `${id}`, accepted)
      if (id === 3) continue
      for (const state of ['journalled', 'acknowledged', 'verified'] as const) {
        journal.append('account', `${id}`, { kind: 'leg', leg: 0, record: { ...PLANNED, state, orderId: `${id}` } })
      }
    }
    // One went on long after it was begun.
    journal.append('account', '0', { kind: 'extended', legs: [], orders: [] })
    journal.close()
    const db = new DatabaseSync(bench.path)
    db.exec('PRAGMA user_version = 2')
    db.close()
    const later = opened()
    const { intents, quarantined } = later.state('account')
    later.close()
    // What ended after the newest was accepted is let go when another is.
    expect(intents.map(({ id }) => id)).toEqual(['0', '3', ...Array.from({ length: REPORTED }, (_, at) => `${at + 6}`)])
    expect(quarantined).toBe(0)
  })

  function opened() {
    const journal = openJournal(bench.path, bench.clock)
    if (!journal.ok) throw new Error(journal.error.message)
    return journal.value
  }
})

describe('what a later version writes', () => {
  it('is read without the members that are not known here', () => {
    const seen = { kind: 'seen', by: 'somebody' }
    expect(decodeEntry(JSON.stringify(seen))).toEqual({ kind: 'seen' })
    const left = { kind: 'left', lines: ['one'], more: { deep: true } }
    expect(encodeEntry(decodeEntry(JSON.stringify(left))!)).toBe('{"kind":"left","lines":["one"]}')
  })

  it('is kept and counted where its kind is not known, and is no damage', async () => {
    const life = await bench.open(bench.small())
    life.kill()
    const row = { seq: 1, at: 1, account: 'account', intent: 'x', leg: null, kind: 'later', body: '{"kind":"later"}' }
    const db = new DatabaseSync(bench.path)
    const insert = db.prepare('INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
    insert.run(...(Object.values(row) as string[]), chain('', row))
    db.close()
    const next = openJournal(bench.path, bench.clock)
    if (!next.ok) throw new Error(next.error.message)
    expect(next.value.notice).toBeNull()
    expect(next.value.state('account').unknownKinds).toBe(1)
    next.value.close()
    expect(walkChain(bench.path)).toBe(1)
  })

  it.each(['{}', '{"kind":7}', '[]', 'null', '{"kind":"seen"', '{"kind":"left"}'])('is no entry: %s', (line) => {
    expect(decodeEntry(line)).toBeNull()
  })
})
