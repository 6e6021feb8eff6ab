import { describe, expect, it } from 'vitest'
import { filtered } from '#shared/risk/var/filtered.ts'

const DECAY = 0.94
/** Thirty days of ±1, after which the volatility is 1 with any weights. */
const CALM = Array.from({ length: 30 }, (_, day) => (day % 2 === 0 ? 1 : -1))
/** The sum of the weights of thirty days, the newest 1. */
const WEIGHT = (1 - DECAY ** 30) / (1 - DECAY)
const variance = (last: number) => (WEIGHT * DECAY + last * last) / (WEIGHT * DECAY + 1)

describe('a filtered day', () => {
  it("is the day's move over the volatility before it, times tomorrow's, from the thirty-first day on", () => {
    const [only, ...more] = filtered(Float64Array.from([...CALM, 2]))
    expect(only).toBeCloseTo(2 * Math.sqrt(variance(2)), 12)
    expect(more).toEqual([])
    expect(filtered(Float64Array.from(CALM))).toHaveLength(0)
  })

  it('depends only on the days before it', () => {
    const [first, second] = filtered(Float64Array.from([...CALM, 2, 3]))
    const before = variance(2)
    const tomorrow = Math.sqrt(((WEIGHT * DECAY + 1) * DECAY * before + 9) / ((WEIGHT * DECAY + 1) * DECAY + 1))
    expect(first).toBeCloseTo(2 * tomorrow, 12)
    expect(second).toBeCloseTo((3 / Math.sqrt(before)) * tomorrow, 12)
  })

  it('is in the unit of the days, however small', () => {
    const small = filtered(Float64Array.from([...CALM, 2, -3, 1], (value) => value * 1e-6))
    const large = filtered(Float64Array.from([...CALM, 2, -3, 1]))
    for (const [day, value] of small.entries()) expect(value).toBeCloseTo((large[day] as number) * 1e-6, 18)
  })

  it('before which nothing moved is used unchanged', () => {
    expect([...filtered(Float64Array.from([...Array<number>(30).fill(0), 3]))]).toEqual([3])
  })
})
