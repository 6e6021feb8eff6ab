/** F61: the log is bounded, and whatever becomes of it nothing else knows. */
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLog } from '#electron/log/log.ts'
import { NO_TINY_DISK, tinyDisk } from '#test/support/tiny-disk.ts'

let folder: string
let now: number
let echoed: string[]
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'log-')), 'logs')
  now = 0
  echoed = []
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

const open = (where: string | null = folder) =>
  openLog({ folder: where, wall: () => now, echo: (line) => echoed.push(line) })
const written = () => readFileSync(join(folder, 'plimsoll.log'), 'utf8').split('\n').slice(0, -1)

it('is lines of JSON, for this user alone, with what is known beforehand and nothing else', () => {
  const error = new TypeError('c4n4ry\n    at c4n4ry (/electron/log/line.ts:1:1)')
  open().write('commandRefused', { operation: 'submit', kind: 'network', outcome: 'unknown', status: 504, ms: 12.7 })
  open().write('fault', { fault: error })
  const at = '1970-01-01T00:00:00.000Z'
  expect(JSON.parse(written()[0] ?? '')).toEqual({
    ...{ at, level: 'warn', event: 'commandRefused', operation: 'submit' },
    ...{ kind: 'network', outcome: 'unknown', status: 504, ms: 12 },
  })
  expect(JSON.parse(written()[1] ?? '')).toMatchObject({ level: 'error', event: 'fault', fault: { name: 'TypeError' } })
  expect(written().join()).not.toContain('c4n4ry')
  expect([statSync(folder).mode & 0o777, statSync(join(folder, 'plimsoll.log')).mode & 0o777]).toEqual([0o700, 0o600])
})

it('tells of a fault in our own files where it was', () => {
  let thrown: unknown
  try {
    open().write('fault', { fault: new Proxy({}, {}) })
    // Throws in `shared`? No: in our own `openLog`, which is given no clock.
    openLog(null as never)
  } catch (cause) {
    thrown = cause
  }
  open().write('fault', { fault: thrown })
  expect(JSON.parse(written().at(-1) ?? '')).toMatchObject({
    fault: { name: 'TypeError', frames: [expect.stringMatching(/^log\/log\.ts:\d+:\d+$/)] },
  })
})

it('keeps five files of at most 2 MB, and gives their lines oldest first', () => {
  const log = open()
  log.write('started')
  const path = join(folder, 'plimsoll.log')
  for (let turn = 1; turn <= 7; turn += 1) {
    now += 1_000
    appendFileSync(path, `${'x'.repeat(2 * 1024 * 1024)}\n`)
    open().write('left', { count: turn })
  }
  expect(readdirSync(folder).sort()).toEqual(
    ['1', '2', '3', '4'].map((age) => `plimsoll.${age}.log`).concat('plimsoll.log'),
  )
  expect(statSync(path).size).toBeLessThan(200)
  expect(
    open()
      .lines()
      .map((line) => (JSON.parse(line) as { count?: number }).count),
  ).toEqual([3, 4, 5, 6, 7])
})

it('gives no line that is none of ours, nor a field that may not be there', () => {
  open().write('started')
  const said = { at: '2026-01-01T00:00:00.000Z', event: 'fault', operation: 'c4n4ry', url: 'c4n4ry', count: 3 }
  appendFileSync(join(folder, 'plimsoll.log'), `c4n4ry\n${JSON.stringify(said)}\n{"event":"c4n4ry"}\n`)
  const lines = open().lines()
  expect(lines).toHaveLength(2)
  expect(JSON.parse(lines[1] ?? '')).toEqual({ at: said.at, level: 'error', event: 'fault', count: 3 })
})

it('writes fifty lines a second, and counts the others', () => {
  const log = open()
  for (let each = 0; each < 10_000; each += 1) log.write('commandRefused')
  expect(written()).toHaveLength(50)
  now += 1_000
  log.write('left')
  expect(JSON.parse(written()[50] ?? '')).toMatchObject({ event: 'linesLost', count: 9_950 })
})

describe('a log that can not be written', () => {
  it('is in the way of nothing, and tells what was lost', () => {
    mkdirSync(join(folder, '..'), { recursive: true })
    writeFileSync(folder, 'a file where the folder should be')
    const log = open()
    log.write('commandRefused')
    expect(echoed).toHaveLength(1)
    rmSync(folder)
    log.write('left')
    expect(written().map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(['linesLost', 'left'])
  })

  it.skipIf(NO_TINY_DISK !== null)(`has a full disk (${NO_TINY_DISK ?? 'mounted'})`, () => {
    const disk = tinyDisk(1)
    disk.fill()
    const log = open(join(disk.path, 'logs'))
    log.write('fault', { fault: new Error('c4n4ry') })
    expect(echoed.join()).not.toContain('c4n4ry')
    disk.free()
    log.write('left')
    expect(log.lines()).toHaveLength(2)
  })

  it('is handed what throws when it is looked at, or nothing that is told to anybody', () => {
    const log = openLog({
      ...{ folder: null, wall: () => 0 },
      echo: () => {
        throw new Error('the pipe is closed')
      },
    })
    const nasty = {
      get fault(): never {
        throw new Error('c4n4ry')
      },
    }
    for (const fields of [nasty, new Proxy({}, { get: () => nasty.fault }), null, 'text']) {
      expect(() => log.write('fault', fields as never)).not.toThrow()
    }
    expect(open(null).lines()).toEqual([])
  })
})
