import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openScenarios } from '#electron/main/files/scenarios.ts'
import type { NewScenario } from '#shared/ipc/contract.ts'
import { message } from '#shared/words/message.ts'

let folder: string
let file: string
let now: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scenarios-'))
  file = join(folder, 'scenarios.json')
  now = 1_800_000_000_000
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = () => openScenarios(file, { wall: () => now })
const idOf = (n: number): string => `00000000-0000-4000-8000-${n.toString().padStart(12, '0')}`
const scenario = (n: number, name = `Scenario ${n}`, others = -0.25): NewScenario => ({
  id: idOf(n),
  name,
  moves: { named: { BTC: -0.1 }, others },
})

describe('the trader’s own scenarios', () => {
  it('are empty in a fresh install, and create no file', () => {
    expect(open().list()).toEqual({ ok: true, value: [] })
    expect(open().forget(idOf(1))).toEqual({ ok: true, value: [] })
    expect(existsSync(file)).toBe(false)
  })

  it('are kept over restarts, oldest first, with their time of saving, for this user only', () => {
    open().save(scenario(1))
    now += 5
    const answer = open().save(scenario(2))
    const kept = [
      { ...scenario(1), savedAt: now - 5 },
      { ...scenario(2), savedAt: now },
    ]
    expect([answer, open().list()]).toEqual([
      { ok: true, value: kept },
      { ok: true, value: kept },
    ])
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('are replaced and removed by their id', () => {
    open().save(scenario(1))
    open().save(scenario(1, 'Scenario 1', 0.5))
    expect(open().list()).toMatchObject({ value: [{ moves: { others: 0.5 } }] })
    expect(open().forget(idOf(1))).toEqual({ ok: true, value: [] })
    expect(open().list()).toEqual({ ok: true, value: [] })
  })

  it('have unique names, and a hundred at most', () => {
    expect(open().save(scenario(1, 'Crash')).ok).toBe(true)
    const twin = open().save(scenario(2, ' crash '))
    expect(twin).toMatchObject({ ok: false, error: { kind: 'invalidParameter' } })
    const hundred = Array.from({ length: 100 }, (_, index) => ({ ...scenario(index + 1), savedAt: now }))
    writeFileSync(file, JSON.stringify({ version: 1, scenarios: hundred }))
    expect(open().save(scenario(101))).toMatchObject({
      ok: false,
      error: { message: message('storage.scenarios.most', { most: 100 }) },
    })
    // A saved scenario can still be changed.
    expect(open().save(scenario(1, 'Crash of 2030')).ok).toBe(true)
    expect(open().list()).toMatchObject({ value: { length: 100 } })
  })
})

describe('scenarios that cannot be read', () => {
  it.each([
    ['an empty file', ''],
    ['a file cut short', '{"version":1,"scen'],
    ['another version', '{"version":0,"scenarios":[]}'],
    ['an extra field', '{"version":1,"scenarios":[],"extra":1}'],
    ['a fall of more than 100 %', JSON.stringify({ version: 1, scenarios: [{ ...scenario(1, 'x', -2), savedAt: 1 }] })],
    ['an id twice', JSON.stringify({ version: 1, scenarios: [1, 1].map((n) => ({ ...scenario(n), savedAt: 1 })) })],
  ])('are set aside and reported in every run, until one is saved again: %s', (_, text) => {
    writeFileSync(file, text)
    const lost = {
      ok: false,
      error: { kind: 'storage', message: message('storage.scenarios.damaged', { aside: `${file}.corrupt-1` }) },
    }
    for (const run of [open(), open()]) expect(run.list()).toMatchObject(lost)
    expect(readFileSync(`${file}.corrupt-1`, 'utf8')).toBe(text)
    expect(open().save(scenario(3)).ok).toBe(true)
    expect(open().list()).toMatchObject({ ok: true, value: [{ id: idOf(3) }] })
    expect(readFileSync(`${file}.corrupt-1`, 'utf8')).toBe(text)
  })

  it('never overwrite those set aside before', () => {
    for (const text of ['one', 'two']) {
      writeFileSync(file, text)
      expect(open().save(scenario(1)).ok).toBe(false)
    }
    expect(readdirSync(folder).sort()).toEqual(['scenarios.json.corrupt-1', 'scenarios.json.corrupt-2'])
  })

  it('because of missing permission are reported as such', () => {
    mkdirSync(file)
    expect(open().list()).toMatchObject({
      ok: false,
      error: { message: message('storage.scenarios.unread', { file, cause: 'EISDIR' }) },
    })
    expect(open().save(scenario(1)).ok).toBe(false)
  })
})

describe('scenarios that cannot be written', () => {
  it('are not reported as saved', () => {
    const below = openScenarios(join(folder, 'file', 'scenarios.json'), { wall: () => now })
    expect(below.save(scenario(1)).ok).toBe(true)
    rmSync(join(folder, 'file'), { recursive: true })
    writeFileSync(join(folder, 'file'), 'no folder')
    expect(below.save(scenario(1))).toMatchObject({ ok: false, error: { kind: 'storage' } })
  })
})
