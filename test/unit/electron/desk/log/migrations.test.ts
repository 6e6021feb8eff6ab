/** Files of earlier versions, and rows of later versions. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { decodeEntry, encodeEntry, PLANNED, type Entry } from '#electron/desk/log/entry.ts'
import { openJournal } from '#electron/desk/log/journal.ts'
import { chainHash } from '#electron/desk/log/replay.ts'
import { walkChain } from '#test/support/walk-chain.ts'
import { REPORTED } from '#electron/desk/state/reduce.ts'
import type { VenueClient } from '#electron/venue/port.ts'
import { encode } from '#shared/domain/decimal.ts'
import { inEnglish } from '#shared/words/say.ts'
import type { Message } from '#shared/domain/message.ts'
import { ManualClock } from '#test/support/clock.ts'
import { deskBench } from '#test/support/desk-bench.ts'
import { ModelVenue } from '#test/support/model-venue.ts'
import { allOrdersOf } from '#test/support/all-orders-of.ts'

/** The report of a file of an earlier version at its next start, in that version's words. */
interface Rebuilt {
  readonly at: { readonly wall: number; readonly mono: number }
  readonly report: Readonly<Record<string, unknown>>
}

/** Written by versions 2 and 3 with entries of every kind, and killed midway. */
const FOLDER = 'test/fixtures/journal'
const rebuiltFrom = (version: number) => {
  const text = readFileSync(`${FOLDER}/version-${version}.json`, 'utf8')
  // A sentence that version 2 reported about a chase is two sentences now.
  const words = version === 2 ? text.replace('during the chase; ', 'during the chase. ') : text
  return JSON.parse(words, (_, value: unknown) => (isLeg(value) ? { ...value, fillPrice: null } : value)) as Rebuilt
}
/** Neither version recorded the fill price of a leg. */
const isLeg = (value: unknown): value is object => value !== null && typeof value === 'object' && 'round' in value
const silent = (client: VenueClient): VenueClient => ({ ...client, call: () => new Promise(() => undefined) })

const bench = deskBench()

function put(version: number): void {
  for (const suffix of ['', '-head']) copyFileSync(`${FOLDER}/version-${version}.sqlite${suffix}`, bench.path + suffix)
}

/** `value` with each message replaced by its text. */
function said(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(said)
  if ('code' in value && 'facts' in value) return inEnglish(value as Message)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, said(each)]))
}

const archives = () => readdirSync(dirname(bench.path)).filter((name) => /\.archive-\d+-\w+$/.test(name))

/** The report of a desk on the file while the venue is silent. */
async function reported(clock: ManualClock): Promise<unknown> {
  const life = bench.begin(new ModelVenue(clock), { client: silent })
  void life.desk.recover()
  await clock.advance(0)
  const { intents, protections, unknownCount } = life.desk.report()
  life.kill()
  return said(encode({ intents, protections, unknownCount }))
}

describe.each([2, 3])('a journal of version %i', (version) => {
  const { at, report } = rebuiltFrom(version)

  it('is reported as that version reported it, also after a restart', async () => {
    put(version)
    const clock = new ManualClock(at)
    const { intents, protections, unknownCount } = report
    for (let time = 0; time < 2; time++) {
      expect(await reported(clock)).toEqual({ intents, protections, unknownCount })
    }
  })

  it('breaks no rule of this version', () => {
    put(version)
    const journal = openJournal(bench.path, new ManualClock(at))
    if (!journal.ok) throw new Error(journal.error.code)
    const { quarantined, unknownKinds, intents } = journal.value.state('account')
    expect([quarantined, unknownKinds, intents.length]).toEqual([0, 0, version === 2 ? 12 : 24])
    journal.value.close()
    const db = new DatabaseSync(bench.path)
    expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 4 })
    db.close()
  })
})

describe('a journal of version 2', () => {
  it('is kept completely in the archive', async () => {
    put(2)
    await reported(new ManualClock(rebuiltFrom(2).at))
    expect(archives()).toHaveLength(1)
    expect(() => walkChain(bench.path)).not.toThrow()
  })

  it('is continued unchanged while the disk has no room for an archive, and is archived later', () => {
    put(2)
    const tip = readFileSync(`${FOLDER}/version-2.sqlite-head`, 'latin1').split(' ')[1] ?? ''
    // A folder with the name of the draft can be neither written nor removed as a file.
    const draft = `${bench.path}.archive-95-${tip.slice(0, 8)}.draft`
    mkdirSync(draft)
    const clock = new ManualClock(rebuiltFrom(2).at)
    for (const expected of [0, 1]) {
      const journal = openJournal(bench.path, clock)
      if (!journal.ok) throw new Error(journal.error.code)
      expect([journal.value.notice, journal.value.state('account').intents.length]).toEqual([null, 12])
      journal.value.close()
      expect(archives()).toHaveLength(expected)
      if (expected === 0) rmdirSync(draft)
    }
  })
})

