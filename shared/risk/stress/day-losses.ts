import type { CountedUnit } from './book.ts'
import type { DayMoves } from './day-moves.ts'

/**
 * Units of one market and one margin coin, each of one term: how far the market must move until each is gone is known ahead,
 * so a day is looked up among those moves instead of every unit being worked out on it.
 */
export interface SimpleUnits {
  readonly move: Float64Array
  /** Of the margin coin; null: it does not move. */
  readonly worth: Float64Array | null
  readonly falls: Thresholds
  readonly rises: Thresholds
}

/** The moves that end units, nearest first, as sizes; with what the first n have together, in the reporting coin. */
interface Thresholds {
  readonly sizes: Float64Array
  readonly standing: Float64Array
  readonly gain: Float64Array
}

interface Ending {
  readonly size: number
  readonly standing: number
  readonly gain: number
}

/** Splits units that can be liquidated into those of one moving term, by market, and others. Those that do not move are left out. */
export function simpleUnits(
  counted: readonly CountedUnit[],
  moves: DayMoves,
): { simple: readonly SimpleUnits[]; others: readonly CountedUnit[] } {
  const groups = new Map<Float64Array, Map<string, CountedUnit[]>>()
  const others: CountedUnit[] = []
  for (const unit of counted) {
    if (unit.state !== 'ok' || !unit.free) continue
    const moving = [...unit.free.terms, ...unit.equity.terms].flatMap((term) => moves.market(term) ?? [])
    const [move] = moving
    if (!move) continue
    if (Math.max(unit.free.terms.length, unit.equity.terms.length) > 1 || moving.some((each) => each !== move))
      others.push(unit)
    else {
      const byCoin = groups.get(move) ?? new Map<string, CountedUnit[]>()
      groups.set(move, byCoin)
      const group = byCoin.get(unit.marginCoin) ?? []
      byCoin.set(unit.marginCoin, group)
      group.push(unit)
    }
  }
  const simple = [...groups].flatMap(([move, byCoin]) =>
    [...byCoin].map(([coin, units]) => ({ move, worth: moves.worth(coin), ...endings(units) })),
  )
  return { simple, others }
}

/** Takes from each day what the units that are gone on it would have been worth. */
export function loseSimpleUnits(left: Float64Array, groups: readonly SimpleUnits[]): void {
  for (const { move, worth, falls, rises } of groups) {
    for (let day = 0; day < left.length; day++) {
      const x = move[day] as number
      const { sizes, standing, gain } = x < 0 ? falls : rises
      const gone = countUpTo(sizes, Math.abs(x))
      if (gone === 0) continue
      const lost = (standing[gone - 1] as number) + (gain[gone - 1] as number) * x
      left[day] = (left[day] as number) - lost * (1 + (worth === null ? 0 : (worth[day] as number)))
    }
  }
}

/** A unit is gone where now + coefficient x move is not positive: at move = -now / coefficient and beyond. */
function endings(units: readonly CountedUnit[]): Pick<SimpleUnits, 'falls' | 'rises'> {
  const falls: Ending[] = []
  const rises: Ending[] = []
  for (const { free, equity, rate } of units) {
    const coefficient = free?.terms[0]?.coefficient
    if (!free || coefficient === undefined) continue
    const ending = {
      size: free.now / Math.abs(coefficient),
      standing: equity.now * rate,
      gain: (equity.terms[0]?.coefficient ?? 0) * rate,
    }
    if (coefficient > 0) falls.push(ending)
    else rises.push(ending)
  }
  return { falls: thresholds(falls), rises: thresholds(rises) }
}

function thresholds(endings: readonly Ending[]): Thresholds {
  const sorted = endings.toSorted((a, b) => a.size - b.size)
  return {
    sizes: Float64Array.from(sorted, ({ size }) => size),
    standing: runningSum(sorted.map(({ standing }) => standing)),
    gain: runningSum(sorted.map(({ gain }) => gain)),
  }
}

function runningSum(values: readonly number[]): Float64Array {
  let sum = 0
  return Float64Array.from(values, (value) => (sum += value))
}

/** How many of the ascending sizes are at most `limit`. */
function countUpTo(sizes: Float64Array, limit: number): number {
  if (sizes.length === 0 || (sizes[0] as number) > limit) return 0
  let low = 0
  let high = sizes.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sizes[middle] as number) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
