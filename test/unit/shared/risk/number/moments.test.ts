import { expect, it } from 'vitest'
import { centralMoment, mean, total } from '#shared/risk/number/moments.ts'

it.each([
  [[1, 1e100, 1, -1e100], 2],
  [[1e100, 1, -1e100, 1], 2],
  [[-1e100, 1, 1e100, 1], 2],
  [[1e16, 1, 1, -1e16], 2],
  [[0.1, 0.2, 0.3], 0.6],
  [[], 0],
])('the sum of %j loses no digits: %d', (values, sum) => {
  expect(total(values)).toBe(sum)
})

it('computes moments about the mean, with divisor n', () => {
  const values = [1, 2, 4, 9]
  expect(mean(values)).toBe(4)
  expect(centralMoment(values, 2)).toBe((9 + 4 + 0 + 25) / 4)
  expect(centralMoment(values, 3)).toBe((-27 - 8 + 0 + 125) / 4)
  expect(centralMoment(values, 4)).toBe((81 + 16 + 0 + 625) / 4)
  expect(mean([])).toBeNaN()
})
