import { describe, expect, it } from 'vitest'
import { deviation } from '#shared/risk/number/moments.ts'
import { historicalLoss } from '#shared/risk/var/historical.ts'
import { gaussianLoss, isMonotone, modifiedLoss, operational, shapeOf } from '#shared/risk/var/parametric.ts'
import { ascending, quantile, tailMean } from '#shared/risk/var/quantile.ts'
import { compareLeaves, readOracle, type Tolerance } from '../oracle.ts'

interface UnivariateOracle {
  inputs: { returns: Record<string, (number | null)[]>; confidence: number[] }
  expected: { risk: Record<string, object>; moments: Record<string, object> }
  tolerance: Tolerance
}

/**
 * Every figure of the file for one series. Figures that no screen shows follow other authors' conventions, from the
 * same parts.
 */
function figuresOf(returns: Float64Array, confidence: number) {
  const n = returns.length
  const share = 1 - confidence
  const sorted = ascending(returns)
  const historical = historicalLoss(returns, confidence)
  const gaussian = gaussianLoss(returns, confidence)
  const shape = shapeOf(returns)
  const modified = modifiedLoss(shape, confidence)
  const below = sorted.filter((value) => value < quantile(sorted, share)).length
  return {
    n,
    VaR_historical: historical.var,
    VaR_historical_type1: -quantile(sorted, (Math.ceil(n * share - 1e-12) - 1) / (n - 1)),
    VaR_gaussian: gaussian.var,
    VaR_modified: refused(modified.var),
    ES_historical_strict: -tailMean(sorted, below / n),
    ES_historical_acerbi: historical.es,
    ES_gaussian: gaussian.es,
    ES_modified_operational: operational(modified).es,
    ES_modified: refused(modified.es),
    cf_monotone_domain: isMonotone(shape),
    VaR_modified_raw: modified.var,
  }
}

/** The package that computed the answers refuses a loss below zero or above everything. */
function refused(loss: number): number | null {
  return loss >= 0 && loss <= 1 ? loss : null
}

describe('VaR and ES of one series', () => {
  it('agrees with the known answers of var_es_univariate', () => {
    const { inputs, expected, tolerance } = readOracle('var_es_univariate') as UnivariateOracle
    const series = Object.entries(inputs.returns).map(
      ([name, returns]) => [name, Float64Array.from(returns.filter((value) => value !== null))] as const,
    )
    const risk = Object.fromEntries(
      inputs.confidence.map((confidence) => [
        `p${confidence * 100}`,
        Object.fromEntries(series.map(([name, returns]) => [name, figuresOf(returns, confidence)])),
      ]),
    )
    const moments = Object.fromEntries(
      series.map(([name, returns]) => {
        const shape = shapeOf(returns)
        return [
          name,
          {
            mean: shape.mean,
            sd_n1: deviation(returns, 'n-1'),
            m2_n: shape.deviation ** 2,
            skewness_moment: shape.skewness,
            kurtosis_excess: shape.excessKurtosis,
          },
        ]
      }),
    )
    expect(compareLeaves({ risk, moments }, expected, tolerance)).toBe(174)
  })
})
