import { describe, expect, it } from 'vitest'
import { betaShock, uniformShock, type ShockModel, type ShockSum } from '#shared/risk/load-line/shock-model.ts'
import { pathRoot, SHOCK_MAX, SHOCK_MIN } from '#shared/risk/load-line/shock-root.ts'
import { marketSum, usableFactor, type MarketTerm } from '#shared/risk/shock/market-sum.ts'

const geometric = betaShock('betaGeometric', ['USDT'], {}, 1)

const term = (coefficient: number, base: number, quote: number | null = 0): MarketTerm<number> => ({
  coefficient,
  base,
  quote,
})

/** free(x) = (y - low)(y - high) for y = 1 + x, which is positive outside the two roots. */
const between = (low: number, high: number) => marketSum((1 - low) * (1 - high), [term(1, 2), term(-(low + high), 1)])

function shockRoots(free: ShockSum, model: ShockModel) {
  const pieces = [{ from: 0, free }]
  return { down: pathRoot(pieces, model, SHOCK_MIN), up: pathRoot(pieces, model, SHOCK_MAX) }
}

describe('nearest shock that uses up the free margin', () => {
  it('finds the nearer of two roots on one side', () => {
    expect(shockRoots(between(0.5, 0.8), geometric).down).toBeCloseTo(-0.2, 12)
    expect(shockRoots(between(1.1, 1.4), geometric).up).toBeCloseTo(0.1, 12)
  })

  it('finds one on each side when the betas differ', () => {
    // free(y) = (y - 0.5)(1.5 - y)
    const roots = shockRoots(marketSum(0.25, [term(-1, 2), term(2, 1)]), geometric)
    expect(roots.down).toBeCloseTo(-0.5, 12)
    expect(roots.up).toBeCloseTo(0.5, 12)
  })

  it.each([0.7, 0.999, 1.001, 1.4])('finds a dip between two points of the scan (at %f)', (y) => {
    const { down, up } = shockRoots(between(y - 1e-5, y + 1e-5), geometric)
    const [near, other] = y < 1 ? [down, up] : [up, down]
    expect(near).toBeCloseTo(y < 1 ? y + 1e-5 - 1 : y - 1e-5 - 1, 9)
    expect(other).toBeNull()
  })

  it('finds the nearest of four roots on one side', () => {
    // (y - 1.1)(y - 1.2)(y - 1.8)(y - 1.9), as coefficients of its powers.
    const free = marketSum(0.1 * 0.2 * 0.8 * 0.9, [term(1, 4), term(-6, 3), term(13.25, 2), term(-12.75, 1)])
    expect(shockRoots(free, geometric).up).toBeCloseTo(0.1, 9)
  })

  it('is null when the free margin is never used up within -99 % … +200 %', () => {
    expect(shockRoots(marketSum(1, [term(1, 1)]), uniformShock([]))).toEqual({ down: null, up: null })
    expect(shockRoots(marketSum(1, []), uniformShock([]))).toEqual({ down: null, up: null })
  })

  it('finds the root of one inverse term exactly', () => {
    // 1 - (1 / (1 + x) - 1) = 0 at x = -1/2
    expect(shockRoots(marketSum(1, [term(-1, 1, null)]), uniformShock([])).down).toBeCloseTo(-0.5, 13)
  })
})

describe('an amount under shock', () => {
  it.each([
    [NaN, 1],
    [0.5, 0.5],
    [0, 1e-9],
    [-2, 1e-9],
    [Infinity, 1 / 1e-9],
  ])('applies a price factor of %f for %f', (factor, usable) => {
    expect(usableFactor(factor)).toBe(usable)
  })

  it('does not change for a contract between two coins that move alike', () => {
    expect(marketSum(5, [term(100, 1, 1)]).terms).toEqual([])
  })

  it('does not change for an inverse contract on a coin that does not move', () => {
    expect(marketSum(5, [term(100, 0, null)]).terms).toEqual([])
  })

  it('combines terms that move alike', () => {
    expect(marketSum(5, [term(100, 1), term(-40, 1), term(7, 1, null)]).terms).toEqual([term(60, 1), term(7, 1, null)])
  })
})
