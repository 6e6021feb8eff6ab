import { expect, it } from 'vitest'
import { oldestAge } from '../../../../renderer/src/kit/oldest-age.ts'

it.each([
  [[300, 0, 20_000], 20_000],
  [[0], 0],
  [[300, null], null],
  [[null], null],
  [[], null],
])('the oldest of ages %j is %j', (ages, oldest) => {
  expect(oldestAge(ages)).toBe(oldest)
})
