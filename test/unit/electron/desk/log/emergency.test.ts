/** F50, F51, F52, F53: what the journal file does not accept is kept in the reserve, and exits still work. */
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PLANNED, type Entry } from '#electron/desk/log/entry.ts'
import type { Journal } from '#electron/desk/log/journal.ts'
import { openJournalFile } from '#electron/desk/log/journal-file.ts'
import { pragma } from '#electron/sqlite/database.ts'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import type { LegState } from '#shared/desk/plan.ts'
import { verbatim } from '#shared/words/message.ts'
import { ManualClock } from '#test/support/clock.ts'
import { CANCEL_ALL, CLOSE, FLATTEN, STOP, cancelOf } from '#test/support/desk-bench.ts'
import { startLife } from '#test/support/desk-run.ts'
import { journalBench } from '#test/support/journal-bench.ts'
import { ModelVenue } from '#test/support/model-venue.ts'
import { NO_TINY_DISK, tinyDisk } from '#test/support/tiny-disk.ts'
import { walkChain } from '#test/support/walk-chain.ts'

const CANCEL = { kind: 'cancel', area: 'contract', instrument: 'E-BTC-USDT', orderId: '7' } as const
const CHASE: Action = { ...CLOSE, tactic: { kind: 'chase', stopPercent: '1' } }
const RESTORE: Action = { kind: 'restore', intentId: '00000000-0000-4000-8000-000000000001' }

function accepted(action: Action): Entry {
  return { kind: 'accepted', plan: { action, legs: [CANCEL], estimate: null }, orders: [], missed: null }
}
const leg = (state: LegState): Entry => ({ kind: 'leg', leg: 0, record: { ...PLANNED, state } })

let clock: ManualClock
const bench = journalBench(() => clock)
const { open } = bench

beforeEach(() => {
  clock = new ManualClock()
})
afterEach(() => vi.restoreAllMocks())

function send(journal: Journal, intent: string, action: Action = FLATTEN): void {
  for (const entry of [accepted(action), leg('journalled')])
    expect(journal.append('account', intent, entry).ok).toBe(true)
}

const statesOf = (journal: Journal) =>
  journal.state('account').intents.map(({ id, legs }) => [id, ...legs.map(({ record }) => record.state)])
/** Makes the next writes to the file fail as on a broken disk. */
function failWrites(times: number): void {
  const failure = Object.assign(new Error('disk I/O error'), { errcode: 10 })
  const run = vi.spyOn(StatementSync.prototype, 'run')
  for (let left = times; left > 0; left -= 1) {
    run.mockImplementationOnce(() => {
      throw failure
    })
  }
}

it('is flushed to disk at every commit', () => {
  const file = openJournalFile(bench.path, clock)
  if (!file.ok) throw new Error(file.error.kind)
  expect([pragma(file.value.db, 'synchronous'), pragma(file.value.db, 'journal_mode')]).toEqual([2, 'wal'])
  file.value.close()
})

