/** F53, T22: a journal that was not closed properly, and one whose witness is missing or old. */
import { spawnSync } from 'node:child_process'
import fs, { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { PLANNED, type Entry } from '#electron/desk/log/entry.ts'
import { openJournal } from '#electron/desk/log/journal.ts'
import type { Action } from '#shared/desk/action.ts'
import type { LegState } from '#shared/desk/plan.ts'
import { verbatim } from '#shared/words/message.ts'
import { ManualClock } from '#test/support/clock.ts'
import { CANCEL_ALL } from '#test/support/desk-bench.ts'
import { journalBench } from '#test/support/journal-bench.ts'

const clock = new ManualClock()
const CANCEL = { kind: 'cancel', area: 'contract', instrument: 'E-BTC-USDT', orderId: '7' } as const
const ACCEPTED: Entry = {
  kind: 'accepted',
  plan: { action: CANCEL_ALL, legs: [CANCEL], estimate: null },
  orders: [],
  missed: null,
}
const DENIAL = { code: 'READ_FAILED', message: verbatim('no') } as const
const leg = (state: LegState): Entry => ({ kind: 'leg', leg: 0, record: { ...PLANNED, state } })
const bench = journalBench(() => clock)
const { open } = bench

/** Writes a journal with three rows and closes it. */
function written(): void {
  const journal = open()
  for (const entry of [ACCEPTED, leg('journalled'), leg('verified')]) {
    expect(journal.append('account', 'intent', entry).ok).toBe(true)
  }
  journal.close()
}

/** The content of the witness when row `seq` was the newest. */
function headAt(seq: number): string {
  const db = new DatabaseSync(bench.path)
  const row = db.prepare('SELECT hash FROM event WHERE seq = ?').get(seq)
  db.close()
  return `${String(seq).padStart(16, '0')} ${String(row?.hash)}`
}

/** Writes a journal with that many intents in a process that is then killed. */
function killedWith(intents: number): void {
  const script = `
    import { openJournal } from ${JSON.stringify(`${process.cwd()}/electron/desk/log/journal.ts`)}
    const clock = { wall: () => 1, mono: () => 1, after: () => () => {} }
    const journal = openJournal(${JSON.stringify(bench.path)}, clock).value
    for (let each = 0; each < ${intents}; each += 1)
      journal.append('account', 'intent ' + each, ${JSON.stringify(ACCEPTED)})
    process.kill(process.pid, 'SIGKILL')`
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', script]).signal).toBe('SIGKILL')
}

describe('damage', () => {
  it.each([
    ['missing', () => rmSync(`${bench.path}-head`), 'storage.journal.headMissing'],
    ['torn', () => writeFileSync(`${bench.path}-head`, '000000'), 'storage.journal.headMissing'],
    ['rolled back', () => writeFileSync(`${bench.path}-head`, headAt(1)), 'storage.journal.headOld'],
  ])('is not suspected because the witness file is %s, but that is reported once', (_, spoil, code) => {
    written()
    spoil()
    const journal = open()
    expect(journal.notice?.code).toBe(code)
    expect(journal.state('account').intents).toHaveLength(1)
    journal.close()
    expect(open().notice).toBeNull()
  })

  it('is not suspected when a process was killed before its witness had the newest row', () => {
    written()
    writeFileSync(`${bench.path}-head`, headAt(2))
    expect(open().notice).toBeNull()
  })

  it('leads to a copy of the unclosed file and what is beside it, from before it was opened', () => {
    killedWith(3)
    const files = ['', '-wal', '-head']
    const db = readFileSync(bench.path)
    writeFileSync(`${bench.path}-wal`, readFileSync(`${bench.path}-wal`).fill(7, 2_000, 2_600))
    writeFileSync(bench.path, db)
    const before = files.map((suffix) => readFileSync(bench.path + suffix))
    expect(open().notice?.code).toBe('storage.journal.damaged')
    const aside = readdirSync(dirname(bench.path)).find((name) => /\.damaged-\d+$/.test(name))
    const kept = files.map((suffix) => readFileSync(`${dirname(bench.path)}/${String(aside)}${suffix}`))
    expect(kept.map((bytes, index) => before[index]?.equals(bytes))).toEqual([true, true, true])
  })

  it('is looked for in a copy that is deleted once the file is found sound', () => {
    killedWith(3)
    const journal = open()
    expect(journal.notice).toBeNull()
    expect(journal.state('account').intents).toHaveLength(3)
    expect(readdirSync(dirname(bench.path)).filter((name) => name.includes('unopened'))).toEqual([])
  })
})

describe('a journal that is locked', () => {
  /** Locks the file as another program would that does not identify itself. */
  function hold(): DatabaseSync {
    const db = new DatabaseSync(bench.path)
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return db
  }

  it.each([
    ['by another program', () => undefined],
    ['after a Plimsoll that has ended', () => writeFileSync(`${bench.path}-owner`, `999999999 ${hostname()}`)],
  ])('%s still allows exits, and gets them once it is free', (_, prepare) => {
    written()
    prepare()
    const held = hold()
    const journal = open()
    expect(journal.notice?.code).toBe('storage.journal.held')
    expect(journal.append('account', 'exit', ACCEPTED).ok).toBe(true)
    expect(journal.emergency()?.code).toBe('storage.emergency.reserve')
    journal.close()
    held.close()
    const next = open()
    expect([next.emergency(), next.state('account').intents.length]).toEqual([null, 2])
  })

  it.each([
    ['a Plimsoll that runs', () => `${process.pid} ${hostname()}`],
    ['a Plimsoll of another machine', () => '999999999 elsewhere'],
  ])('by %s is left alone', (_, owner) => {
    written()
    writeFileSync(`${bench.path}-owner`, owner())
    const held = hold()
    expect(openJournal(bench.path, clock)).toMatchObject({ ok: false, error: { code: 'storage.journal.inUse' } })
    held.close()
  })
})

describe('a journal that is set aside, while the new file fails too,', () => {
  const garbage = 'not a database, and long enough to be looked at as one'.repeat(20)

  /** Puts something in the place of the file as soon as it is renamed. */
  function replaced(put: () => void): void {
    const { renameSync } = fs
    const spy = vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      renameSync(from, to)
      if (from === bench.path) put()
    })
    syncBuiltinESMExports()
    onTestFinished(() => {
      spy.mockRestore()
      syncBuiltinESMExports()
    })
  }

  it.each([
    ['its checks', () => writeFileSync(bench.path, garbage), 'storage.journal.untrusted'],
    ['to be opened', () => mkdirSync(bench.path), 'storage.journal.unopened'],
  ])('%s, still allows exits and nothing else', (_, put, code) => {
    written()
    writeFileSync(bench.path, garbage)
    replaced(put)
    const journal = open()
    expect(journal.notice?.code).toBe(code)
    expect(journal.append('account', 'exit', ACCEPTED).ok).toBe(true)
    const restore = { action: { kind: 'restore', intentId: 'x' }, legs: [], estimate: null } as const
    expect(journal.append('account', 'more', { ...ACCEPTED, plan: restore }).ok).toBe(false)
    expect(journal.emergency()).not.toBeNull()
  })
})

