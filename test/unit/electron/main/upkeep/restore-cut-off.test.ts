/**
 * A restore that is interrupted or fails at any step. Plimsoll starts only when the profile is completely the old one
 * or completely the backup, says which, and never restores later.
 */
import fs, { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askToRestore, backUp, copyClosed, finishRestore } from '#electron/main/upkeep/backup.ts'

const ABOUT = { plimsoll: '0.1.0', at: Date.UTC(2026, 10, 23, 14, 30) }
const NAMES = ['accounts.json', 'journal.sqlite-reserve', 'notes/a.json']
/** A file that exists only in the backup, and one that exists only in the current profile. */
const [OLD, NEW] = ['notes/old.json', 'notes/new.json']
const CHANGES = ['renameSync', 'copyFileSync', 'openSync', 'rmSync', 'mkdirSync', 'writeFileSync'] as const

let top: string
let profile: string
let backup: string
beforeEach(async () => {
  // These tests do not need real disk flushes.
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

type Call = (name: (typeof CHANGES)[number], path: string) => boolean

/**
 * Makes the `nth` counted change of the disk fail, and later changes for which `fails` returns true. Returns whether
 * there were that many changes.
 */
function failing<T>(
  nth: number,
  fails: Call,
  work: () => T,
  counts: Call = () => true,
): { answer: T; failed: boolean } {
  let count = 0
  let failed = false
  const spies = CHANGES.map((name) => {
    const real = fs[name] as (...args: unknown[]) => unknown
    return vi.spyOn(fs, name).mockImplementation((...args: unknown[]) => {
      if (name === 'openSync' && args[1] === 'r') return real(...args)
      const path = String(args[0])
      const isNext = !failed && counts(name, path) && (count += 1) === nth + 1
      if (isNext || (failed && fails(name, path))) {
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

/** After the failure nothing reaches the disk, as after a kill. */
const killed: Call = () => true
const never: Call = () => false
const moved: Call = (name) => name === 'renameSync'
/** Every change after the first `more` fails. */
function after(more: number): { call: Call; wasReached: () => boolean } {
  let count = 0
  return { call: () => (count += 1) > more, wasReached: () => count > more }
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

/** Checks the answer of a start: it either refuses, or its report is true. */
function expectTrue(step: unknown, answer: ReturnType<typeof finishRestore>): void {
  if (!answer.ok) return expect([step, answer.error.code]).toEqual([step, 'storage.backup.unfinished'])
  const code = answer.value?.code
  // A start reports nothing when the previous start had finished the restore.
  const isSo = code === 'storage.backup.restored' || code === undefined ? isRestored() : isBefore()
  expect([step, code, isSo]).toEqual([step, code, true])
}

/**
 * Starts on a working disk. The profile must be completely one or the other, and later work must survive every later
 * start.
 */
function expectWholeStart(step: unknown): string | undefined {
  const answer = finishRestore(profile)
  expect([step, answer.ok]).toEqual([step, true])
  expectTrue(step, answer)
  expectLaterWorkStays()
  return answer.ok ? answer.value?.code : undefined
}

/** Checks a start on a broken disk and, if it refused, the next one on a working disk. */
function expectEnd(step: unknown, answer: ReturnType<typeof finishRestore>): void {
  expectTrue(step, answer)
  if (answer.ok) expectLaterWorkStays()
  else expectWholeStart(step)
}

function expectLaterWorkStays(): void {
  for (const name of NAMES) writeFileSync(join(profile, name), 'later')
  expect(finishRestore(profile)).toEqual({ ok: true, value: null })
  expect(NAMES.map(read)).toEqual(NAMES.map(() => 'later'))
}

/** Runs `what` for each possible number of successful changes, each time on a fresh profile. */
function atEachStep(what: (nth: number) => boolean): number {
  for (let nth = 0; ; nth += 1) {
    profile = join(top, `profile-${nth}`)
    cpSync(join(top, 'model'), profile, { recursive: true })
    askToRestore(profile, backup, ABOUT.at)
    if (!what(nth)) return nth
  }
}

const HELD_UP = { ok: false, error: { code: 'storage.backup.unfinished' } }

describe('a restore', () => {
  it('interrupted at any step continues at the next start, before anything is written', () => {
    const steps = atEachStep((nth) => {
      const { failed } = failing(nth, killed, () => finishRestore(profile))
      finishRestore(profile)
      expect([nth, isRestored()]).toEqual([nth, true])
      expectLaterWorkStays()
      return failed
    })
    expect(steps).toBeGreaterThan(20)
  })

  it('stopped by one error is undone and given up, or prevents that start', () => {
    const steps = atEachStep((nth) => {
      const { answer, failed } = failing(nth, never, () => finishRestore(profile))
      expectEnd(nth, answer)
      return failed
    })
    expect(steps).toBeGreaterThan(20)
  })

  it('killed while it is being undone is undone at the next start', () => {
    atEachStep((nth) => {
      let failed = true
      for (let more = 0; failed; more += 1) {
        rmSync(profile, { recursive: true })
        cpSync(join(top, 'model'), profile, { recursive: true })
        askToRestore(profile, backup, ABOUT.at)
        const second = after(more)
        const first = failing(nth, second.call, () => finishRestore(profile), moved)
        // The direction is on disk before anything is undone.
        const note = read('restore.json')
        if (note !== null && read(aside('restored/accounts.json')) !== null) expect(note).toContain('"step": "undo')
        expectEnd([nth, more], first.answer)
        if (!first.failed) return false
        failed = second.wasReached()
      }
      return true
    })
  })

  it('that can neither continue nor be undone prevents that start, and loses no file', () => {
    atEachStep((nth) => {
      const { answer, failed } = failing(nth, moved, () => finishRestore(profile))
      for (const name of [...NAMES, NEW])
        expect([nth, [read(name), read(aside(name))]]).toEqual([nth, expect.arrayContaining(['newest'])])
      expectEnd(nth, answer)
      return failed
    })
  })

  it.each([
    ['restored', () => undefined, 'storage.backup.restored'],
    ['refused', () => writeFileSync(join(backup, 'accounts.json'), 'other'), 'storage.backup.changed'],
  ])('that is %s but whose note cannot be removed prevents the start until it can be', (_, spoil, code) => {
    profile = join(top, 'model')
    askToRestore(profile, backup, ABOUT.at)
    spoil()
    const real = fs.rmSync
    const kept = vi.spyOn(fs, 'rmSync').mockImplementation((path, options) => {
      if (String(path).endsWith('restore.json')) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' })
      real(path, options)
    })
    syncBuiltinESMExports()
    expect(finishRestore(profile)).toMatchObject(HELD_UP)
    expect(finishRestore(profile)).toMatchObject(HELD_UP)
    kept.mockRestore()
    syncBuiltinESMExports()
    expect(expectWholeStart('mended')).toBe(code)
  })

  it('with a file that was truncated before it was moved is undone, and says so', () => {
    const outcomes = new Set<string | undefined>()
    atEachStep((nth) => {
      const { failed } = failing(nth, killed, () => finishRestore(profile))
      const staged = join(profile, 'restore-staged', 'accounts.json')
      if (existsSync(staged)) writeFileSync(staged, 'bef')
      outcomes.add(expectWholeStart(nth))
      return failed
    })
    expect(outcomes).toContain('storage.backup.torn')
  })

  it.each(['{', '5', '{"version":2,"step":"asked"}'])('whose note cannot be read is given up: %s', (text) => {
    profile = join(top, 'model')
    writeFileSync(join(profile, 'restore.json'), text)
    expect(finishRestore(profile)).toMatchObject({ ok: true, value: { code: 'storage.backup.notRestored' } })
    expect(isBefore()).toBe(true)
    expectLaterWorkStays()
  })

  it('whose note cannot be read and that may have moved files prevents every start', () => {
    profile = join(top, 'model')
    writeFileSync(join(profile, 'restore.json'), '{')
    mkdirSync(join(profile, 'restore-staged'))
    const outcome = finishRestore(profile)
    expect(outcome).toMatchObject({ ok: false, error: { code: 'storage.backup.noteDamaged' } })
    expect(finishRestore(profile)).toEqual(outcome)
  })
})
