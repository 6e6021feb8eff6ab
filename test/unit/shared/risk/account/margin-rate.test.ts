import { expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import { marginRate, shockedMarginRate } from '#shared/risk/account/margin-rate.ts'

it.each([
  ['the equity of a unit divided by the value of its positions', 150, 1_000, 0.15],
  ['the same for a small unit', 0.1, 0.5, 0.2],
  ['below zero where the equity is negative', -50, 1_000, -0.05],
  ['none without positions', 150, 0, null],
  ['none where its equity is unknown', null, 1_000, null],
  ['none where a position has no price', 150, null, null],
])('is %s', (_, amount, value, rate) => {
  const exact = (given: number | null) => (given === null ? null : decimal(given))
  expect(marginRate(exact(amount), exact(value))).toBe(rate)
  expect(shockedMarginRate(amount, value)).toBe(rate)
})
