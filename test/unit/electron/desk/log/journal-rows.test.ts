/** Rows that the file did not take: when it is tried again, and which of them are believed. */
import { readFileSync, writeFileSync } from 'node:fs'
import { StatementSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PLANNED, type Entry } from '#electron/desk/log/entry.ts'
import type { Journal } from '#electron/desk/log/journal.ts'
import { ManualClock } from '#test/support/clock.ts'
import { FLATTEN } from '#test/support/desk-bench.ts'
import { journalBench } from '#test/support/journal-bench.ts'
import { walkChain } from '#test/support/walk-chain.ts'

const CANCEL = { kind: 'cancel', area: 'contract', instrument: 'E-BTC-USDT', orderId: '7' } as const
const SQLITE_IOERR = 10
const SQLITE_FULL = 13

let clock: ManualClock
const bench = journalBench(() => clock)
const { open } = bench

beforeEach(() => {
  clock = new ManualClock()
})
afterEach(() => vi.restoreAllMocks())

/** An intent of one leg that is about to be sent. */
function send(journal: Journal, intent: string): void {
  const entries: readonly Entry[] = [
    { kind: 'accepted', plan: { action: FLATTEN, legs: [CANCEL], estimate: null }, orders: [], missed: null },
    { kind: 'leg', leg: 0, record: { ...PLANNED, state: 'journalled' } },
  ]
  for (const entry of entries) expect(journal.append('account', intent, entry).ok).toBe(true)
}

/** Makes every write to the file fail. Returns when each was tried, ms. */
function failWrites(errcode: number): readonly number[] {
  const tries: number[] = []
  const begun = clock.mono()
  vi.spyOn(StatementSync.prototype, 'run').mockImplementation(() => {
    tries.push(clock.mono() - begun)
    throw Object.assign(new Error('no write'), { errcode })
  })
  return tries
}

const idsOf = (journal: Journal) => journal.state('account').intents.map(({ id }) => id)

it('a file that stays full is tried less and less often, at least every minute, until it takes the rows', async () => {
  const journal = open()
  const tries = failWrites(SQLITE_FULL)
  send(journal, 'exit')
  await clock.advance(200_000)
  expect(tries).toEqual([0, 5_000, 15_000, 35_000, 75_000, 135_000, 195_000])
  vi.restoreAllMocks()
  await clock.advance(54_999)
  expect(journal.emergency()?.code).toBe('storage.emergency.reserve')
  await clock.advance(1)
  expect(journal.emergency()).toBeNull()
  journal.close()
  expect(walkChain(bench.path)).toBe(2)
})

it('a reserve is read up to a row whose content was changed, though it is in its place', () => {
  const journal = open()
  send(journal, 'before')
  failWrites(SQLITE_IOERR)
  send(journal, 'exit')
  journal.close()
  vi.restoreAllMocks()
  const path = `${bench.path}-reserve`
  const text = readFileSync(path, 'latin1')
  expect(text).toContain(CANCEL.instrument)
  writeFileSync(path, text.replace(CANCEL.instrument, 'E-ETH-USDT'), 'latin1')
  expect(idsOf(open())).toEqual(['before'])
})
