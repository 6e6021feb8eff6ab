/** A long journal moves into an archive. Nothing is lost at any moment, and the hash chain continues. */
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { ArchiveStep } from '#electron/desk/log/archive.ts'
import { PLANNED, type Entry } from '#electron/desk/log/entry.ts'
import { MOST_ROWS } from '#electron/desk/log/journal-file.ts'
import type { Journal } from '#electron/desk/log/journal.ts'
import { walkChain } from '#test/support/walk-chain.ts'
import { owns } from '#electron/desk/state/select.ts'
import { err } from '#shared/domain/result.ts'
import { message, verbatim } from '#shared/words/message.ts'
import { ManualClock } from '#test/support/clock.ts'
import { journalBench } from '#test/support/journal-bench.ts'

const ACCOUNT = 'account'
const clock = new ManualClock()
const bench = journalBench(() => clock)
const { open } = bench

const ORDER = { area: 'spot', instrument: 'BTCUSDT', orderId: '7' } as const
const action = { kind: 'cancelOrder', ...ORDER } as const
const accepted: Entry = {
  ...{ kind: 'accepted', plan: { action, legs: [{ ...ORDER, kind: 'cancel' }], estimate: null } },
  ...{ orders: [], missed: null },
}
const states = ['journalled', 'acknowledged', 'verified'] as const

/** Writes intents with four rows each. */
function write(journal: Journal, from: number, to: number): void {
  for (let id = from; id < to; id++) {
    expect(journal.append(ACCOUNT, `intent ${id}`, accepted).ok).toBe(true)
    for (const state of states) {
      const record = { ...PLANNED, state, orderId: state === 'journalled' ? null : `order ${id}` }
      expect(journal.append(ACCOUNT, `intent ${id}`, { kind: 'leg', leg: 0, record }).ok).toBe(true)
    }
  }
}

const archives = () => readdirSync(dirname(bench.path)).filter((name) => /\.archive-\d+-\w+$/.test(name))
const MANY = MOST_ROWS / 4

/** The known state without its times, which depend on the clock of the run. */
function known(journal: Journal): unknown {
  const { intents, refused } = journal.state(ACCOUNT)
  return JSON.parse(
    JSON.stringify({ intents, refused }, (name, value: unknown) => (name === 'changedMono' ? 0 : value)),
  )
}

describe('a journal of many rows', () => {
  it('is archived while it is written and when it is opened, and gives the same state', () => {
    const journal = open()
    write(journal, 0, MANY)
    expect(archives()).toEqual([])
    write(journal, MANY, MANY + 3)
    expect(archives()).toHaveLength(1)
    const before = known(journal)
    journal.close()
    const later = open()
    expect(later.notice).toBeNull()
    expect(known(later)).toEqual(before)
    write(later, MANY + 3, 2 * MANY + 6)
    expect(archives()).toHaveLength(2)
    later.close()
    expect(walkChain(bench.path)).toBe(4 * (2 * MANY + 6) + 2)
    for (const name of archives()) expect(statSync(join(dirname(bench.path), name)).mode & 0o777).toBe(0o600)
  })

  it('still refuses a second answer for an archived intent, and knows its orders', () => {
    const journal = open()
    const denial = { code: 'READ_FAILED', message: verbatim('no') } as const
    journal.append(ACCOUNT, 'refused', { kind: 'denied', action, denial })
    write(journal, 0, MANY + 1)
    journal.close()
    const later = open()
    expect(archives()).toHaveLength(1)
    expect(later.answer(ACCOUNT, 'intent 0')).toEqual({ kind: 'accepted', intentId: 'intent 0' })
    expect(later.answer(ACCOUNT, 'refused')).toEqual({ kind: 'denied', denial })
    expect(later.answer('another', 'intent 0')).toBeNull()
    const twice = err(message('storage.journal.twice'))
    expect(later.append(ACCOUNT, 'intent 0', accepted)).toEqual(twice)
    expect(later.append(ACCOUNT, 'refused', accepted)).toEqual(twice)
    // One intent that is still reported, and one that is not.
    for (const id of [0, MANY - 1]) {
      const again = { kind: 'leg', leg: 0, record: { ...PLANNED, state: 'journalled' } } as const
      expect(later.append(ACCOUNT, `intent ${id}`, again)).toEqual(twice)
    }
    expect([owns(later.state(ACCOUNT), 'order 0'), owns(later.state(ACCOUNT), 'order x')]).toEqual([true, false])
  })

  it('is checked together with its archives, and every break in the chain is found', () => {
    const journal = open()
    write(journal, 0, MANY + 1)
    journal.close()
    const [name] = archives()
    const archive = join(dirname(bench.path), String(name))
    expect(walkChain(bench.path)).toBe(4 * (MANY + 1) + 1)
    copyFileSync(archive, `${archive}-copy`)
    const db = new DatabaseSync(archive)
    db.exec(`DROP TRIGGER no_delete; DELETE FROM event WHERE seq = ${MOST_ROWS}`)
    db.close()
    expect(() => walkChain(bench.path)).toThrow(`does not end in row ${MOST_ROWS}`)
    copyFileSync(`${archive}-copy`, archive)
    const again = new DatabaseSync(archive)
    again.exec(`DROP TRIGGER no_update; UPDATE event SET at = at + 1 WHERE seq = 5`)
    again.close()
    expect(() => walkChain(bench.path)).toThrow('row 5 was changed')
    rmSync(archive)
    expect(() => walkChain(bench.path)).toThrow('unable to open')
  })

  it('is archived even if an earlier attempt left a half-written archive', () => {
    const journal = open()
    write(journal, 0, MANY)
    const hash = tipOf()
    const draft = `${bench.path}.archive-${MOST_ROWS}-${hash.slice(0, 8)}.draft`
    writeFileSync(draft, 'half')
    write(journal, MANY, MANY + 1)
    expect(archives()).toEqual([`${basename(bench.path)}.archive-${MOST_ROWS}-${hash.slice(0, 8)}`])
    expect(existsSync(draft)).toBe(false)
  })
})

