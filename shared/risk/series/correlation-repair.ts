import { composed, eigenOf } from './eigen.ts'

/** A correlation matrix that returns could have, and what it took. */
export interface Repair {
  /** Row by row; symmetric, diagonal 1, no eigenvalue below zero. */
  readonly matrix: Float64Array
  /** The least eigenvalue before. */
  readonly leastEigenvalue: number
  /** How far it was moved: root of the sum of squared changes (Frobenius). */
  readonly distance: number
}

/** Eigenvalues that rounding may make of a zero. */
const ROUNDING = 1e-10
/** No eigenvalue ends below this share of the largest, so that the matrix stays usable after rounding. */
const LEAST_SHARE = 1e-8
/**
 * Change of one round, relative, at which the projections have met; and rounds after which they count as not meeting.
 */
const PRECISION = 1e-7
const ROUNDS = 100

/**
 * The nearest correlation matrix, by projections on the matrices without negative eigenvalues and those of diagonal 1
 * in turn, with Dykstra's correction (Higham 2002); where those do not meet in 100 rounds, `clippedCorrelation`. Null
 * when the matrix needs no repair: its diagonal is 1 and no eigenvalue is negative.
 */
export function repairedCorrelation(matrix: Float64Array, size: number): Repair | null {
  const before = eigenOf(matrix, size)
  const leastEigenvalue = least(before.values)
  if (leastEigenvalue >= -ROUNDING && hasUnitDiagonal(matrix, size)) return null
  const nearest = projections(matrix, size, before.vectors)
  const repaired = clippedCorrelation(nearest ?? matrix, size)
  return { matrix: repaired, leastEigenvalue, distance: distanceOf(repaired, matrix) }
}

/**
 * Eigenvalues below `floor` raised to it, then rows and columns scaled until the diagonal is 1 again. Not the
 * nearest, but always there.
 */
export function clippedCorrelation(matrix: Float64Array, size: number, floor?: number): Float64Array {
  const { values, vectors } = eigenOf(matrix, size)
  const bound = floor ?? LEAST_SHARE * values.reduce((most, value) => Math.max(most, value), 0)
  return withUnitDiagonal(
    composed(
      vectors,
      values.map((value) => Math.max(value, bound)),
      size,
    ),
    size,
  )
}

function projections(matrix: Float64Array, size: number, vectors: Float64Array): Float64Array | null {
  let current = matrix
  let near = vectors
  let correction = new Float64Array(size * size)
  for (let round = 0; round < ROUNDS; round++) {
    const uncorrected = minus(current, correction)
    const eigen = eigenOf(uncorrected, size, near)
    near = eigen.vectors
    const positive = composed(
      near,
      eigen.values.map((value) => Math.max(value, 0)),
      size,
    )
    correction = minus(positive, uncorrected)
    for (let index = 0; index < size; index++) positive[index * size + index] = 1
    const isMet = distanceOf(positive, current) <= PRECISION * distanceOf(positive, new Float64Array(size * size))
    current = positive
    if (isMet) return current
  }
  return null
}

function withUnitDiagonal(matrix: Float64Array, size: number): Float64Array {
  const scaled = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < row; column++) {
      const scale = Math.sqrt((matrix[row * size + row] as number) * (matrix[column * size + column] as number))
      const value = (matrix[row * size + column] as number) / scale
      scaled[row * size + column] = value
      scaled[column * size + row] = value
    }
    scaled[row * size + row] = 1
  }
  return scaled
}

function hasUnitDiagonal(matrix: Float64Array, size: number): boolean {
  for (let index = 0; index < size; index++) if (matrix[index * size + index] !== 1) return false
  return true
}

function least(values: Float64Array): number {
  return values.reduce((lowest, value) => Math.min(lowest, value), Infinity)
}

function minus(left: Float64Array, right: Float64Array): Float64Array<ArrayBuffer> {
  return Float64Array.from(left, (value, index) => value - (right[index] as number))
}

function distanceOf(left: Float64Array, right: Float64Array): number {
  return Math.sqrt(minus(left, right).reduce((sum, value) => sum + value * value, 0))
}