describe('a journal of version 3', () => {
  const rows = () => {
    const db = new DatabaseSync(bench.path)
    const all = db.prepare('SELECT * FROM event ORDER BY seq').all()
    db.close()
    return all
  }

  it('keeps its rows with their sentences, and the chain continues', async () => {
    put(3)
    const before = rows()
    await reported(new ManualClock(rebuiltFrom(3).at))
    expect(rows().slice(0, before.length)).toEqual(before)
    expect([rows().length > before.length, archives()]).toEqual([true, []])
    // Before its first row come the rows of version 2.
    const { file } = (JSON.parse(String(before[0]?.['body'])) as { archive: { file: string } }).archive
    copyFileSync(`${FOLDER}/version-2.sqlite`, join(dirname(bench.path), file))
    expect(() => walkChain(bench.path)).not.toThrow()
  })

  it('gets codes in new entries', async () => {
    put(3)
    const clock = new ManualClock(rebuiltFrom(3).at)
    const life = bench.begin(new ModelVenue(clock), { client: silent })
    const before = life.rows().length
    void life.desk.recover()
    await clock.advance(0)
    const added = life.rows().slice(before)
    const codes = added.flatMap(({ entry }) => (entry.kind === 'leg' ? [entry.record.detail.code] : []))
    expect(codes).toContain('leg.closedBefore')
    expect(codes).not.toContain('plain')
  })
})

describe('an intent of version 2 without a recorded final read', () => {
  const orders = [1, 2].map((id) => ({ area: 'spot', instrument: 'BTCUSDT', orderId: String(id) }) as const)
  const accepted: Entry = {
    kind: 'accepted',
    plan: {
      action: { kind: 'cancelMatching', filter: allOrdersOf('spot', 'BTCUSDT') },
      legs: orders.slice(0, 1).map((order) => ({ ...order, kind: 'cancel' })),
      estimate: null,
    },
    ...{ orders: [], missed: null },
  }

  it('ends once it is no longer reported and all its legs have ended, and only then', () => {
    const journal = opened()
    for (let id = 0; id < REPORTED + 6; id++) {
      journal.append('account', `${id}`, accepted)
      if (id === 3) continue
      for (const state of ['journalled', 'acknowledged', 'verified'] as const) {
        journal.append('account', `${id}`, { kind: 'leg', leg: 0, record: { ...PLANNED, state, orderId: `${id}` } })
      }
    }
    // One of them continued long after it began.
    journal.append('account', '0', { kind: 'extended', legs: [], orders: [] })
    journal.close()
    const db = new DatabaseSync(bench.path)
    db.exec('PRAGMA user_version = 2')
    db.close()
    const later = opened()
    const { intents, quarantined } = later.state('account')
    later.close()
    // An intent that ended after the newest one began is dropped when another begins.
    expect(intents.map(({ id }) => id)).toEqual(['0', '3', ...Array.from({ length: REPORTED }, (_, at) => `${at + 6}`)])
    expect(quarantined).toBe(0)
  })

  function opened() {
    const journal = openJournal(bench.path, bench.clock)
    if (!journal.ok) throw new Error(journal.error.code)
    return journal.value
  }
})

describe('an entry of a later version', () => {
  it('is read without its unknown members', () => {
    const seen = { kind: 'seen', by: 'somebody' }
    expect(decodeEntry(JSON.stringify(seen))).toEqual({ kind: 'seen' })
    const left = { kind: 'left', lines: [{ code: 'x', facts: {} }], more: { deep: true } }
    expect(encodeEntry(decodeEntry(JSON.stringify(left))!)).toBe('{"kind":"left","lines":[{"code":"x","facts":{}}]}')
  })

  it('is kept and counted when its kind is unknown, and is not damage', async () => {
    const life = await bench.open(bench.small())
    life.kill()
    const row = { seq: 1, at: 1, account: 'account', intent: 'x', leg: null, kind: 'later', body: '{"kind":"later"}' }
    const db = new DatabaseSync(bench.path)
    const insert = db.prepare('INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
    insert.run(...(Object.values(row) as string[]), chainHash('', row))
    db.close()
    const next = openJournal(bench.path, bench.clock)
    if (!next.ok) throw new Error(next.error.code)
    // The test added this row and removed the witness.
    expect(next.value.notice?.code).toBe('storage.journal.headMissing')
    next.value.close()
    const later = bench.begin(bench.small())
    expect(later.desk.report().passedOver).toEqual({ outOfPlace: 0, laterKinds: 1 })
    later.kill()
    expect(walkChain(bench.path)).toBe(1)
  })

  it.each(['{}', '{"kind":7}', '[]', 'null', '{"kind":"seen"', '{"kind":"left"}'])('is no entry: %s', (line) => {
    expect(decodeEntry(line)).toBeNull()
  })
})
