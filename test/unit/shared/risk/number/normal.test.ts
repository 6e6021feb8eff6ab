import { describe, expect, it } from 'vitest'
import { chiSquareTail, erfc, normalCdf, normalDensity, normalQuantile } from '#shared/risk/number/normal.ts'

/** One or two units in the last place: float64 has a relative precision of 1.1e-16. */
const EXACT = 1e-15

function expectNear(actual: number, expected: number): void {
  expect(Math.abs(actual / expected - 1), `${actual}, expected ${expected}`).toBeLessThan(EXACT)
}

describe('normal distribution', () => {
  it.each([
    [-1, 1.842700792949715],
    [0.3, 0.6713732405408726],
    [0.5, 0.4795001221869535],
    [1, 0.15729920705028513],
    [2, 0.004677734981047266],
    [5, 1.5374597944280348e-12],
    [10, 2.088487583762545e-45],
    [26, 5.663192408856143e-296],
  ])('erfc(%d) keeps every digit', (x, expected) => {
    expectNear(erfc(x), expected)
  })

  it.each([
    [1e-300, -37.0470962993612],
    [1e-20, -9.262340089798405],
    [0.01, -2.3263478740408411],
    [0.05, -1.6448536269514726],
    [0.3, -0.5244005127080407],
    [0.975, 1.9599639845400543],
    [0.99, 2.3263478740408411],
  ])('Φ⁻¹(%d) keeps every digit', (p, expected) => {
    expectNear(normalQuantile(p), expected)
  })

  it('is exact at its ends', () => {
    expect([0, 0.5, 1].map(normalQuantile)).toEqual([-Infinity, 0, Infinity])
    expect([-0.1, 1.1, NaN].map(normalQuantile)).toEqual([NaN, NaN, NaN])
    expect([-Infinity, 0, Infinity].map(normalCdf)).toEqual([0, 0.5, 1])
    expect([-Infinity, 1e200].map(normalDensity)).toEqual([0, 0])
    expectNear(normalDensity(1), 0.24197072451914337)
  })

  it('gives the p-values of the published chi-square table', () => {
    expect(chiSquareTail(3.841458820694124, 1)).toBeCloseTo(0.05, 14)
    expect(chiSquareTail(5.991464547107979, 2)).toBeCloseTo(0.05, 14)
    expect(chiSquareTail(-4e-14, 1)).toBe(1)
    expectNear(chiSquareTail(1000, 1), 1.7958327848006385e-219)
  })
})
