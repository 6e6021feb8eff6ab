/** A restore that is cut off or fails at any step: finished or given up at the next start, and never later. */
import fs, { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askToRestore, backUp, copyClosed, finishRestore } from '#electron/main/upkeep/backup.ts'

const ABOUT = { plimsoll: '0.1.0', at: Date.UTC(2026, 10, 23, 14, 30) }
const NAMES = ['accounts.json', 'journal.sqlite-reserve', 'notes/a.json']
/** Only before the backup was made, and only after. */
const [OLD, NEW] = ['notes/old.json', 'notes/new.json']
const CHANGES = ['renameSync', 'copyFileSync', 'openSync', 'rmSync', 'mkdirSync', 'writeFileSync'] as const

let top: string
let profile: string
let backup: string
beforeEach(async () => {
  // No power is cut here.
  vi.spyOn(fs, 'fsyncSync').mockImplementation(() => undefined)
  syncBuiltinESMExports()
  top = mkdtempSync(join(tmpdir(), 'restore-'))
  const model = join(top, 'model')
  mkdirSync(join(model, 'notes'), { recursive: true })
  for (const name of [...NAMES, OLD]) writeFileSync(join(model, name), 'before')
  const made = await backUp(model, top, copyClosed(model), ABOUT)
  if (!made.ok) throw new Error(made.error.code)
  rmSync(join(model, OLD))
  for (const name of [...NAMES, NEW]) writeFileSync(join(model, name), 'newest')
  backup = made.value
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  rmSync(top, { recursive: true })
})

/** The `nth` change of the disk fails, and `others` after it; returns whether there were so many. */
function failing<T>(nth: number, others: (name: string) => boolean, work: () => T): { answer: T; failed: boolean } {
  let count = 0
  let failed = false
  const spies = CHANGES.map((name) => {
    const real = fs[name] as (...args: unknown[]) => unknown
    return vi.spyOn(fs, name).mockImplementation((...args: unknown[]) => {
      if (name === 'openSync' && args[1] === 'r') return real(...args)
      count += 1
      if (count === nth + 1 || (failed && others(name))) {
        failed = true
        throw Object.assign(new Error('a broken disk'), { code: 'EIO' })
      }
      return real(...args)
    })
  })
  syncBuiltinESMExports()
  try {
    return { answer: work(), failed }
  } finally {
    for (const spy of spies) spy.mockRestore()
    syncBuiltinESMExports()
  }
}

const read = (name: string): string | null => {
  const path = join(profile, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
const aside = (name: string): string => join('before-restore-2026-11-23T14-30-00', name)
const isBefore = (): boolean =>
  NAMES.every((name) => read(name) === 'newest') && read(NEW) !== null && read(OLD) === null
const isRestored = (): boolean =>
  [...NAMES, OLD].every((name) => read(name) === 'before') &&
  [...NAMES, NEW].every((name) => read(aside(name)) === 'newest') &&
  read(NEW) === null

/** What is done after a start stays as it is at every later one. */
function expectLaterWorkStays(): void {
  for (const name of NAMES) writeFileSync(join(profile, name), 'later')
  expect(finishRestore(profile).ok).toBe(true)
  expect(NAMES.map(read)).toEqual(NAMES.map(() => 'later'))
}

/** Does `what` for each number of changes that come before the failure, each time to a profile of its own. */
function atEachStep(what: (nth: number) => boolean): number {
  for (let nth = 0; ; nth += 1) {
    profile = join(top, `profile-${nth}`)
    cpSync(join(top, 'model'), profile, { recursive: true })
    askToRestore(profile, backup, ABOUT.at)
    if (!what(nth)) return nth
  }
}

describe('a restore', () => {
  it('cut off at any step goes on at the next start, before anything is written', () => {
    const steps = atEachStep((nth) => {
      // Nothing reaches the disk any more, as after a kill.
      const { failed } = failing(
        nth,
        () => true,
        () => finishRestore(profile),
      )
      finishRestore(profile)
      expect([nth, isRestored()]).toEqual([nth, true])
      expectLaterWorkStays()
      return failed
    })
    expect(steps).toBeGreaterThan(20)
  })

  it('that one error stops is undone and given up', () => {
    const steps = atEachStep((nth) => {
      const { answer, failed } = failing(
        nth,
        () => false,
        () => finishRestore(profile),
      )
      expect([nth, answer.ok ? isRestored() : isBefore()]).toEqual([nth, true])
      expectLaterWorkStays()
      return failed
    })
    expect(steps).toBeGreaterThan(20)
  })

  it('that can neither go on nor be undone is given up, says where the files are, and loses none', () => {
    atEachStep((nth) => {
      const { answer, failed } = failing(
        nth,
        (name) => name === 'renameSync',
        () => finishRestore(profile),
      )
      for (const name of [...NAMES, NEW])
        expect([nth, [read(name), read(aside(name))]]).toEqual([nth, expect.arrayContaining(['newest'])])
      if (!answer.ok && !isBefore()) expect(answer.error.facts['aside']).toContain('before-restore')
      expectLaterWorkStays()
      return failed
    })
  })

  it.each(['{', '5', '{"version":2,"step":"asked"}'])('that can not be read is given up: %s', (text) => {
    profile = join(top, 'model')
    writeFileSync(join(profile, 'restore.json'), text)
    expect(finishRestore(profile)).toMatchObject({ ok: false, error: { code: 'storage.backup.notRestored' } })
    expect(isBefore()).toBe(true)
    expectLaterWorkStays()
  })
})
