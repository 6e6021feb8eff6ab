import { verbatim } from '#shared/words/message.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { total } from '#shared/risk/number/moments.ts'
import { normalCdf, normalQuantile } from '#shared/risk/number/normal.ts'
import { CONFIDENCES, VAR_METHODS, type VarMethod } from '#shared/risk/statistics-report.ts'
import { ewmaComponents, gaussianComponents, historicalComponents } from '#shared/risk/var/components.ts'
import { independenceRatio, kupiecRatio } from '#shared/risk/var/coverage-tests.ts'
import { estimateVar } from '#shared/risk/var/var-estimate.ts'
import { historicalLoss, type Loss } from '#shared/risk/var/historical.ts'
import { modifiedComponents } from '#shared/risk/var/modified-components.ts'
import { ewmaLoss, gaussianLoss, modifiedLoss, shapeOf } from '#shared/risk/var/parametric.ts'
import { rollingHistorical } from '#shared/risk/var/rolling.ts'
import { varReport } from '#shared/risk/var/var-report.ts'
import { faultsOf } from '../faults.ts'

/** Money: values far below any coin's smallest unit are zero, because their squares would vanish in float64. */
const pnl = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((each) => (Math.abs(each) < 1e-9 ? 0 : each))
/** With ties, which continuous numbers never have. */
const value = fc.oneof(pnl, fc.integer({ min: -3, max: 3 }))
const days = (minLength: number, maxLength: number) =>
  fc.array(value, { minLength, maxLength, size: 'max' }).map((values) => Float64Array.from(values))
const confidence = fc.double({ min: 0.5, max: 0.999, noNaN: true })
const anySample = fc
  .array(fc.oneof(value, fc.double()), { maxLength: 320, size: 'max' })
  .map((values) => Float64Array.from(values))
const portfolio = fc
  .tuple(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 1, max: 6 }))
  .chain(([length, assets]) => fc.array(fc.array(value, { minLength: length, maxLength: length }), assetCount(assets)))
  .map((rows) => new Map(rows.map((row, index) => [`A${index}`, Float64Array.from(row)])))

function assetCount(assets: number) {
  return { minLength: assets, maxLength: assets }
}

function wholeOf(parts: ReadonlyMap<string, Float64Array>): Float64Array {
  const [first] = parts.values()
  return first!.map((_, day) => total([...parts.values()].map((part) => part[day]!)))
}

/** Equal within a few hundred rounding errors of the largest input. */
function expectClose(actual: number, expected: number, scale: number): void {
  expect(Math.abs(actual - expected), `${actual}, expected ${expected}`).toBeLessThanOrEqual(
    1e-11 * Math.max(scale, Math.abs(expected)),
  )
}

function scaleOf(sample: Float64Array): number {
  return Math.max(...sample.map(Math.abs), 0)
}

describe('VaR and ES', () => {
  it('ES is never below VaR', () => {
    fc.assert(
      fc.property(days(1, 300), confidence, (sample, level) => {
        const { var: loss, es } = historicalLoss(sample, level)
        expect(es - loss).toBeGreaterThanOrEqual(-1e-11 * scaleOf(sample))
      }),
    )
    fc.assert(
      fc.property(
        days(250, 320),
        fc.constantFrom(...VAR_METHODS),
        fc.constantFrom(...CONFIDENCES),
        (sample, method, level) => {
          const { var: loss, es } = estimateVar(sample, method, level)
          if (loss.value !== null && es.value !== null) expect(es.value - loss.value).toBeGreaterThanOrEqual(-1e-3)
        },
      ),
    )
  })

  it('rise with confidence when the days themselves are the distribution', () => {
    fc.assert(
      fc.property(days(1, 300), confidence, confidence, (sample, one, other) => {
        const [low, high] = [historicalLoss(sample, Math.min(one, other)), historicalLoss(sample, Math.max(one, other))]
        expect(high.var - low.var).toBeGreaterThanOrEqual(-1e-11 * scaleOf(sample))
        expect(high.es - low.es).toBeGreaterThanOrEqual(-1e-11 * scaleOf(sample))
      }),
    )
  })

  it('a constant profit reduces the loss by as much, and scaling the stake scales the loss', () => {
    const lossOf: Partial<Record<VarMethod, (sample: Float64Array, level: number) => Loss>> = {
      historical: historicalLoss,
      gaussian: gaussianLoss,
    }
    fc.assert(
      fc.property(
        days(2, 200),
        pnl,
        fc.double({ min: 0.001, max: 1000, noNaN: true }),
        confidence,
        (sample, add, times, level) => {
          for (const of of Object.values(lossOf)) {
            const before = of(sample, level)
            const moved = of(
              sample.map((each) => each + add),
              level,
            )
            const scaled = of(
              sample.map((each) => each * times),
              level,
            )
            const scale = 100 * (scaleOf(sample) + Math.abs(add))
            for (const figure of ['var', 'es'] as const) {
              expectClose(moved[figure], before[figure] - add, scale)
              expectClose(scaled[figure], before[figure] * times, scale * times)
            }
          }
        },
      ),
    )
  })

  it('are the same long and short for a symmetric sample', () => {
    fc.assert(
      fc.property(
        days(125, 160),
        fc.constantFrom(...VAR_METHODS),
        fc.constantFrom(...CONFIDENCES),
        (half, method, level) => {
          // Each day is next to its opposite, so that every method sees them in the same order.
          const long = Float64Array.from([...half].flatMap((each) => [each, -each]))
          const [one, other] = [estimateVar(long, method, level), estimateVar(mirrored(long), method, level)]
          expect(one.note).toEqual(other.note)
          if (method === 'filteredHistorical') return
          for (const figure of ['var', 'es'] as const) {
            expect(one[figure].reason).toEqual(other[figure].reason)
            if (one[figure].value !== null) expectClose(one[figure].value, other[figure].value!, 100 * scaleOf(long))
          }
        },
      ),
    )
  })

  it('do not depend on the order of days, except where recent days weigh more', () => {
    fc.assert(
      fc.property(days(250, 300), fc.constantFrom('historical', 'gaussian', 'cornishFisher'), (sample, method) => {
        const sorted = sample.toSorted()
        const [one, other] = [estimateVar(sample, method, 0.95), estimateVar(sorted, method, 0.95)]
        if (one.var.value !== null && other.var.value !== null) {
          expectClose(one.var.value, other.var.value, 100 * scaleOf(sample))
        }
      }),
    )
  })
})