describe('a journal that takes no rows', () => {
  /** A journal in a folder that is missing: rows stay in memory. */
  const nowhere = () => open(`${dirname(bench.path)}/nowhere/journal.sqlite`)
  const plan = (action: Action) => ({ action, legs: [CANCEL], estimate: null })
  const RESTORE: Action = { kind: 'restore', intentId: 'x' }

  it.each<[string, Entry, boolean]>([
    ['begins a way out', ACCEPTED, true],
    ['begins nothing else', { ...ACCEPTED, plan: plan(RESTORE) }, false],
    ['notes a denial', { kind: 'denied', action: RESTORE, denial: DENIAL }, true],
    ['notes that the trader left', { kind: 'left', lines: [] }, true],
  ])('%s', (_, entry, isTaken) => {
    expect(nowhere().append('account', 'intent', entry).ok).toBe(isTaken)
  })

  it('sends the legs and further rounds of a way out, each leg once', () => {
    const journal = nowhere()
    const taken = (entry: Entry, id = 'exit') => journal.append('account', id, entry).ok
    expect([taken(ACCEPTED), taken(leg('journalled')), taken(leg('journalled'))]).toEqual([true, true, false])
    expect(taken(leg('verified'))).toBe(true)
    expect(taken({ kind: 'extended', legs: [CANCEL], orders: [] })).toBe(true)
    // Of an intent that nobody knows, nothing is sent.
    expect([taken(leg('journalled'), 'x'), taken({ kind: 'extended', legs: [CANCEL], orders: [] }, 'x')]).toEqual([
      ...[false, false],
    ])
    expect(taken({ kind: 'extended', legs: [], orders: [] }, 'x')).toBe(true)
  })

  it('keeps 500 rows of denials, and exits beyond that', () => {
    const journal = nowhere()
    const denied = (at: number) =>
      journal.append('account', `no ${at}`, { kind: 'denied', action: RESTORE, denial: DENIAL }).ok
    const kept = Array.from({ length: 502 }, (_, at) => denied(at)).filter(Boolean)
    expect([kept.length, journal.size().reserved]).toEqual([500, 500])
    expect(journal.append('account', 'exit', ACCEPTED).ok).toBe(true)
  })
})
