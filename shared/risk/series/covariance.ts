import { mean } from '../number/moments.ts'
import { crossProducts } from './cross-products.ts'
import { moves } from './return-series.ts'

/**
 * Pearson's correlation of every pair of columns of one length, row by row: symmetric, within [-1, 1], diagonal 1. A
 * column that does not move gives NaN, which must not reach a report.
 */
export function correlationMatrix(columns: readonly Float64Array[]): Float64Array {
  const size = columns.length
  const days = columns[0]?.length ?? 0
  const still = new Float64Array(days).fill(NaN)
  const standard = columns.map((column) => standardised(column) ?? still)
  const products = crossProducts(standard)
  for (let index = 0; index < products.length; index++) {
    products[index] = Math.max(-1, Math.min(1, (products[index] as number) / days))
  }
  for (let row = 0; row < size; row++) {
    const own = row * size + row
    if (!Number.isNaN(products[own])) products[own] = 1
  }
  return products
}

/**
 * Covariance (divisor n) shrunk toward its mean variance x the identity by the optimal weight (Ledoit & Wolf 2004). On
 * standardised columns it is (1 - d) correlation + d identity; on raw ones it would follow the wildest asset. `matrix`:
 * row by row; `shrinkage`: weight of the identity, 0 to 1. No columns or days: empty.
 */
export function ledoitWolf(columns: readonly Float64Array[]) {
  const size = columns.length
  const days = columns[0]?.length ?? 0
  if (days === 0) return { matrix: new Float64Array(size * size), shrinkage: 0 }
  const centredColumns = columns.map(centred)
  const matrix = crossProducts(centredColumns).map((sum) => sum / days)
  const variance = mean(centredColumns.map((_, index) => matrix[index * size + index] as number))
  const spread = matrix.reduce((sum, value) => sum + value * value, 0)
  const distance = (spread - size * variance * variance) / size
  const noise = (fourthMoment(centredColumns, days) - spread) / (size * days)
  const shrinkage = distance > 0 ? Math.max(0, Math.min(noise, distance)) / distance : 0
  const shrunk = matrix.map((value, index) => {
    const isDiagonal = index % (size + 1) === 0
    return (1 - shrinkage) * value + (isDiagonal ? shrinkage * variance : 0)
  })
  return { matrix: shrunk, shrinkage }
}

/** The column with mean 0 and mean square 1; null if it does not move. Scaled first, against overflow. */
export function standardised(column: Float64Array): Float64Array | null {
  if (!moves(column)) return null
  let most = 0
  for (let day = 0; day < column.length; day++) most = Math.max(most, Math.abs(column[day] as number))
  const own = centred(divided(column, most))
  let squares = 0
  for (let day = 0; day < own.length; day++) squares += (own[day] as number) ** 2
  const scale = Math.sqrt(squares / own.length)
  return scale > 0 && Number.isFinite(scale) ? divided(own, scale) : null
}

function centred(column: Float64Array): Float64Array {
  const middle = mean(column)
  const own = new Float64Array(column.length)
  for (let day = 0; day < own.length; day++) own[day] = (column[day] as number) - middle
  return own
}

function divided(column: Float64Array, by: number): Float64Array {
  const own = new Float64Array(column.length)
  for (let day = 0; day < own.length; day++) own[day] = (column[day] as number) / by
  return own
}

/** Sum over all pairs of columns of the mean of x^2 y^2: the mean of the squared sum of squares of a day. */
function fourthMoment(columns: readonly Float64Array[], days: number): number {
  const squares = new Float64Array(days)
  for (const column of columns) {
    for (let day = 0; day < days; day++) squares[day] = (squares[day] as number) + (column[day] as number) ** 2
  }
  return squares.reduce((sum, value) => sum + value * value, 0) / days
}