describe('a disk that prevents archiving', () => {
  it('leaves the file unchanged until it works, and actions continue', () => {
    const journal = open()
    write(journal, 0, MANY)
    // A folder with the name of the draft can be neither written nor removed as a file.
    mkdirSync(`${bench.path}.archive-${MOST_ROWS}-${tipOf().slice(0, 8)}.draft`)
    write(journal, MANY, MANY + 1)
    expect(archives()).toEqual([])
    write(journal, MANY + 1, MANY + 2)
    expect(archives()).toHaveLength(1)
    journal.close()
    expect(walkChain(bench.path)).toBe(4 * (MANY + 2) + 1)
  })

  it('leaves a witness file that is behind, which proves nothing, even for archived rows', () => {
    const journal = open()
    write(journal, 0, 2)
    copyFileSync(`${bench.path}-head`, `${bench.path}-head-before`)
    write(journal, 2, 3)
    journal.close()
    // The power failed before the witness was on disk.
    copyFileSync(`${bench.path}-head-before`, `${bench.path}-head`)
    const db = new DatabaseSync(bench.path)
    db.exec('PRAGMA user_version = 2')
    db.close()
    const old = open()
    expect(old.notice?.code).toBe('storage.journal.headOld')
    expect(archives()).toHaveLength(1)
    old.close()
    expect(open().notice).toBeNull()
  })
})

/** The hash of the newest row. */
function tipOf(): string {
  return readFileSync(`${bench.path}-head`, 'latin1').split(' ')[1] ?? ''
}

describe('a process that is killed while it archives', () => {
  it.each<ArchiveStep>(['copied', 'named', 'cut', 'shrunk'])('after it was %s loses nothing', (step) => {
    const journal = open()
    write(journal, 0, 10)
    copyFileSync(`${bench.path}-head`, `${bench.path}-head-before`)
    write(journal, 10, 20)
    const before = known(journal)
    const tip = tipOf()
    journal.close()
    // Until then, the witness may lag behind.
    copyFileSync(`${bench.path}-head-before`, `${bench.path}-head`)
    const from = (name: string) => JSON.stringify(`${process.cwd()}/electron/desk/log/${name}.ts`)
    const script = `
      import { openJournalFile } from ${from('journal-file')}
      import { moveToArchive } from ${from('archive')}
      const { db, head, replayed } = openJournalFile(${JSON.stringify(bench.path)}, { wall: () => 1, mono: () => 1 }).value
      const onStep = (step) => step === '${step}' && process.kill(process.pid, 'SIGKILL')
      moveToArchive({ db, head, path: ${JSON.stringify(bench.path)}, replayed, at: 1, onStep })`
    expect(spawnSync(process.execPath, ['--input-type=module', '-e', script]).signal).toBe('SIGKILL')
    if (step === 'named') expect(tipOf()).toBe(tip)
    const later = open()
    expect(later.notice).toBeNull()
    expect(known(later)).toEqual(before)
    write(later, 20, 21)
    later.close()
    const isCut = step === 'cut' || step === 'shrunk'
    expect(walkChain(bench.path)).toBe(84 + (isCut ? 1 : 0))
  })
})
