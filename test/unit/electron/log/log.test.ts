/** F61: the log is bounded, and a failing log affects nothing else. */
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

it('has JSON lines for this user only, with known fields and nothing else', () => {
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

it('gives the place of a fault in our own files', () => {
  let thrown: unknown
  try {
    open().write('fault', { fault: new Proxy({}, {}) })
    // `openLog` is our own code, and throws here because it gets no clock.
    openLog(null as never)
  } catch (cause) {
    thrown = cause
  }
  open().write('fault', { fault: thrown })
  expect(JSON.parse(written().at(-1) ?? '')).toMatchObject({
    fault: { name: 'TypeError', frames: [expect.stringMatching(/^log\/log\.ts:\d+:\d+$/)] },
  })
})

it('keeps five files of at most 2 MB, and returns their lines oldest first', () => {
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

it('returns no foreign line and no field that is not allowed', () => {
  open().write('started')
  const said = { at: '2026-01-01T00:00:00.000Z', event: 'fault', operation: 'c4n4ry', url: 'c4n4ry', count: 3 }
  appendFileSync(join(folder, 'plimsoll.log'), `c4n4ry\n${JSON.stringify(said)}\n{"event":"c4n4ry"}\n`)
  const lines = open().lines()
  expect(lines).toHaveLength(2)
  expect(JSON.parse(lines[1] ?? '')).toEqual({ at: said.at, level: 'error', event: 'fault', count: 3 })
})

it('writes fifty lines a second and counts the others', () => {
  const log = open()
  for (let each = 0; each < 10_000; each += 1) log.write('commandRefused')
  expect(written()).toHaveLength(50)
  now += 1_000
  log.write('left')
  expect(JSON.parse(written()[50] ?? '')).toMatchObject({ event: 'linesLost', count: 9_950 })
})

describe('a log that cannot write', () => {
  it('disturbs nothing, and reports what was lost', () => {
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

  it('survives values that throw when they are read, or that have no content', () => {
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
