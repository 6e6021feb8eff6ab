/** Timestamps, grouping by day, printing and parsing do not depend on the zone or the language of the system. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { CHOSEN, MOMENTS } from '#test/support/zones.ts'

const run = promisify(execFile)

interface ZoneTexts {
  readonly timeZone: string
  readonly locale: string
  readonly same: Record<string, unknown>
  readonly local: readonly string[]
}

async function inZone(zone: string, language: string): Promise<ZoneTexts> {
  const env = { ...process.env, TZ: zone, LC_ALL: language, LANG: language }
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, '../support/in-a-zone.ts')], { env })
  return JSON.parse(stdout) as ZoneTexts
}

const inUtc = inZone('UTC', 'en_US.UTF-8')

/** "2026-11-20 14:03:11" by the system’s own time zone data. */
function clockIn(timeZone: string, at: number): string {
  const style = { dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23', timeZone } as const
  return new Intl.DateTimeFormat('sv-SE', style).format(at)
}

describe.each([
  ['UTC', 'en_US.UTF-8', 'en-US'],
  ['Australia/Lord_Howe', 'de_DE.UTF-8', 'de-DE'],
  ['Asia/Kathmandu', 'ar_EG.UTF-8', 'ar-EG'],
  ['Africa/Casablanca', 'fa_IR.UTF-8', 'fa-IR'],
  ['America/St_Johns', 'hi_IN.UTF-8', 'hi-IN'],
])('in %s, with a system in %s', (zone, language, locale) => {
  it('every timestamp, day, age, header date, amount and sentence is the same as in UTC', async () => {
    const texts = await inZone(zone, language)
    expect(texts.locale).toBe(locale)
    expect(texts.same).toEqual((await inUtc).same)
    expect(texts.local).toEqual(MOMENTS.map((at) => clockIn(zone, at)))
  })
})

it('the common result is right: days are in UTC, a date without a zone is invalid, a comma is not a decimal point', async () => {
  const { same } = await inUtc
  expect(same['statement']).toEqual([true, false])
  expect(same['retry']).toEqual([1_800_000, 1_800_000, 1_800_000, 0])
  expect(same['typed']).toEqual(['1234.5', ...Array.from({ length: 7 }, () => null)])
  expect(same['utc']).toContainEqual(['23:59:59 UTC', '2028-02-29'])
  expect(same['chosen']).toEqual(CHOSEN.map((zone) => MOMENTS.map((at) => clockIn(zone, at))))
  expect((same['cleaned'] as unknown[]).every((line) => line !== null)).toBe(true)
})
