import { message } from '../../words/message.ts'
import { total } from '../number/moments.ts'
import type { CorrelationReport } from '../statistics-report.ts'
import { commonDays } from './align.ts'
import { clusterOrder } from './cluster.ts'
import { repairedCorrelation } from './correlation-repair.ts'
import { correlationMatrix, ledoitWolf, standardised } from './covariance.ts'
import { moves, NO_RETURNS, onCommonDays, overlapOf, type ReturnSeries } from './return-series.ts'

/** The most assets of a report, and the common days that two of them need. */
const MOST_ASSETS = 40
const CORRELATION_DAYS = 60
/** All pairs use the common days if those are this share of the longest history; else each pair has its own days. */
const WINDOW_SHARE = 0.9

/**
 * Correlation of daily returns of the first 40 assets given (the largest exposures first). Histories of about the same
 * days: those days for all, shrunk toward the identity (`ledoitWolf` on standardised columns). Unequal histories: each
 * pair on its own common days, repaired if the matrix is not positive semidefinite (`repairedCorrelation`). A pair is
 * null with fewer than 60 common days or if one of them does not move; the repair uses the value that a third asset
 * implies. The order of `assets` does not matter.
 */
export function correlationOf(series: ReadonlyMap<string, ReturnSeries>, assets: readonly string[]): CorrelationReport {
  const named = [...new Set(assets)]
    .slice(0, MOST_ASSETS)
    .sort()
    .map((asset): Named => ({ asset, returns: series.get(asset) ?? NO_RETURNS }))
  const usable = named.filter(({ returns }) => returns.times.length >= CORRELATION_DAYS && moves(returns.values))
  if (usable.length < 2) return { ...NOTHING, reason: message('figure.needsTwoAssets', { days: CORRELATION_DAYS }) }
  const estimate = complete(usable) ?? pairwise(usable)
  const order = clusterOrder(usable.length, (left, right) => estimate.rows[left]?.[right] ?? 0)
  const places = new Map(order.map((from) => [(usable[from] as Named).asset, from]))
  const shown = [...order.map((from) => usable[from] as Named), ...named.filter((each) => !usable.includes(each))]
  const overlap = overlapsOf(shown, new Set(usable), estimate.window)
  return {
    assets: shown.map(({ asset }) => asset),
    matrix: shown.map((row) =>
      shown.map((column) => estimate.rows[places.get(row.asset) ?? -1]?.[places.get(column.asset) ?? -1] ?? null),
    ),
    overlap,
    ...spanOf(estimate.window ?? sharedDays(usable)),
    shrinkage: estimate.shrinkage,
    repair: estimate.repair,
    reason: null,
  }
}

const NOTHING = { assets: [], matrix: [], overlap: [], from: null, to: null, shrinkage: null, repair: null }

interface Named {
  readonly asset: string
  readonly returns: ReturnSeries
}

interface Estimate extends Pick<CorrelationReport, 'shrinkage' | 'repair'> {
  readonly rows: CorrelationReport['matrix']
  /** The days that all pairs use; null: each pair has its own. */
  readonly window: readonly number[] | null
}

/** All assets on their common days; null when those are too few, or one asset does not move on them. */
function complete(assets: readonly Named[]): Estimate | null {
  const days = commonDays(assets.map(({ returns }) => returns.times))
  const longest = Math.max(...assets.map(({ returns }) => returns.times.length))
  if (days.length < Math.max(CORRELATION_DAYS, WINDOW_SHARE * longest)) return null
  const window = { ...NO_RETURNS, times: days, values: new Float64Array(days.length) }
  const columns = assets.map(({ returns }) => standardised(onCommonDays(returns, window)[0]))
  if (!columns.every((column) => column !== null)) return null
  const { shrinkage } = ledoitWolf(columns)
  const matrix = correlationMatrix(columns).map((value, index) =>
    index % (assets.length + 1) === 0 ? 1 : (1 - shrinkage) * value,
  )
  return { rows: rowsOf(matrix, assets.length), window: days, shrinkage, repair: null }
}

function pairwise(assets: readonly Named[]): Estimate {
  const size = assets.length
  const known = assets.map(({ returns }, index) =>
    assets.slice(0, index).map((other) => pairCorrelation(returns, other.returns)),
  )
  /** The correlation of two assets by their index; null: not known. */
  const at = (row: number, column: number): number | null =>
    row === column ? 1 : (known[Math.max(row, column)]?.[Math.min(row, column)] ?? null)
  const matrix = Float64Array.from({ length: size * size }, (_, index) => {
    const [row, column] = [Math.floor(index / size), index % size]
    return at(row, column) ?? impliedCorrelation(size, at, row, column)
  })
  const repair = repairedCorrelation(matrix, size)
  const rows = rowsOf(repair?.matrix ?? matrix, size).map((values, row) =>
    values.map((value, column) => (at(row, column) === null ? null : value)),
  )
  return {
    rows,
    window: null,
    shrinkage: null,
    repair: repair && { leastEigenvalue: repair.leastEigenvalue, distance: distanceOf(rows, at) },
  }
}

/** The correlation implied by the third asset most like both: the product of their correlations to it; else 0. */
function impliedCorrelation(
  size: number,
  at: (row: number, column: number) => number | null,
  row: number,
  column: number,
): number {
  let strongest = 0
  for (let third = 0; third < size; third++) {
    const through = (at(row, third) ?? 0) * (at(third, column) ?? 0)
    if (Math.abs(through) > Math.abs(strongest)) strongest = through
  }
  return strongest
}

/** How far the known pairs were moved (Frobenius). */
function distanceOf(rows: CorrelationReport['matrix'], at: (row: number, column: number) => number | null): number {
  const moved = rows.flatMap((values, row) => values.map((value, column) => (value ?? 0) - (at(row, column) ?? 0)))
  return Math.sqrt(total(moved.map((difference) => difference * difference)))
}

function pairCorrelation(left: ReturnSeries, right: ReturnSeries): number | null {
  const [ours, theirs] = onCommonDays(left, right)
  if (ours.length < CORRELATION_DAYS) return null
  const columns = [standardised(ours), standardised(theirs)]
  if (!columns.every((column) => column !== null)) return null
  return correlationMatrix(columns)[1] as number
}

/** Days on which at least two assets have a return. */
function sharedDays(assets: readonly Named[]): readonly number[] {
  const counts = new Map<number, number>()
  for (const { returns } of assets) for (const day of returns.times) counts.set(day, (counts.get(day) ?? 0) + 1)
  return [...counts].flatMap(([day, count]) => (count > 1 ? [day] : [])).sort((a, b) => a - b)
}

function spanOf(days: readonly number[]): Pick<CorrelationReport, 'from' | 'to'> {
  return { from: days[0] ?? null, to: days.at(-1) ?? null }
}

function overlapsOf(
  assets: readonly Named[],
  usable: ReadonlySet<Named>,
  window: Estimate['window'],
): CorrelationReport['overlap'] {
  const below = assets.map((own, row) =>
    assets
      .slice(0, row + 1)
      .map((other) =>
        window && usable.has(own) && usable.has(other) ? window.length : overlapOf(own.returns, other.returns),
      ),
  )
  return assets.map((_, row) => assets.map((__, column) => below[Math.max(row, column)]?.[Math.min(row, column)] ?? 0))
}

function rowsOf(matrix: Float64Array, size: number): readonly (readonly number[])[] {
  return Array.from({ length: size }, (_, row) => Array.from(matrix.subarray(row * size, (row + 1) * size)))
}
