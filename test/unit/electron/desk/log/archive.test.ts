/** A long journal goes into an archive: nothing is lost at any moment, and the chain goes on. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ArchiveStep } from '#electron/desk/log/archive.ts'
import { PLANNED, type Entry } from '#electron/desk/log/entry.ts'
import { MOST_ROWS } from '#electron/desk/log/journal-file.ts'
import { openJournal, type Journal } from '#electron/desk/log/journal.ts'
import { walkChain } from '#electron/desk/log/walk.ts'
import { owns } from '#electron/desk/state/select.ts'
import { ManualClock } from '#test/support/clock.ts'
import { journalFolder, type Folder } from '#test/support/desk-run.ts'

const ACCOUNT = 'account'
const clock = new ManualClock()
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

function open(): Journal {
  const journal = openJournal(folder.path, clock)
  if (!journal.ok) throw new Error(journal.error.message)
  opened.push(journal.value)
  return journal.value
}

const ORDER = { area: 'spot', instrument: 'BTCUSDT', orderId: '7' } as const
const action = { kind: 'cancelOrder', ...ORDER } as const
const accepted: Entry = {
  ...{ kind: 'accepted', plan: { action, legs: [{ ...ORDER, kind: 'cancel' }], estimate: null } },
  ...{ orders: [], missed: null },
}
const states = ['journalled', 'acknowledged', 'verified'] as const

/** Writes intents of four rows each. */
function write(journal: Journal, from: number, to: number): void {
  for (let id = from; id < to; id++) {
    expect(journal.append(ACCOUNT, `intent ${id}`, accepted).ok).toBe(true)
    for (const state of states) {
      const record = { ...PLANNED, state, orderId: state === 'journalled' ? null : `order ${id}` }
      expect(journal.append(ACCOUNT, `intent ${id}`, { kind: 'leg', leg: 0, record }).ok).toBe(true)
    }
  }
}

const archives = () => readdirSync(dirname(folder.path)).filter((name) => /\.archive-\d+$/.test(name))
const MANY = MOST_ROWS / 4

/** What is known, without the moments, which the clock of a later run tells anew. */
function known(journal: Journal): unknown {
  const { intents, refused } = journal.state(ACCOUNT)
  return JSON.parse(
    JSON.stringify({ intents, refused }, (name, value: unknown) => (name === 'changedMono' ? 0 : value)),
  )
}

describe('a journal of many rows', () => {
  it('is cut while it is written and when it is opened, and tells the same', () => {
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
    expect(walkChain(folder.path)).toBe(4 * (2 * MANY + 6) + 2)
    for (const name of archives()) expect(statSync(join(dirname(folder.path), name)).mode & 0o777).toBe(0o600)
  })

  it('still refuses a second answer to an intent in the archive, and knows its orders', () => {
    const journal = open()
    const denial = { code: 'READ_FAILED', message: 'no' } as const
    journal.append(ACCOUNT, 'refused', { kind: 'denied', action, denial })
    write(journal, 0, MANY + 1)
    journal.close()
    const later = open()
    expect(archives()).toHaveLength(1)
    expect(later.answer(ACCOUNT, 'intent 0')).toEqual({ kind: 'accepted', intentId: 'intent 0' })
    expect(later.answer(ACCOUNT, 'refused')).toEqual({ kind: 'denied', denial })
    expect(later.answer('another', 'intent 0')).toBeNull()
    const unique = { ok: false, error: expect.stringContaining('UNIQUE') as string }
    expect(later.append(ACCOUNT, 'intent 0', accepted)).toMatchObject(unique)
    expect(later.append(ACCOUNT, 'refused', accepted)).toMatchObject(unique)
    expect([owns(later.state(ACCOUNT), 'order 0'), owns(later.state(ACCOUNT), 'order x')]).toEqual([true, false])
  })

  it('is walked with its archives, and each break in the chain is found', () => {
    const journal = open()
    write(journal, 0, MANY + 1)
    journal.close()
    const [name] = archives()
    const archive = join(dirname(folder.path), String(name))
    expect(walkChain(folder.path)).toBe(4 * (MANY + 1) + 1)
    copyFileSync(archive, `${archive}-copy`)
    const db = new DatabaseSync(archive)
    db.exec(`DROP TRIGGER no_delete; DELETE FROM event WHERE seq = ${MOST_ROWS}`)
    db.close()
    expect(walkChain(folder.path)).toContain('does not end in row')
    copyFileSync(`${archive}-copy`, archive)
    const again = new DatabaseSync(archive)
    again.exec(`DROP TRIGGER no_update; UPDATE event SET at = at + 1 WHERE seq = 5`)
    again.close()
    expect(walkChain(folder.path)).toBe('row 5 is not the one that was written')
    rmSync(archive)
    expect(walkChain(folder.path)).toContain('is not there')
  })

  it('whose archive was left half written by an earlier try is archived all the same', () => {
    writeFileSync(`${folder.path}.archive-${MOST_ROWS}.draft`, 'half')
    const journal = open()
    write(journal, 0, MANY + 1)
    expect(archives()).toEqual([`${basename(folder.path)}.archive-${MOST_ROWS}`])
    expect(existsSync(`${folder.path}.archive-${MOST_ROWS}.draft`)).toBe(false)
  })
})

describe('a process that is killed while it archives', () => {
  it.each<ArchiveStep>(['copied', 'named', 'cut', 'shrunk'])('after it was %s loses nothing', (step) => {
    const journal = open()
    write(journal, 0, 20)
    const before = known(journal)
    journal.close()
    const from = (name: string) => JSON.stringify(`${process.cwd()}/electron/desk/log/${name}.ts`)
    const script = `
      import { openJournalFile } from ${from('journal-file')}
      import { moveToArchive } from ${from('archive')}
      const { db, replayed } = openJournalFile(${JSON.stringify(folder.path)}, { wall: () => 1, mono: () => 1 }).value
      const onStep = (step) => step === '${step}' && process.kill(process.pid, 'SIGKILL')
      moveToArchive({ db, path: ${JSON.stringify(folder.path)}, replayed, at: 1, onStep })`
    expect(spawnSync(process.execPath, ['--input-type=module', '-e', script]).signal).toBe('SIGKILL')
    const later = open()
    expect(later.notice).toBeNull()
    expect(known(later)).toEqual(before)
    write(later, 20, 21)
    later.close()
    const isCut = step === 'cut' || step === 'shrunk'
    expect(walkChain(folder.path)).toBe(84 + (isCut ? 1 : 0))
  })
})
