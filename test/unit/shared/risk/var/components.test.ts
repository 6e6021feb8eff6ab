import { describe, expect, it } from 'vitest'
import { mean, total } from '#shared/risk/number/moments.ts'
import { normalCdf } from '#shared/risk/number/normal.ts'
import { ewmaComponents, gaussianComponents, historicalComponents } from '#shared/risk/var/components.ts'
import { historicalLoss, type Loss } from '#shared/risk/var/historical.ts'
import { modifiedComponents } from '#shared/risk/var/modified-components.ts'
import { ewmaLoss, gaussianLoss, modifiedLoss, shapeOf } from '#shared/risk/var/parametric.ts'
import { compareLeaves, readOracle, type Tolerance } from '../oracle.ts'

interface ComponentsOracle {
  inputs: { columns: string[]; returns: Record<string, number[]>; weights: Record<string, number>; n: number }
  expected: Record<string, object>
  tolerance: Tolerance
}

type LossOf = (pnl: Float64Array, confidence: number) => Loss

function record<Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> {
  return Object.fromEntries(entries)
}

function contributionOf(components: ReadonlyMap<string, Loss>, of: keyof Loss): Record<string, number> {
  return record([...components].map(([name, loss]) => [name, loss[of]]))
}

function withShares(figure: number, contribution: Record<string, number>) {
  const pct = record(Object.entries(contribution).map(([name, part]) => [name, part / figure]))
  return { VaR: figure, contribution, pct }
}

function incremental(
  parts: ReadonlyMap<string, Float64Array>,
  whole: Float64Array,
  lossOf: LossOf,
  confidence: number,
) {
  const all = lossOf(whole, confidence).var
  return record(
    [...parts].map(([name, part]) => [
      name,
      all -
        lossOf(
          whole.map((value, day) => value - part[day]!),
          confidence,
        ).var,
    ]),
  )
}