describe.skipIf(NO_TINY_DISK !== null)(`a full disk (${NO_TINY_DISK ?? 'mounted'})`, () => {
  it('puts exits into the reserve and nothing else, and moves all of it into the file once there is room', async () => {
    const disk = tinyDisk(6)
    const path = join(disk.path, 'journal.sqlite')
    const journal = open(path)
    send(journal, 'before')
    disk.fill()
    for (const action of [RESTORE, STOP, CHASE, { kind: 'breakEvenAll' } as const]) {
      expect(journal.append('account', action.kind, accepted(action))).toMatchObject({
        error: { code: 'storage.emergency.onlyExits' },
      })
    }
    const half = { kind: 'reduceAll', side: null, percent: 50 } as const
    const exits = [cancelOf('7'), CANCEL_ALL, CLOSE, half, FLATTEN]
    for (const [index, action] of exits.entries()) send(journal, `exit ${index}`, action)
    expect(journal.emergency()?.code).toBe('storage.emergency.reserve')
    expect(statesOf(journal)).toHaveLength(6)
    expect(journal.answer('account', 'exit 0')).toEqual({ kind: 'accepted', intentId: 'exit 0' })
    expect(journal.append('account', 'exit 0', leg('journalled')).ok).toBe(false)
    disk.free()
    await clock.advance(5_000)
    expect(journal.emergency()).toBeNull()
    expect(journal.append('account', 'later', accepted(RESTORE)).ok).toBe(true)
    journal.close()
    expect(walkChain(path)).toBe(13)
    expect(readFileSync(`${path}-reserve`, 'latin1').slice(0, 5)).toBe('free\n')
  })

  it('plus kill -9: the next start has every row once and in order, and nothing can be sent again', () => {
    const disk = tinyDisk(6)
    const path = join(disk.path, 'journal.sqlite')
    const before = open(path)
    send(before, 'before')
    before.close()
    disk.fill()
    const script = `
      import { openJournal } from ${JSON.stringify(`${process.cwd()}/electron/desk/log/journal.ts`)}
      const clock = { wall: () => 1, mono: () => 1, after: () => () => {} }
      const journal = openJournal(${JSON.stringify(path)}, clock).value
      for (const [intent, entry] of ${JSON.stringify([
        ['exit', accepted(FLATTEN)],
        ['exit', leg('journalled')],
      ])}) journal.append('account', intent, entry)
      console.log(journal.emergency().code)
      process.kill(process.pid, 'SIGKILL')`
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect([child.stdout.trim(), child.signal]).toEqual(['storage.emergency.reserve', 'SIGKILL'])
    // Still full: the rows are known anyway, and stay in the reserve.
    const full = open(path)
    expect(statesOf(full)).toEqual([
      ['before', 'journalled'],
      ['exit', 'journalled'],
    ])
    expect(full.append('account', 'exit', leg('journalled')).ok).toBe(false)
    expect(full.append('account', 'exit', leg('verified')).ok).toBe(true)
    full.close()
    disk.free()
    for (let start = 0; start < 2; start += 1) {
      const journal = open(path)
      expect(journal.emergency()).toBeNull()
      expect(statesOf(journal)).toEqual([
        ['before', 'journalled'],
        ['exit', 'verified'],
      ])
      journal.close()
      expect(walkChain(path)).toBe(5)
    }
  })

  it('without room for a reserve keeps exits in memory, says so, and writes them when it can', async () => {
    const disk = tinyDisk(2)
    const path = join(disk.path, 'journal.sqlite')
    const journal = open(path)
    expect(existsSync(`${path}-reserve`)).toBe(false)
    disk.fill()
    send(journal, 'exit')
    expect(journal.emergency()?.code).toBe('storage.emergency.memory')
    disk.free()
    await clock.advance(5_000)
    expect(journal.emergency()).toBeNull()
    journal.close()
    expect(walkChain(path)).toBe(2)
  })

  it('that was full before the first start still allows exits', async () => {
    const disk = tinyDisk(2)
    disk.fill()
    const path = join(disk.path, 'journal.sqlite')
    const journal = open(path)
    expect(journal.notice?.code).toBe('storage.journal.unopened')
    send(journal, 'exit')
    expect(journal.emergency()?.code).toBe('storage.emergency.memory')
    disk.free()
    await clock.advance(5_000)
    expect(journal.emergency()?.code).toBe('storage.emergency.reserve')
    journal.close()
    expect(statesOf(open(path))).toEqual([['exit', 'journalled']])
  })

  it('lets a desk cancel, close and flatten, and refuses the rest, in this run and the next', async () => {
    const disk = tinyDisk(6)
    const path = join(disk.path, 'journal.sqlite')
    const venue = new ModelVenue(clock)
    const order = venue.rest()
    const life = startLife({ venue, path })
    await life.desk.recover()
    disk.fill()
    const submit = async (id: string, action: Action) => {
      const answer = life.desk.submit(id, action)
      await clock.advance(1_000)
      return answer
    }
    expect(await submit('stop', STOP)).toMatchObject({ denial: { code: 'JOURNAL_UNAVAILABLE' } })
    expect(life.desk.report()).toMatchObject({ state: 'open', emergency: { code: 'storage.emergency.reserve' } })
    expect(await submit('chase', CHASE)).toMatchObject({ denial: { code: 'JOURNAL_UNAVAILABLE' } })
    expect(await submit('cancel', cancelOf(order.orderId))).toMatchObject({ kind: 'accepted' })
    expect(await submit('flatten', FLATTEN)).toMatchObject({ kind: 'accepted' })
    await clock.advance(30_000)
    const sent = venue.arrivals.length
    expect(life.desk.report().intents.map(({ intentId, state }) => [intentId, state])).toContainEqual([
      'flatten',
      'done',
    ])
    life.kill()
    disk.free()
    const next = startLife({ venue, path })
    void next.desk.recover()
    await clock.advance(30_000)
    expect(await next.desk.submit('flatten', FLATTEN)).toMatchObject({ kind: 'accepted' })
    await clock.advance(5_000)
    expect(venue.arrivals).toHaveLength(sent)
    expect(next.desk.report()).toMatchObject({ state: 'open', emergency: null })
    next.kill()
  })

  it('a folder that became read-only keeps the known rows, and exits continue', async () => {
    const disk = tinyDisk(8)
    const path = join(disk.path, 'journal.sqlite')
    const before = open(path)
    send(before, 'before')
    before.close()
    disk.setReadOnly(true)
    const journal = open(path)
    expect(journal.notice?.code).toBe('storage.journal.unopened')
    expect(statesOf(journal)).toEqual([['before', 'journalled']])
    expect(journal.append('account', 'before', leg('journalled')).ok).toBe(false)
    expect(journal.append('account', 'before', leg('verified')).ok).toBe(true)
    send(journal, 'exit')
    expect(journal.emergency()?.code).toBe('storage.emergency.memory')
    disk.setReadOnly(false)
    await clock.advance(5_000)
    expect(journal.emergency()?.code).toBe('storage.emergency.reserve')
    journal.close()
    const next = open(path)
    expect(next.emergency()).toBeNull()
    expect(statesOf(next)).toEqual([
      ['before', 'verified'],
      ['exit', 'journalled'],
    ])
    next.close()
    expect(walkChain(path)).toBe(5)
  })
})

