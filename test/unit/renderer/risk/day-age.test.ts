import { expect, it } from 'vitest'
import { BAR_MS } from '#shared/domain/bar.ts'
import { ageOfDays, oldAssetsWords, oldDayOf, oldDaysWords } from '../../../../renderer/src/risk/day-age.ts'

const DAY = BAR_MS['1day']
const NEWEST = Date.UTC(2025, 5, 27)
const after = (days: number): number => NEWEST + DAY + days * DAY
const ended = (asset: string, to: number | null) => ({ asset, to: { '1day': to, '60min': null, '1min': null } })

it('is the age of the end of the newest day', () => {
  expect(ageOfDays({ to: NEWEST }, after(0.5))).toBe(DAY / 2)
  expect(ageOfDays({ to: null }, after(0.5))).toBeNull()
  expect(ageOfDays({ to: NEWEST }, null)).toBeNull()
})

it('warns of days that ended more than three days ago, and of an unknown age', () => {
  expect(oldDaysWords({ to: NEWEST }, after(3))).toBeNull()
  expect(oldDaysWords({ to: null }, after(200))).toBeNull()
  expect(oldDaysWords({ to: NEWEST }, after(200.4))).toBe(
    'The newest day, 2025-06-27, ended 200 days ago: VaR, betas and correlations are as old as that.',
  )
  expect(oldDaysWords({ to: NEWEST }, null)).toMatch(/^The newest day is 2025-06-27; its age is not known/)
})

it('names the assets whose own days ended long ago, with the day', () => {
  const old = ended('DOT', NEWEST + DAY)
  expect(oldDayOf(old, after(2.9))).toBeNull()
  expect(oldAssetsWords([old, ended('WEN', null), ended('BTC', after(90))], after(90.5))).toBe(
    'The newest day ended more than three days ago: DOT 2025-06-27. Their betas and correlations are as old as that.',
  )
  expect(oldAssetsWords([ended('BTC', after(90))], after(90.5))).toBeNull()
  expect(
    oldAssetsWords(
      Array.from('ABCDEF', (name) => ended(name, NEWEST + DAY)),
      after(9),
    ),
  ).toContain('and 2 more')
})
