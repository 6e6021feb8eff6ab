import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openLimitsFile } from '#electron/main/files/rate-limits-file.ts'
import { ManualClock } from '#test/support/clock.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'limits-'))
  folders.push(folder)
  const clock = new ManualClock()
  const file = join(folder, 'limits.json')
  let boot = 0
  const open = () => openLimitsFile(file, clock, () => clock.mono() - boot)
  const reboot = (): void => void (boot = clock.mono())
  return { file, clock, open, reboot }
}

const BAN = { coversMs: 5_000, weight: 700, pause: { state: 'banned', leftMs: 120_000, isAsked: true } } as const

it('gives the next process what was written last, and its age', async () => {
  const { file, clock, open } = setUp()
  expect(open().read('a:1')).toBeNull()
  open().write('a:1', BAN)
  await clock.advance(3_000)
  expect(open().read('a:1')).toMatchObject({ ...BAN, ageMs: 3_000 })
  expect(open().read('b:1')).toBeNull()
  expect(readFileSync(file, 'utf8')).not.toContain('key')
})

it.each([
  ['set forward', 3_600_000, 3_000],
  ['set back', -3_600_000, 0],
])('does not trust a wall clock that was %s', async (_, jump, ageMs) => {
  const { clock, open } = setUp()
  open().write('a:1', BAN)
  await clock.advance(3_000)
  clock.jumpWall(jump)
  expect(open().read('a:1')).toMatchObject({ ageMs })
})

it('uses the wall clock after the machine was restarted', async () => {
  const { clock, open, reboot } = setUp()
  await clock.advance(10_000)
  open().write('a:1', BAN)
  await clock.advance(60_000)
  reboot()
  expect(open().read('a:1')).toMatchObject({ ageMs: 60_000 })
})

it('forgets old hosts, and treats an invalid file as empty', async () => {
  const { file, clock, open } = setUp()
  open().write('a:1', { ...BAN, pause: null })
  await clock.advance(700_000)
  open().write('b:1', BAN)
  expect(Object.keys((JSON.parse(readFileSync(file, 'utf8')) as { hosts: object }).hosts)).toEqual(['b:1'])
  writeFileSync(file, '{"version":1,"hosts":{"b:1":{"at":"now"}}}')
  expect(open().read('b:1')).toBeNull()
})