describe('a file that failed', () => {
  it('is reopened before it is written again, and exits continue meanwhile', async () => {
    const journal = open()
    send(journal, 'before')
    failWrites(1)
    send(journal, 'exit', CLOSE)
    expect(journal.emergency()?.code).toBe('storage.emergency.reserve')
    await clock.advance(5_000)
    expect(journal.emergency()).toBeNull()
    expect(journal.append('account', 'later', accepted(STOP)).ok).toBe(true)
    journal.close()
    expect(walkChain(bench.path)).toBe(5)
  })

  it('is not written twice when it had accepted the row after all', async () => {
    const journal = open()
    const { run } = StatementSync.prototype as { run: (this: StatementSync, ...row: unknown[]) => unknown }
    vi.spyOn(StatementSync.prototype, 'run').mockImplementationOnce(function (this: StatementSync, ...row) {
      run.apply(this, row)
      throw Object.assign(new Error('disk I/O error'), { errcode: 10 })
    })
    send(journal, 'exit')
    await clock.advance(5_000)
    expect(journal.emergency()).toBeNull()
    journal.close()
    expect(walkChain(bench.path)).toBe(2)
  })

  it('that stays broken is retried less and less often, and nothing is lost', async () => {
    const journal = open()
    send(journal, 'before')
    failWrites(1)
    send(journal, 'exit')
    writeFileSync(`${bench.path}-head`, `${'9'.padStart(16, '0')} ${'0'.repeat(64)}`)
    await clock.advance(120_000)
    expect(journal.emergency()?.code).toBe('storage.emergency.reserve')
    journal.close()
    const next = open()
    expect(next.notice?.code).toBe('storage.journal.damaged')
    expect(statesOf(next)).toEqual([['exit', 'journalled']])
    expect(next.emergency()).toBeNull()
  })
})

describe('a journal of a newer version', () => {
  function makeNewer(version: number): void {
    const db = new DatabaseSync(bench.path)
    db.exec(`PRAGMA user_version = ${version}`)
    db.close()
  }

  it('is read but not written; exits go into the reserve, and later into the journal of the newer version', () => {
    const before = open()
    send(before, 'before')
    before.close()
    makeNewer(99)
    const bytes = readFileSync(bench.path)
    const journal = open()
    expect(journal.notice).toMatchObject({ code: 'storage.journal.newer', facts: { version: 99 } })
    expect(statesOf(journal)).toEqual([['before', 'journalled']])
    expect(journal.answer('account', 'before')).toEqual({ kind: 'accepted', intentId: 'before' })
    expect(journal.append('account', 'before', leg('journalled')).ok).toBe(false)
    expect(journal.append('account', 'stop', accepted(STOP))).toMatchObject({
      error: { code: 'storage.emergency.onlyExits' },
    })
    send(journal, 'exit')
    journal.close()
    expect(readFileSync(bench.path).equals(bytes)).toBe(true)
    expect(readdirSync(dirname(bench.path)).filter((name) => /damaged|outdated/.test(name))).toEqual([])
    const again = open()
    expect(statesOf(again)).toHaveLength(2)
    again.close()
    makeNewer(4)
    const back = open()
    expect([back.notice, back.emergency()]).toEqual([null, null])
    expect(statesOf(back)).toHaveLength(2)
    back.close()
    expect(walkChain(bench.path)).toBe(4)
  })
})

