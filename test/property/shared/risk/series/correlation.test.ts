import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BAR_MS } from '#shared/domain/bar.ts'
import { clusterOrder } from '#shared/risk/series/cluster.ts'
import { correlationMatrix, ledoitWolf, standardised } from '#shared/risk/series/covariance.ts'
import { composed, eigenOf } from '#shared/risk/series/eigen.ts'
import { returnsOf, type ReturnSeries } from '#shared/risk/series/return-series.ts'
import type { CorrelationReport } from '#shared/risk/statistics-report.ts'
import { correlationOf } from '#shared/risk/series/correlation.ts'
import { repairedCorrelation } from '#shared/risk/series/correlation-repair.ts'
import { anyBars } from './bars.ts'

const DAY = BAR_MS['1day']

const value = fc.double({ min: -0.2, max: 0.2, noNaN: true })

/** Histories that may start, end or pause on different days. One may not move at all. */
const histories: fc.Arbitrary<ReadonlyMap<string, ReturnSeries>> = fc
  .array(
    fc.record({
      from: fc.constantFrom(0, 0, 0, 3, 40, 90),
      values: fc.array(value, { minLength: 50, maxLength: 110 }),
      isStill: fc.constantFrom(false, false, false, false, true),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((each) => new Map(each.map((made, index) => [`asset ${index}`, seriesOf(made)])))

function seriesOf(made: { from: number; values: readonly number[]; isStill: boolean }): ReturnSeries {
  const values = Float64Array.from(made.values, (each) => (made.isStill ? 0.01 : each))
  return { times: made.values.map((_, index) => (made.from + index) * DAY), values, gaps: 0, rejected: 0 }
}

/** A symmetric matrix with diagonal 1 and other values in [-1, 1], as pairs with different days may give. */
const square: fc.Arbitrary<{ size: number; matrix: Float64Array }> = fc.integer({ min: 1, max: 7 }).chain((size) =>
  fc
    .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: size * size, maxLength: size * size })
    .map((values) => {
      const at = (row: number, column: number): number =>
        row === column ? 1 : (values[Math.max(row, column) * size + Math.min(row, column)] as number)
      return { size, matrix: Float64Array.from(values, (_, index) => at(Math.floor(index / size), index % size)) }
    }),
)

function expectCorrelation({ assets, matrix, overlap, repair }: CorrelationReport): void {
  expect(matrix).toHaveLength(assets.length)
  for (const [row, values] of matrix.entries()) {
    expect(values).toHaveLength(assets.length)
    for (const [column, each] of values.entries()) {
      expect(matrix[column]?.[row]).toBe(each)
      expect(overlap[row]?.[column]).toBe(overlap[column]?.[row])
      expect(each === null || Math.abs(each) <= 1).toBe(true)
      if (row === column && each !== null) expect(each).toBe(1)
    }
  }
  if (repair) expect(Number.isFinite(repair.leastEigenvalue) && Number.isFinite(repair.distance)).toBe(true)
}

describe('a correlation report', () => {
  it('is symmetric, within [-1, 1], 1 on the diagonal, and gives every portfolio a valid variance', () => {
    fc.assert(
      fc.property(histories, (series) => {
        const report = correlationOf(series, [...series.keys()])
        expectCorrelation(report)
        const size = report.matrix.filter((row, index) => row[index] !== null).length
        const known = report.matrix.slice(0, size).flatMap((row) => row.slice(0, size))
        if (!known.every((each) => each !== null)) return
        const matrix = Float64Array.from(known)
        expect(Math.min(1, ...eigenOf(matrix, size).values)).toBeGreaterThanOrEqual(-1e-9)
      }),
    )
  })

  it('does not depend on the order of the assets', () => {
    fc.assert(
      fc.property(histories, fc.infiniteStream(fc.nat()), (series, keys) => {
        const assets = [...series.keys()]
        const mixed = assets
          .map((asset) => ({ asset, key: keys.next().value as number }))
          .sort((left, right) => left.key - right.key)
          .map(({ asset }) => asset)
        expect(correlationOf(series, mixed)).toEqual(correlationOf(series, assets))
      }),
    )
  })

  it('contains finite numbers or null for any candles', () => {
    fc.assert(
      fc.property(fc.array(anyBars('1day'), { maxLength: 4 }), (each) => {
        const series = new Map(each.map((bars, index) => [`asset ${index}`, returnsOf(bars, DAY)]))
        expectCorrelation(correlationOf(series, [...series.keys(), 'without history']))
      }),
    )
  })
})

describe('a correlation matrix', () => {
  const columns = fc
    .integer({ min: 1, max: 9 })
    .chain((size) => fc.array(fc.array(value, { minLength: 30, maxLength: 30 }), { minLength: size, maxLength: size }))
    .map((each) => each.map((column) => Float64Array.from(column)))
    .filter((each) => each.every((column) => standardised(column) !== null))

  it('equals that of each pair alone, and does not depend on units', () => {
    fc.assert(
      fc.property(columns, fc.double({ min: 1e-100, max: 1e100, noNaN: true }), (each, by) => {
        const matrix = correlationMatrix(each)
        const scaled = correlationMatrix(each.map((column) => column.map((member) => member * by)))
        for (const [row, left] of each.entries()) {
          for (const [column, right] of each.entries()) {
            const mine = matrix[row * each.length + column] as number
            expect(Math.abs(mine - (correlationMatrix([left, right])[1] as number))).toBeLessThanOrEqual(1e-12)
            expect(Math.abs(mine - (scaled[row * each.length + column] as number))).toBeLessThanOrEqual(1e-9)
          }
        }
      }),
    )
  })

  it('is shrunk by a weight in [0, 1]', () => {
    fc.assert(
      fc.property(columns, (each) => {
        const { shrinkage, matrix } = ledoitWolf(each.map((column) => standardised(column) ?? column))
        expect(shrinkage >= 0 && shrinkage <= 1).toBe(true)
        expect(matrix.every(Number.isFinite)).toBe(true)
      }),
    )
  })
})

describe('eigenvalues and the repair', () => {
  it('give the matrix again, with orthogonal vectors of length 1', () => {
    fc.assert(
      fc.property(square, ({ size, matrix }) => {
        const { values, vectors } = eigenOf(matrix, size)
        const again = composed(vectors, values, size)
        again.forEach((each, index) => {
          expect(Math.abs(each - (matrix[index] as number))).toBeLessThanOrEqual(1e-12)
        })
        const near = eigenOf(matrix, size, vectors).values.sort()
        near.forEach((each, index) => {
          expect(Math.abs(each - (values.slice().sort()[index] as number))).toBeLessThanOrEqual(1e-12)
        })
      }),
    )
  })

  it('leave no eigenvalue below zero, and keep diagonal 1 and symmetry', () => {
    fc.assert(
      fc.property(square, ({ size, matrix }) => {
        const repair = repairedCorrelation(matrix, size)
        const repaired = repair?.matrix ?? matrix
        expect(Math.min(...eigenOf(repaired, size).values)).toBeGreaterThanOrEqual(-1e-9)
        for (let row = 0; row < size; row++) {
          expect(repaired[row * size + row]).toBe(1)
          for (let column = 0; column < row; column++) {
            expect(repaired[row * size + column]).toBe(repaired[column * size + row])
          }
        }
        if (repair) expect(repair.leastEigenvalue < 0 && repair.distance > 0).toBe(true)
        expect(repairedCorrelation(repaired, size)).toBeNull()
      }),
    )
  })
})

describe('the order of clusters', () => {
  it('contains each asset once', () => {
    fc.assert(
      fc.property(square, ({ size, matrix }) => {
        const order = clusterOrder(size, (left, right) => matrix[left * size + right] as number)
        expect(order.toSorted((left, right) => left - right)).toEqual(Array.from({ length: size }, (_, index) => index))
      }),
    )
  })
})
