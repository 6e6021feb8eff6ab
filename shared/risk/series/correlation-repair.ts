import { composed, eigenOf } from './eigen.ts'

/** Rounding may turn an eigenvalue of zero into this. */
const ROUNDING = 1e-10
/** No eigenvalue ends below this share of the largest, so that the matrix stays usable after rounding. */
const LEAST_SHARE = 1e-8
/** The projections converge when a round changes them by at most this share; and the most rounds. */
const PRECISION = 1e-7
const ROUNDS = 100

/**
 * The nearest correlation matrix (row by row; symmetric, diagonal 1, no negative eigenvalue), by projections on the
 * matrices without negative eigenvalues and those of diagonal 1 in turn, with Dykstra's correction (Higham 2002); if
 * they do not converge in 100 rounds, `clippedCorrelation`. Also returns the least eigenvalue before the repair and its
 * Frobenius distance. Null when the matrix needs no repair.
 */
export function repairedCorrelation(matrix: Float64Array, size: number) {
  const before = eigenOf(matrix, size)
  const leastEigenvalue = before.values.reduce((least, value) => Math.min(least, value), Infinity)
  if (leastEigenvalue >= -ROUNDING && hasUnitDiagonal(matrix, size)) return null
  const nearest = projections(matrix, size, before.vectors)
  const repaired = clippedCorrelation(nearest ?? matrix, size)
  return { matrix: repaired, leastEigenvalue, distance: distanceOf(repaired, matrix) }
}

/** Raises eigenvalues to at least `floor`, then scales the diagonal back to 1. Not the nearest, but always found. */
export function clippedCorrelation(matrix: Float64Array, size: number, floor?: number): Float64Array {
  const { values, vectors } = eigenOf(matrix, size)
  const bound = floor ?? LEAST_SHARE * values.reduce((most, value) => Math.max(most, value), 0)
  const raised = values.map((value) => Math.max(value, bound))
  return withUnitDiagonal(composed(vectors, raised, size), size)
}

function projections(matrix: Float64Array, size: number, vectors: Float64Array): Float64Array | null {
  let current = matrix
  let near = vectors
  let correction = new Float64Array(size * size)
  for (let round = 0; round < ROUNDS; round++) {
    const uncorrected = minus(current, correction)
    const eigen = eigenOf(uncorrected, size, near)
    near = eigen.vectors
    const clipped = eigen.values.map((value) => Math.max(value, 0))
    const positive = composed(near, clipped, size)
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

function minus(left: Float64Array, right: Float64Array): Float64Array<ArrayBuffer> {
  return Float64Array.from(left, (value, index) => value - (right[index] as number))
}

function distanceOf(left: Float64Array, right: Float64Array): number {
  return Math.sqrt(minus(left, right).reduce((sum, value) => sum + value * value, 0))
}
