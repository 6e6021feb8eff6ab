import { describe, expect, it } from 'vitest'
import { distanceTo, touchProbability } from '#shared/risk/load-line/distance.ts'
import { compareLeaves, readOracle, type Tolerance } from '../oracle.ts'

interface DistanceOracle {
  inputs: { mark: number; liq: number; atr: number; sigma_daily: number }[]
  expected: { touch_prob: Record<string, number> }[]
  tolerance: Tolerance
}

describe('distance to a liquidation price', () => {
  it('agrees with the known answers of liquidation_distance', () => {
    const { inputs, expected, tolerance } = readOracle('liquidation_distance') as DistanceOracle
    const actual = inputs.map(({ mark, liq, atr, sigma_daily }, index) => {
      const { fraction, atrMultiples, sigmaDays } = distanceTo(liq, mark, { atr, sigmaDaily: sigma_daily })
      const days = Object.keys(expected[index]!.touch_prob)
      return {
        pct: fraction! * 100,
        atr_multiples: atrMultiples,
        sigma_days: sigmaDays,
        touch_prob: Object.fromEntries(
          days.map((day) => [day, touchProbability(sigmaDays!, Number.parseInt(day, 10))]),
        ),
      }
    })
    expect(compareLeaves(actual, expected, tolerance)).toBe(18)
  })

  it('keeps its relative precision far into the tail', () => {
    // 2 Phi(-12.866287…), where 1 - erf has no digit left.
    expect(touchProbability(12.86628726252488, 1)! / 6.967145178058777e-38).toBeCloseTo(1, 9)
  })

  it('is certain at the level itself and unknown without days, volatility or a price', () => {
    expect(touchProbability(0, 7)).toBe(1)
    expect(touchProbability(1, 0)).toBeNull()
    expect(distanceTo(90, 100, { atr: null, sigmaDaily: 0 })).toMatchObject({ atrMultiples: null, sigmaDays: null })
    expect(distanceTo(90, 0, { atr: 1, sigmaDaily: 1 }).fraction).toBeNull()
  })
})
