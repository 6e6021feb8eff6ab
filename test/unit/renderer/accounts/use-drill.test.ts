import { describe, expect, it } from 'vitest'
import type { DrillCard, DrillCheck } from '#shared/desk/drill.ts'
import { drillMark, drillSummary } from '../../../../renderer/src/accounts/use-drill.ts'

const DAY_MS = 86_400_000

function card(verdicts: readonly DrillCheck['verdict'][], flatten: DrillCard['flatten'] = null): DrillCard {
  return { at: 0, flatten, checks: verdicts.map((verdict) => ({ name: 'key', verdict, found: [] })) }
}

describe('drillSummary', () => {
  it.each([
    [card(['passed', 'warning'], { likelyMs: 3_100, p95Ms: 6_000 }), 'flat in ~3.1 s · 1 warning'],
    [card(['passed', 'skipped'], { likelyMs: 0, p95Ms: 0 }), 'already flat · no warnings'],
    [card(['failed', 'warning', 'warning']), 'time to flat not known · 1 failed, 2 warnings'],
  ])('gives the age, the way out and the findings: %#', (made, rest) => {
    expect(drillSummary(made, 2 * DAY_MS + 3 * 3_600_000)).toBe(`Last drill 2 d 03 h ago · ${rest}`)
  })
})

describe('drillMark', () => {
  it.each([
    [null, 0, null],
    [card(['passed', 'warning', 'skipped']), 7 * DAY_MS, null],
    [card(['passed']), 7 * DAY_MS + 1, 'old'],
    [card(['passed', 'failed']), 0, 'failed'],
    [card(['failed']), 30 * DAY_MS, 'failed'],
  ])('marks only a failed drill or one that is a week old: %#', (made, ageMs, expected) => {
    expect(drillMark(made, ageMs)).toBe(expected)
  })
})
