const SWEEPS = 30

/**
 * Eigenvalues and eigenvectors of a symmetric matrix (size x size, row by row) by cyclic rotations, each of which makes
 * one pair of off-diagonal values zero, until all are negligible (Jacobi 1846). Row k of `vectors` is the unit
 * eigenvector of value k; the order is arbitrary. Fine up to about 100 rows. `near`: vectors of a similar matrix, which
 * save sweeps.
 */
export function eigenOf(matrix: Float64Array, size: number, near?: Float64Array) {
  const vectors = near ? near.slice() : identity(size)
  const work = near ? seenFrom(matrix, near, size) : matrix.slice()
  const negligible = Number.EPSILON * work.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  for (let sweep = 0; sweep < SWEEPS && rotateAll(work, vectors, size, negligible); sweep++);
  return { values: Float64Array.from({ length: size }, (_, index) => work[index * size + index] as number), vectors }
}

/** The matrix with these eigenvectors and eigenvalues: sum(value x vector vector'). */
export function composed(vectors: Float64Array, values: ArrayLike<number>, size: number): Float64Array {
  const matrix = new Float64Array(size * size)
  for (let k = 0; k < size; k++) {
    for (let row = 0; row < size; row++) {
      const scaled = (values[k] as number) * (vectors[k * size + row] as number)
      if (scaled === 0) continue
      for (let column = 0; column <= row; column++) {
        matrix[row * size + column] =
          (matrix[row * size + column] as number) + scaled * (vectors[k * size + column] as number)
      }
    }
  }
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < row; column++) matrix[column * size + row] = matrix[row * size + column] as number
  }
  return matrix
}

/** One rotation for every pair above `negligible`. Returns whether there was any. */
function rotateAll(work: Float64Array, vectors: Float64Array, size: number, negligible: number): boolean {
  let isTurned = false
  for (let p = 0; p < size - 1; p++) {
    for (let q = p + 1; q < size; q++) {
      const off = work[p * size + q] as number
      if (Math.abs(off) <= negligible) continue
      isTurned = true
      const theta = ((work[q * size + q] as number) - (work[p * size + p] as number)) / (2 * off)
      const tangent = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
      const cosine = 1 / Math.sqrt(tangent * tangent + 1)
      turnColumns(work, size, p, q, cosine, tangent * cosine)
      turnRows(work, size, p, q, cosine, tangent * cosine)
      turnRows(vectors, size, p, q, cosine, tangent * cosine)
      work[p * size + q] = 0
      work[q * size + p] = 0
    }
  }
  return isTurned
}

function turnRows(matrix: Float64Array, size: number, p: number, q: number, cosine: number, sine: number): void {
  for (let index = 0; index < size; index++) turn(matrix, p * size + index, q * size + index, cosine, sine)
}

function turnColumns(matrix: Float64Array, size: number, p: number, q: number, cosine: number, sine: number): void {
  for (let index = 0; index < size; index++) turn(matrix, index * size + p, index * size + q, cosine, sine)
}

function turn(matrix: Float64Array, left: number, right: number, cosine: number, sine: number): void {
  const own = matrix[left] as number
  const other = matrix[right] as number
  matrix[left] = cosine * own - sine * other
  matrix[right] = sine * own + cosine * other
}

/** V matrix V': the matrix in the coordinates of the rows of V. */
function seenFrom(matrix: Float64Array, vectors: Float64Array, size: number): Float64Array {
  return timesTransposed(vectors, timesTransposed(vectors, matrix, size), size)
}

/** left x right', both row by row; for left x right pass a symmetric or transposed `right`. */
function timesTransposed(left: Float64Array, right: Float64Array, size: number): Float64Array {
  const product = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      let sum = 0
      for (let k = 0; k < size; k++) sum += (left[row * size + k] as number) * (right[column * size + k] as number)
      product[row * size + column] = sum
    }
  }
  return product
}

function identity(size: number): Float64Array {
  const matrix = new Float64Array(size * size)
  for (let index = 0; index < size; index++) matrix[index * size + index] = 1
  return matrix
}
