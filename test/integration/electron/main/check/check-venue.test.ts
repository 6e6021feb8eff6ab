import { message } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PRESETS } from '#electron/venue/venue.ts'

const CHECK = join(resolve(import.meta.dirname, '../../../../..'), 'electron/main/check/check.ts')

/** Runs the check to its end without standard input. No venue is contacted. */
function run(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CHECK, ...args], { input: '', encoding: 'utf8' })
  expect([status, stdout]).toEqual([2, ''])
  return stderr.split('\n')
}

describe('npm run check --venue', () => {
  it("accepts a venue's name in any case, and says what is known of it before any request", () => {
    const { evidence, quirks } = PRESETS.find(({ id }) => id === 'koinbay')!
    expect(run('--venue', 'KOINBAY')).toEqual([
      `check: KoinBay: Spot and Contract. Not verified by us; ${inEnglish(message(`preset.kind.${evidence.kind}`))}, ${evidence.date}.`,
      ...quirks.map((quirk) => `check:   ${inEnglish(quirk)}`),
      expect.stringContaining('nothing came on standard input'),
      '',
    ])
  })

  it('suggests similar names for an unknown venue, without repeating what may be a key', () => {
    expect(run('--venue', 'c4n4ry-koinbay')).toEqual([
      'check: Plimsoll knows no venue of that name, but KoinBay; docs/venue.md says how to describe others',
      '',
    ])
  })

  it('does not repeat a profile argument that may be a key', () => {
    expect(run('--profile', 'c4n4ry0f9f3a')).toEqual(['check: there is no file of that name', ''])
  })

  it('rejects two different venues', () => {
    expect(run('--venue', 'KoinBay', '--profile', 'c4n4ry.json')).toEqual([
      'check: give the venue by its name or by its profile, not by both',
      '',
    ])
  })
})
