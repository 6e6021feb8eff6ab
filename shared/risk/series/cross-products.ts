/** Columns of a block: their sums stay in registers. */
const BLOCK = 4

/**
 * sum(x y) of every pair of columns of one length, as a symmetric matrix row by row. Works on four columns by two at a
 * time: every value read is used twice or four times, so 200 columns of 1,000 days take milliseconds.
 */
export function crossProducts(columns: readonly Float64Array[]): Float64Array {
  const size = columns.length
  const products = new Float64Array(size * size)
  for (let row = 0; row < size; row += BLOCK) {
    for (let column = 0; column < Math.min(row + BLOCK, size); column += 2) {
      block(columns, row, column, products)
    }
  }
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < row; column++) products[column * size + row] = products[row * size + column] as number
  }
  return products
}

/** Rows row..row+3 by columns column, column+1; past the last column, the last one is computed again. */
function block(columns: readonly Float64Array[], row: number, column: number, products: Float64Array): void {
  const inside = (index: number): number => Math.min(index, columns.length - 1)
  const at = (index: number): Float64Array => columns[index] as Float64Array
  const [r1, r2, r3, c1] = [inside(row + 1), inside(row + 2), inside(row + 3), inside(column + 1)]
  const [a, b, c, d, x, y] = [at(row), at(r1), at(r2), at(r3), at(column), at(c1)]
  let ax = 0
  let ay = 0
  let bx = 0
  let by = 0
  let cx = 0
  let cy = 0
  let dx = 0
  let dy = 0
  for (let day = 0; day < a.length; day++) {
    const left = x[day] as number
    const right = y[day] as number
    const first = a[day] as number
    const second = b[day] as number
    const third = c[day] as number
    const fourth = d[day] as number
    ax += first * left
    ay += first * right
    bx += second * left
    by += second * right
    cx += third * left
    cy += third * right
    dx += fourth * left
    dy += fourth * right
  }
  const size = columns.length
  products[row * size + column] = ax
  products[row * size + c1] = ay
  products[r1 * size + column] = bx
  products[r1 * size + c1] = by
  products[r2 * size + column] = cx
  products[r2 * size + c1] = cy
  products[r3 * size + column] = dx
  products[r3 * size + c1] = dy
}