describe('components of VaR and ES', () => {
  it('agrees with the known answers of portfolio_components', () => {
    const { inputs, expected, tolerance } = readOracle('portfolio_components') as ComponentsOracle
    const { columns, returns, weights, n } = inputs
    const parts = new Map(
      columns.map((name) => [name, Float64Array.from(returns[name]!, (value) => value * weights[name]!)]),
    )
    const whole = Float64Array.from({ length: n }, (_, day) => total([...parts.values()].map((part) => part[day]!)))
    const actual = record(
      [0.95, 0.99].map((confidence) => {
        const gaussian = gaussianLoss(whole, confidence)
        const gaussianParts = gaussianComponents(parts, whole, confidence)
        const historicalParts = historicalComponents(parts, whole, confidence)
        const modified = modifiedLoss(shapeOf(whole), confidence)
        const modifiedParts = modifiedComponents(parts, whole, confidence)
        const historical = historicalLoss(whole, confidence)
        // The other divisor scales the deviation, and so the part of each component that is not the mean.
        const unbiased = (figure: number, average: number) => -average + (figure + average) * Math.sqrt(n / (n - 1))
        return [
          `p${confidence * 100}`,
          {
            gaussian_cov_n1: withShares(
              unbiased(gaussian.var, mean(whole)),
              record([...gaussianParts].map(([name, loss]) => [name, unbiased(loss.var, mean(parts.get(name)!))])),
            ),
            gaussian_cov_n: {
              ...withShares(gaussian.var, contributionOf(gaussianParts, 'var')),
              incremental: incremental(parts, whole, gaussianLoss, confidence),
            },
            modified_cov_n: withShares(modified.var, contributionOf(modifiedParts, 'var')),
            es_gaussian_cov_n: { ES: gaussian.es, contribution: contributionOf(gaussianParts, 'es') },
            es_modified_cov_n: { ES: modified.es, contribution: contributionOf(modifiedParts, 'es') },
            historical_type7: {
              VaR: historical.var,
              contribution: contributionOf(historicalParts, 'var'),
              incremental: incremental(parts, whole, historicalLoss, confidence),
            },
            es_historical_acerbi: { ES: historical.es, contribution: contributionOf(historicalParts, 'es') },
            univariate_check: { modified: modified.var, gaussian: gaussian.var },
          },
        ] as const
      }),
    )
    expect(compareLeaves(actual, expected, tolerance)).toBe(138)
  })

  it('gives the components of the two-share portfolio published by Hull', () => {
    const { inputs, expected, tolerance } = readOracle('textbook_var_hull') as {
      inputs: {
        mvar: { positions: [number, number]; sigma_daily: [number, number]; rho: number; z: number; days: number }
      }
      expected: { mvar: Record<string, number> }
      tolerance: { mvar: { abs: number } }
    }
    const { positions, sigma_daily, rho, z, days } = inputs.mvar
    const [first, second] = [positions[0] * sigma_daily[0], positions[1] * sigma_daily[1]]
    // Four days with exactly these deviations and this correlation.
    const parts = new Map([
      ['MSFT', Float64Array.of(first, first, -first, -first)],
      [
        'T',
        Float64Array.of(1, -1, -1, 1).map(
          (sign, day) => second * (rho * (day < 2 ? 1 : -1) + sign * Math.sqrt(1 - rho ** 2)),
        ),
      ],
    ])
    const whole = parts.get('MSFT')!.map((value, day) => value + parts.get('T')![day]!)
    const lossOf = (pnl: Float64Array) => gaussianLoss(pnl, normalCdf(z)).var * Math.sqrt(days)
    const [alone1, alone2, together] = [lossOf(parts.get('MSFT')!), lossOf(parts.get('T')!), lossOf(whole)]
    const sd = shapeOf(whole).deviation
    const { portfolio_sd_1d_exact, ...published } = expected.mvar
    expect(
      compareLeaves(
        {
          portfolio_sd_1d_published: sd,
          var_asset1_10d_published: alone1,
          var_asset2_10d_published: alone2,
          var_portfolio_10d_published: together,
          diversification_published: alone1 + alone2 - together,
        },
        published,
        tolerance.mvar,
      ),
    ).toBe(5)
    expect(compareLeaves(sd, portfolio_sd_1d_exact, { rel: 1e-12 })).toBe(1)
    const components = gaussianComponents(parts, whole, normalCdf(z))
    expect((components.get('MSFT')!.var + components.get('T')!.var) * Math.sqrt(days)).toBeCloseTo(together, 6)
  })
})

it('EWMA components add up to the EWMA loss, each by its covariance with the whole', () => {
  const parts = new Map([
    ['A', Float64Array.of(3, -1, 2, -4, 1)],
    ['B', Float64Array.of(-1, 2, 0.5, -1, 0)],
  ])
  const whole = Float64Array.from({ length: 5 }, (_, day) => total([...parts.values()].map((part) => part[day]!)))
  const loss = ewmaLoss(whole, 0.95)
  const components = ewmaComponents(parts, whole, 0.95)
  expect(total([...components.values()].map((each) => each.var))).toBeCloseTo(loss.var, 12)
  expect(total([...components.values()].map((each) => each.es))).toBeCloseTo(loss.es, 12)
  // The covariance with weights of 0.94 a day over the variance of the whole, times its loss.
  const weighted = (values: Float64Array) => total(values.map((value, day) => value * whole[day]! * 0.94 ** (4 - day)))
  for (const [name, part] of parts) {
    expect(components.get(name)!.var).toBeCloseTo((loss.var * weighted(part)) / weighted(whole), 12)
  }
  // A stake a thousand times smaller loses a thousandth.
  const thousandth = (values: Float64Array) => values.map((value) => value / 1000)
  const small = ewmaComponents(new Map([['A', thousandth(parts.get('A')!)]]), thousandth(whole), 0.95)
  expect(small.get('A')!.var).toBeCloseTo(components.get('A')!.var / 1000, 12)
})
