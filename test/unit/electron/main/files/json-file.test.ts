import { execFileSync } from 'node:child_process'
import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { openDeskNotes } from '#electron/main/files/desk-notes.ts'
import { readJsonFile, setAside, writeJsonFile } from '#electron/main/files/json-file.ts'
import { openSettingsFile } from '#electron/main/files/settings-file.ts'
import { openLimitsFile } from '#electron/main/files/rate-limits-file.ts'
import { openScenarios } from '#electron/main/files/scenarios.ts'
import { ManualClock } from '#test/support/clock.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'newer-'))
  file = join(folder, 'some.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

const clock = new ManualClock()
const MOVES = { named: { BTC: -0.1 }, others: 0 }

/** Puts a file of a newer version in place, and returns a check that it is unchanged. */
function newer(content: object): () => void {
  const text = JSON.stringify({ version: 2, ...content })
  writeFileSync(file, text)
  return () => {
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(readdirSync(folder)).toEqual(['some.json'])
  }
}

describe('a file of a newer version', () => {
  it('is neither overwritten nor moved, whoever asks', () => {
    const isUntouched = newer({})
    expect(writeJsonFile(file, { version: 1 })).toEqual({ ok: false, error: 'NEWER_VERSION' })
    expect(setAside(file)).toEqual({ ok: false, error: 'NEWER_VERSION' })
    isUntouched()
  })

  it('with scenarios is shown as far as it can be read', () => {
    const id = '00000000-0000-4000-8000-000000000001'
    const isUntouched = newer({
      scenarios: [{ id, name: 'Mine', savedAt: 1, moves: MOVES }, {}],
    })
    const scenarios = openScenarios(file, clock)
    const listed = scenarios.list()
    expect(listed).toMatchObject({ ok: true, value: [{ id, moves: MOVES }] })
    const refused = { ok: false, error: { message: { code: 'storage.scenarios.newer' } } }
    expect(scenarios.save({ id, name: 'Other', moves: MOVES })).toMatchObject(refused)
    isUntouched()
  })

  it('with settings gives what it can, and saves no change', () => {
    const isUntouched = newer({ language: 'zh', privacy: 'percentages', blanksBehind: 'often', theme: 'amber' })
    const settings = openSettingsFile(file, 'en-GB')
    expect(settings.view()).toMatchObject({ language: 'zh', privacy: 'percentages', blanksBehind: false, notice: null })
    expect(settings.change({ language: 'en' })).toMatchObject({
      ...{ language: 'en', notice: { code: 'storage.settings.newer' } },
    })
    isUntouched()
  })

  it('with limits still enforces a ban', () => {
    const ban = {
      at: clock.wall(),
      since: 0,
      coversMs: 1,
      weight: 1,
      pause: { state: 'banned', leftMs: 9e5, isAsked: true },
    }
    const isUntouched = newer({ hosts: { 'a:1': ban } })
    const limits = openLimitsFile(file, clock, () => clock.mono())
    expect(limits.read('a:1')).toMatchObject({ pause: { state: 'banned' } })
    limits.write('b:1', { coversMs: 1, weight: 1, pause: null })
    isUntouched()
  })

  it('with notes halts what adds risk, and says why', () => {
    const isUntouched = newer({ mode: 'active', drill: null })
    const notes = openDeskNotes(folder).open('some')
    expect([notes.mode(), notes.modeNote()?.code]).toEqual(['halted', 'intent.modeUnread'])
    notes.setMode('active')
    expect([notes.mode(), notes.modeNote()?.code]).toEqual(['active', 'intent.modeUnkept.active'])
    isUntouched()
  })
})

it.runIf(process.platform !== 'win32')('a draft is not written through a link that another program put there', () => {
  const other = join(folder, 'other.txt')
  writeFileSync(other, 'of another program')
  writeJsonFile(file, { version: 1 })
  // Just before the draft is opened, after an older one was cleared away.
  const open = fs.openSync
  const spy = vi.spyOn(fs, 'openSync').mockImplementation((path, ...rest) => {
    if (String(path).endsWith('.draft')) symlinkSync(other, path)
    return open(path, ...rest)
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
  expect(writeJsonFile(file, { version: 1, changed: true })).toEqual({ ok: false, error: 'EEXIST' })
  expect(readFileSync(other, 'utf8')).toBe('of another program')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version: 1 })
})

it.runIf(process.platform !== 'win32')('a pipe or a device in place of a file is not waited for', () => {
  execFileSync('mkfifo', [file])
  expect(readJsonFile(file, z.unknown())).toEqual({ ok: false, error: 'NOT_A_FILE' })
  rmSync(file)
  symlinkSync('/dev/zero', file)
  expect(readJsonFile(file, z.unknown())).toEqual({ ok: false, error: 'NOT_A_FILE' })
})