function mirrored(sample: Float64Array): Float64Array {
  return sample.map((each) => 0 - each)
}

describe('components', () => {
  it('add up to the figure of the whole, by every method, in any order of assets', () => {
    fc.assert(
      fc.property(portfolio, fc.double({ min: 0.9, max: 0.99, noNaN: true }), (parts, level) => {
        const whole = wholeOf(parts)
        const shape = shapeOf(whole)
        // A portfolio that hardly moves relative to its parts has no precision left for a direction.
        fc.pre(shape.deviation > 1e-3 * scaleOf(whole) && shape.deviation > 1e-6)
        const cases = [
          [gaussianLoss(whole, level), gaussianComponents],
          [ewmaLoss(whole, level), ewmaComponents],
          [historicalLoss(whole, level), historicalComponents],
          [modifiedLoss(shape, level), modifiedComponents],
        ] as const
        const scale = [...parts.values()].reduce((sum, part) => sum + scaleOf(part), 0)
        // Fourth moments amplify rounding errors.
        const sharp = 1e4 * scale * (1 + Math.abs(shape.excessKurtosis)) * (scale / shape.deviation)
        for (const [loss, componentsOf] of cases) {
          const components = componentsOf(parts, whole, level)
          const backwards = componentsOf(new Map([...parts].reverse()), whole, level)
          for (const figure of ['var', 'es'] as const) {
            expectClose(total([...components.values()].map((each) => each[figure])), loss[figure], sharp)
          }
          for (const [name, each] of components) expect(backwards.get(name)).toEqual(each)
        }
      }),
    )
  })
})

describe('varReport', () => {
  it('has a finite number or a reason in every place, whatever the days are', () => {
    const reportOf = (total: Float64Array) =>
      varReport({
        days: Array.from(total, (_, day) => day),
        total,
        byAsset: new Map([
          ['A', total],
          ['B', total.map((each) => -each / 2)],
        ]),
        withLiquidation: total,
        liquidationUnknown: null,
        values: new Map([['A', 5]]),
        otherwise: verbatim('nothing'),
      })
    const check = (total: Float64Array) => {
      expect(faultsOf(reportOf(total))).toEqual([])
    }
    fc.assert(fc.property(anySample, check), { numRuns: 60 })
    const edges = [[], [1], Array<number>(300).fill(7), Array<number>(300).fill(1.7e308)]
    for (const edge of edges) check(Float64Array.from(edge))
    check(Float64Array.from({ length: 300 }, (_, day) => (day % 2 === 0 ? 1.7e308 : -1.7e308)))
  })
})

describe('backtests', () => {
  it('likelihood ratios are never negative, and finite when a count is zero', () => {
    const count = fc.nat({ max: 2000 })
    fc.assert(
      fc.property(
        count,
        count,
        count,
        count,
        fc.double({ min: 0.001, max: 0.5, noNaN: true }),
        (n00, n01, n10, n11, p) => {
          const exceptions = Math.min(n00, n01)
          for (const ratio of [kupiecRatio(n00, exceptions, p), independenceRatio({ n00, n01, n10, n11 })]) {
            expect(ratio).toBeGreaterThanOrEqual(0)
            expect(ratio).toBeLessThan(Infinity)
          }
        },
      ),
    )
  })

  it('a rolling forecast is the quantile of the days before', () => {
    fc.assert(
      fc.property(days(6, 60), fc.integer({ min: 1, max: 5 }), (sample, window) => {
        const rolled = rollingHistorical(sample, 0.95, window)
        expect([...rolled]).toEqual(
          Array.from(rolled, (_, day) => historicalLoss(sample.slice(day, day + window), 0.95).var),
        )
      }),
    )
  })
})

describe('normal quantile', () => {
  it('is the inverse of Φ in every digit of the lower tail', () => {
    fc.assert(
      fc.property(fc.double({ min: -37, max: 0, noNaN: true }), (x) => {
        expect(Math.abs(normalCdf(normalQuantile(normalCdf(x))) / normalCdf(x) - 1)).toBeLessThan(1e-12)
      }),
    )
  })
})
