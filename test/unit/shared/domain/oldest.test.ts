import { expect, it } from 'vitest'
import { oldest } from '#shared/domain/oldest.ts'

it.each([
  [[300, 100, 200], 100],
  [[null, 100], 100],
  [[0, 5], 0],
  [[null], null],
  [[], null],
])('the oldest of %j is %j', (times, at) => {
  expect(oldest(times)).toBe(at)
})
