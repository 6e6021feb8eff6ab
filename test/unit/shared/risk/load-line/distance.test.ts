import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { distanceTo, noDistance, touchProbability } from '#shared/risk/load-line/distance.ts'
import { figure, none } from '#shared/risk/number/figure.ts'
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
      const { fraction, atrMultiples, sigmaDays, touchInDay } = distanceTo(liq, mark, {
        atr: figure(atr),
        sigma: figure(sigma_daily),
      })
      const days = Object.keys(expected[index]!.touch_prob)
      const touch = days.map((day) => [day, touchProbability(sigmaDays.value!, Number.parseInt(day, 10))] as const)
      expect(touchInDay.value).toBe(touchProbability(sigmaDays.value!, 1))
      return {
        pct: fraction.value! * 100,
        atr_multiples: atrMultiples.value,
        sigma_days: sigmaDays.value,
        touch_prob: Object.fromEntries(touch),
      }
    })
    expect(compareLeaves(actual, expected, tolerance)).toBe(18)
  })

  it('keeps its relative precision far into the tail', () => {
    // 2 Phi(-12.866287…). Here 1 - erf has no digits left.
    expect(touchProbability(12.86628726252488, 1) / 6.967145178058777e-38).toBeCloseTo(1, 9)
  })

  it('is certain at the level itself', () => {
    expect(touchProbability(0, 7)).toBe(1)
  })

  it('says what each measure lacks, and keeps the others', () => {
    const { fraction, atrMultiples, sigmaDays, touchInDay } = distanceTo(90, 100, {
      atr: figure(4),
      sigma: none(message('figure.tooFew.days', { needed: 20, count: 3 })),
    })
    expect(fraction.value).toBeCloseTo(-0.1, 12)
    expect(atrMultiples.value).toBe(2.5)
    for (const unknown of [sigmaDays, touchInDay])
      expect(unknown).toEqual(none(message('figure.tooFew.days', { needed: 20, count: 3 })))
  })

  it('is not measured in moves of zero size, and is unknown without a price', () => {
    const still = { atr: figure(0), sigma: figure(0) }
    for (const liquidation of [90, 100]) {
      const { atrMultiples, sigmaDays, touchInDay } = distanceTo(liquidation, 100, still)
      for (const unknown of [atrMultiples, sigmaDays, touchInDay])
        expect(unknown).toEqual(none(message('figure.priceStill')))
    }
    for (const [liquidation, mark] of [
      [90, 0],
      [0, 100],
      [90, NaN],
    ] as const)
      expect(distanceTo(liquidation, mark, still)).toEqual(noDistance(message('figure.noPositivePrice')))
  })
})
