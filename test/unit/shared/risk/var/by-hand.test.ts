/** Small samples computed by hand, for cases that the large oracles do not cover. */
import { verbatim } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { historicalComponents } from '#shared/risk/var/components.ts'
import { isMonotone, operational } from '#shared/risk/var/parametric.ts'
import { quantile, tailMean } from '#shared/risk/var/quantile.ts'
import { varReport } from '#shared/risk/var/var-report.ts'

describe('days of equal profit', () => {
  // 1 - 0.75 of five days: the quantile is the second worst day, the tail is the worst day and a quarter of the second.
  const whole = Float64Array.of(-3, 1, -3, 2, 5)
  const parts = new Map([
    ['A', Float64Array.of(-1, 0, -2, 1, 3)],
    ['B', Float64Array.of(-2, 1, -1, 1, 2)],
  ])

  it('count in their original order', () => {
    const components = historicalComponents(parts, whole, 0.75)
    // Day 0 is the worst, day 2 the second: 0.8 and 0.2 of the tail.
    expect(components.get('A')!.var).toBe(2)
    expect(components.get('B')!.var).toBe(1)
    expect(components.get('A')!.es).toBeCloseTo(0.8 * 1 + 0.2 * 2, 12)
    expect(components.get('B')!.es).toBeCloseTo(0.8 * 2 + 0.2 * 1, 12)
  })

  it('give the quantile and the tail their common profit', () => {
    const sorted = Float64Array.of(-3, -3, 1, 2, 5)
    expect(quantile(sorted, 0.25)).toBe(-3)
    expect(tailMean(sorted, 0.25)).toBeCloseTo(-3, 12)
    // h = 4 × 0.4 = 1.6: 0.4 of -3 and 0.6 of 1. The worst two days are the tail.
    expect(quantile(sorted, 0.4)).toBeCloseTo(-0.6, 12)
    expect(tailMean(sorted, 0.4)).toBeCloseTo(-3, 12)
  })
})

describe('an expected shortfall', () => {
  it('is never reported below VaR, and VaR is never lowered to it', () => {
    expect(operational({ var: 2, es: 1 })).toEqual({ var: 2, es: 2 })
    expect(operational({ var: 1, es: 2 })).toEqual({ var: 1, es: 2 })
  })
})

describe('the Cornish-Fisher expansion', () => {
  // Slope: (K/8 - S²/6) z² + (S/3) z + 1 - K/8 + 5S²/36, on -4 … 4.
  it.each<[string, number, number, boolean]>([
    ['without skew, K just under 8: 1 - K/8 is above 0 at z = 0', 0, 7.9, true],
    ['without skew, K = 8: flat at z = 0', 0, 8, false],
    ['without skew, K just above -8/15: 1 + 15 K/8 is above 0 at z = 4', 0, -0.53, true],
    ['without skew, K just below -8/15', 0, -0.54, false],
    ['S = 1, K = 0: -1/6 × 16 + 4/3 + 1 + 5/36 is below 0', 1, 0, false],
    ['S = -1, K = 0: the same from the other side', -1, 0, false],
    ['S = 2.2, K = 11: 0.0607 where it turns', 2.2, 11, true],
    ['S = 2.2, K = 12: -0.0217 where it turns, above 0 at both ends', 2.2, 12, false],
    ['S = -2.2, K = 12', -2.2, 12, false],
    ['S = 1.9, K = 5.4: it turns beyond -4, and is -0.53 there', 1.9, 5.4, false],
    ['a shape that is not known', NaN, 0, false],
  ])('applies or not: %s', (_, skewness, excessKurtosis, applies) => {
    expect(isMonotone({ skewness, excessKurtosis })).toBe(applies)
  })
})

describe('marginal and incremental VaR', () => {
  // A gains k on day k of -50 … 50, and B loses half of that, so the whole gains k/2.
  const days = Array.from({ length: 101 }, (_, day) => day - 50)
  const total = Float64Array.from(days, (k) => k / 2)
  const report = varReport({
    days: days.map((_, day) => day * 86_400_000),
    total,
    byAsset: new Map([
      ['A', Float64Array.from(days)],
      ['B', Float64Array.from(days, (k) => -k / 2)],
    ]),
    withLiquidation: total,
    liquidationUnknown: null,
    values: new Map([
      ['A', 1_000],
      ['B', -500],
    ]),
    otherwise: verbatim('no history'),
  })
  const at95 = (asset: string) => report.components.find((each) => each.asset === asset && each.confidence === 0.95)!

  it('is the loss without the asset', () => {
    // The sixth worst day of 101: 45 of k, 22.5 of the whole and of B.
    expect(at95('A').componentVar.value).toBeCloseTo(45, 12)
    expect(at95('B').componentVar.value).toBeCloseTo(-22.5, 12)
    expect(at95('A').incrementalVar.value).toBeCloseTo(22.5 - 22.5, 12)
    expect(at95('B').incrementalVar.value).toBeCloseTo(22.5 - 45, 12)
  })

  it('is the Gaussian VaR that one more unit of the asset adds', () => {
    // Variance of k/2 over -50 … 50: (101² - 1) / 12 / 4. A is twice the whole, B is its negative.
    const loss = 1.6448536269514722 * Math.sqrt(212.5)
    expect(at95('A').marginalVar.value).toBeCloseTo((2 * loss) / 1_000, 12)
    expect(at95('B').marginalVar.value).toBeCloseTo(-loss / -500, 12)
  })
})