describe('a reserve', () => {
  const path = () => `${bench.path}-reserve`

  /** Leaves two rows in the reserve that the journal does not have. */
  function leaveRows(): void {
    const journal = open()
    send(journal, 'before')
    failWrites(1)
    send(journal, 'exit')
    journal.close()
  }

  it('is created in advance with its full size, readable by this user only', () => {
    open()
    const { size, blocks, mode } = statSync(path())
    expect([size, blocks * 512 >= size, mode & 0o777]).toEqual([4_194_304, true, 0o600])
  })

  it('that was not cleared after its rows were written is not written again', () => {
    leaveRows()
    copyFileSync(path(), `${path()}-then`)
    open().close()
    copyFileSync(`${path()}-then`, path())
    const journal = open()
    expect(statesOf(journal)).toHaveLength(2)
    journal.close()
    expect(walkChain(bench.path)).toBe(4)
  })

  it('that is truncated is read up to there', () => {
    leaveRows()
    truncateSync(path(), readFileSync(path()).lastIndexOf('journalled"'))
    expect(statesOf(open())).toEqual([
      ['before', 'journalled'],
      ['exit', 'planned'],
    ])
  })

  it('with changed content is set aside and reported', () => {
    leaveRows()
    writeFileSync(path(), 'x'.repeat(100))
    const journal = open()
    expect(journal.notice?.code).toBe('storage.journal.reserveDamaged')
    expect(readdirSync(dirname(path())).some((name) => /-reserve\.damaged-\d+$/.test(name))).toBe(true)
    expect(statesOf(journal)).toEqual([['before', 'journalled']])
    failWrites(1)
    send(journal, 'exit')
    expect(journal.emergency()?.code).toBe('storage.emergency.reserve')
  })

  it('of a newer version is left unchanged', () => {
    const journal = open()
    const newer = `${JSON.stringify({ version: 99, seq: 0, hash: '' })}\nrows of another kind\n`
    writeFileSync(path(), newer)
    journal.close()
    const next = open()
    failWrites(1)
    send(next, 'exit')
    expect(next.emergency()?.code).toBe('storage.emergency.memory')
    next.close()
    expect(readFileSync(path(), 'utf8')).toBe(newer)
  })

  it('is merged into a new journal when the old one is lost', () => {
    leaveRows()
    for (const suffix of ['', '-head']) rmSync(bench.path + suffix)
    const journal = open()
    expect(statesOf(journal)).toEqual([['exit', 'journalled']])
    journal.close()
    expect(walkChain(bench.path)).toBe(2)
  })

  it('has room for the flatten of three hundred orders', () => {
    const journal = open()
    failWrites(1)
    const legs = Array.from({ length: 300 }, (_, index) => ({ ...CANCEL, orderId: String(index) }))
    journal.append('account', 'big', {
      ...{ kind: 'accepted', orders: [], missed: null },
      plan: { action: closeAtMarket('E-BTC-USDT:cross:long'), legs, estimate: null },
    })
    for (const index of legs.keys())
      for (const state of ['journalled', 'acknowledged', 'verified'] as const)
        expect(journal.append('account', 'big', { kind: 'leg', leg: index, record: { ...PLANNED, state } }).ok).toBe(
          true,
        )
    expect(journal.emergency()?.code).toBe('storage.emergency.reserve')
    expect(statSync(path()).size).toBe(4_194_304)
  })

  it('keeps its room for exits, however much else is refused meanwhile', () => {
    const journal = open()
    failWrites(1)
    const denial = { code: 'IN_FLIGHT', message: verbatim('x'.repeat(10_000)) } as const
    for (let index = 0; index < 1_000; index += 1)
      journal.append('account', `refused ${index}`, { kind: 'denied', action: STOP, denial })
    expect(journal.size().reserved).toBe(500)
    send(journal, 'exit')
    expect(journal.size().reserved).toBe(502)
  })
})
