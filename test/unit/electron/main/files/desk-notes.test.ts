import { message, verbatim } from '#shared/words/message.ts'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDeskNotes } from '#electron/main/files/desk-notes.ts'
import type { DrillCard } from '#shared/desk/drill.ts'
import { TRADING_MODES } from '#shared/desk/guard.ts'
import { orderLimits, USUAL_LIMITS } from '#shared/desk/order-limits.ts'

const CARD: DrillCard = {
  at: 1_800_000_000_000,
  flatten: { likelyMs: 3_100, p95Ms: 6_000.5 },
  checks: [{ name: 'key', verdict: 'passed', found: [message('drill.keyTaken', { took: { ms: 2.5 } })] }],
}

const TIGHT = orderLimits.parse({ value: '250', percent: '1', perMinute: 3 })

let folder: string
beforeEach(() => (folder = join(mkdtempSync(join(tmpdir(), 'notes-')), 'notes')))
afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

const fileOf = (id: string): string => join(folder, `${id}.json`)
const open = (id = 'a') => openDeskNotes(folder).open(id)

function put(text: string): void {
  mkdirSync(folder)
  writeFileSync(fileOf('a'), text)
}

describe('the notes of an account', () => {
  it('are active and without a drill in a fresh install, and create no file', () => {
    const notes = open()
    expect([notes.mode(), notes.modeNote(), notes.drill()]).toEqual(['active', null, null])
    expect(existsSync(folder)).toBe(false)
  })

  it.each(TRADING_MODES)('keep the mode %s and the newest drill over restarts, for this user only', (mode) => {
    const notes = open()
    notes.setMode(mode)
    notes.setDrill(CARD)
    expect([open().mode(), open().modeNote(), open().drill()]).toEqual([mode, null, CARD])
    expect(statSync(fileOf('a')).mode & 0o777).toBe(0o600)
  })

  it('keep the limits over restarts, and those of an earlier version are the usual ones', () => {
    open().setLimits(TIGHT)
    expect([open().limits(), open().mode(), open().modeNote()]).toEqual([TIGHT, 'active', null])
    writeFileSync(fileOf('a'), '{"version":1,"mode":"reducing","drill":null}')
    expect([open().limits(), open().mode()]).toEqual([USUAL_LIMITS, 'reducing'])
  })

  it('keep what a flatten does with Spot over restarts, and those of an earlier version keep Spot', () => {
    expect(open().spotPolicy()).toBe('keep')
    open().setSpotPolicy('sell')
    expect([open().spotPolicy(), open().mode(), open().modeNote()]).toEqual(['sell', 'active', null])
    writeFileSync(fileOf('a'), '{"version":1,"mode":"reducing","drill":null}')
    expect([open().spotPolicy(), open().mode()]).toEqual(['keep', 'reducing'])
  })

  it('of one account do not affect another, and are deleted with it', () => {
    open('a').setMode('halted')
    open('b').setMode('reducing')
    const store = openDeskNotes(folder)
    expect(store.forget('a')).toEqual({ ok: true, value: null })
    expect([store.open('a').mode(), store.open('b').mode()]).toEqual(['active', 'reducing'])
    expect(store.forget('a')).toEqual({ ok: true, value: null })
  })

  it('keep a drill from a version that stored sentences', () => {
    const older = { ...CARD, checks: [{ name: 'key', verdict: 'passed', words: 'Signed.' }] }
    put(JSON.stringify({ version: 1, mode: 'active', drill: older }))
    expect(open().drill()?.checks).toEqual([{ name: 'key', verdict: 'passed', found: [verbatim('Signed.')] }])
  })

  it('keep the mode when only the drill cannot be read', () => {
    put(JSON.stringify({ version: 1, mode: 'reducing', drill: { at: 'once' } }))
    expect([open().mode(), open().modeNote(), open().drill()]).toEqual(['reducing', null, null])
  })
})

describe('notes that cannot be read', () => {
  it.each([
    ['an empty file', ''],
    ['a file cut short', '{"version":1,"mode":"act'],
    ['another version', '{"version":0,"mode":"active","drill":null}'],
    ['an unknown mode', '{"version":1,"mode":"bold","drill":null}'],
    ['no mode', '{"version":1,"drill":null}'],
    ['limits that are none', '{"version":1,"mode":"active","limits":{"value":"-1"},"drill":null}'],
    ['an extra field', '{"version":1,"mode":"active","drill":null,"apiSecret":"x"}'],
  ])('halt what adds risk and say why, in every run until a mode is chosen: %s', (_, text) => {
    put(text)
    for (const notes of [open(), open()]) {
      expect(notes.mode()).toBe('halted')
      const why = message('storage.notes.damaged', { file: fileOf('a') })
      expect(notes.modeNote()).toEqual(message('intent.modeUnread', { why }))
      // Neither a drill nor limits choose a mode.
      notes.setDrill(CARD)
      notes.setLimits(TIGHT)
      expect([notes.drill(), notes.limits()]).toEqual([CARD, TIGHT])
      expect(readFileSync(fileOf('a'), 'utf8')).toBe(text)
    }
    const notes = open()
    notes.setMode('active')
    expect([notes.mode(), notes.modeNote()]).toEqual(['active', null])
    expect([open().mode(), open().modeNote()]).toEqual(['active', null])
  })

  it('because of missing permission are reported as such', () => {
    mkdirSync(fileOf('a'), { recursive: true })
    const why = message('storage.notes.unread', { file: fileOf('a'), cause: 'EISDIR' })
    expect([open().mode(), open().modeNote()]).toEqual(['halted', message('intent.modeUnread', { why })])
  })
})

describe('notes that cannot be written', () => {
  it('hold for this run, and say that they are not saved', () => {
    writeFileSync(folder, 'no folder')
    const notes = openDeskNotes(join(folder, 'below')).open('a')
    // The existing file cannot even be read.
    expect(notes.mode()).toBe('halted')
    notes.setMode('reducing')
    expect(notes.mode()).toBe('reducing')
    expect(notes.modeNote()?.code).toBe('intent.modeUnkept.reducing')
  })

  it('say what is not saved: the newest drill, the limits or the mode', () => {
    const notes = open()
    notes.setMode('reducing')
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'no folder')
    const gone = expect.objectContaining({ code: 'intent.drillUnkept' })
    notes.setDrill(CARD)
    expect([notes.modeNote(), notes.drill()]).toEqual([gone, CARD])
    notes.setLimits(TIGHT)
    expect(notes.modeNote()?.code).toBe('intent.limitsUnkept')
    notes.setLimits(USUAL_LIMITS)
    expect(notes.modeNote()).toEqual(gone)
    notes.setSpotPolicy('sell')
    expect([notes.modeNote()?.code, notes.spotPolicy()]).toEqual(['intent.policyUnkept', 'sell'])
    notes.setSpotPolicy('keep')
    expect(notes.modeNote()).toEqual(gone)
    notes.setMode('halted')
    expect(notes.modeNote()?.code).toBe('intent.modeUnkept.halted')
    notes.setMode('reducing')
    expect(notes.modeNote()).toEqual(gone)
  })

  it('say nothing when all that matters was saved before', () => {
    const notes = open()
    notes.setMode('reducing')
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'no folder')
    notes.setMode('reducing')
    expect(notes.modeNote()).toBeNull()
  })
})
