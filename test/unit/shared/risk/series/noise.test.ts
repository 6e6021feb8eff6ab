import { describe, expect, it } from 'vitest'
import { deviation, mean } from '#shared/risk/number/moments.ts'
import { noiseOf } from '#shared/risk/series/noise.ts'

describe('the noise of an asset', () => {
  const draws = (name: string) => Array.from({ length: 20_000 }, (_, time) => noiseOf(name, time))
  const [one, other] = [draws('BTC'), draws('ETH')]

  it('is the same on every machine', () => {
    expect([noiseOf('BTC', 0), noiseOf('BTC', 86_400_000), noiseOf('ETH', 0)]).toEqual(
      [0.5579500722279302, -0.6584114504592539, 0.29387322885234946].map((draw) => expect.closeTo(draw, 12) as number),
    )
  })

  it('is standard normal, and independent between names and times', () => {
    const related = (a: readonly number[], b: readonly number[]): number =>
      mean(a.map((value, at) => value * (b[at] ?? 0)))
    expect(Math.abs(mean(one))).toBeLessThan(0.03)
    expect(Math.abs(deviation(one, 'n') - 1)).toBeLessThan(0.03)
    expect(one.filter((value) => Math.abs(value) < 1.959964).length / one.length).toBeCloseTo(0.95, 2)
    expect(Math.abs(related(one, other))).toBeLessThan(0.03)
    expect(Math.abs(related(one, one.slice(1)))).toBeLessThan(0.03)
  })
})
