import type { Bar } from '../../domain/bar.ts'

/** Simple returns of one asset, oldest first. */
export interface ReturnSeries {
  /** Opening time of the later of the two candles a return lies between, ms; strictly rising. */
  readonly times: readonly number[]
  /** close / close before - 1; finite and above -1. */
  readonly values: Float64Array
  /** Candles missing between the first and the last one. */
  readonly gaps: number
  /** Candles left out: close not above zero, time not rising, return not finite. */
  readonly rejected: number
}

/** The series of an asset without history. */
export const NO_RETURNS: ReturnSeries = { times: [], values: new Float64Array(0), gaps: 0, rejected: 0 }

/**
 * Simple returns between candles exactly one interval apart. Over a gap there is none: a move of several days is not a
 * day's move. Bars oldest first; none or one gives no returns.
 */
export function returnsOf(bars: readonly Bar[], intervalMs: number): ReturnSeries {
  const times: number[] = []
  const values: number[] = []
  let gaps = 0
  let rejected = 0
  let before: Bar | null = null
  let last: number | null = null
  for (const bar of bars) {
    if (!Number.isFinite(bar.openTime) || (last !== null && bar.openTime <= last)) {
      rejected += 1
      continue
    }
    if (last !== null) gaps += Math.max(0, Math.round((bar.openTime - last) / intervalMs) - 1)
    last = bar.openTime
    const follows: boolean = before !== null && bar.openTime - before.openTime === intervalMs
    const value: number = follows && before !== null ? bar.close / before.close - 1 : 0
    if (!isPrice(bar.close) || !isReturn(value)) {
      rejected += 1
      before = null
      continue
    }
    if (follows) {
      times.push(bar.openTime)
      values.push(value)
    }
    before = bar
  }
  return { times, values: Float64Array.from(values), gaps, rejected }
}

/** A larger daily move, either way, is likelier a split, a new denomination or a delisting than trading. */
const SUSPECT = Math.log(1.9)

/** The returns above 90 % or below -47 %, oldest first. They stay in the series: a person must judge them. */
export function suspectMoves({
  times,
  values,
}: ReturnSeries): readonly { readonly day: number; readonly move: number }[] {
  return times.flatMap((day, index) => {
    const move = values[index] as number
    return Math.abs(Math.log1p(move)) > SUSPECT ? [{ day, move }] : []
  })
}

/** The returns of two series on their common days, oldest first. */
export function onCommonDays(left: ReturnSeries, right: ReturnSeries): readonly [Float64Array, Float64Array] {
  const ours = new Float64Array(Math.min(left.times.length, right.times.length))
  const theirs = new Float64Array(ours.length)
  const count = eachCommonDay(left, right, (mine, other, place) => {
    ours[place] = left.values[mine] as number
    theirs[place] = right.values[other] as number
  })
  return [ours.subarray(0, count), theirs.subarray(0, count)]
}

/** The number of common days. */
export function overlapOf(left: ReturnSeries, right: ReturnSeries): number {
  return left === right ? left.times.length : eachCommonDay(left, right, () => undefined)
}

/** Visits the common days in order, with the index in each series and of the common day. Returns their number. */
function eachCommonDay(
  { times: ours }: ReturnSeries,
  { times: theirs }: ReturnSeries,
  visit: (left: number, right: number, place: number) => void,
): number {
  let [left, right, count] = [0, 0, 0]
  while (left < ours.length && right < theirs.length) {
    const apart = (ours[left] as number) - (theirs[right] as number)
    if (apart === 0) {
      visit(left, right, count)
      count += 1
    }
    if (apart <= 0) left += 1
    if (apart >= 0) right += 1
  }
  return count
}

/** Whether the values differ: a constant has no correlation and no beta, even if rounding produces one. */
export function moves(values: ArrayLike<number>): boolean {
  for (let index = 1; index < values.length; index++) if (values[index] !== values[0]) return true
  return false
}

function isPrice(value: number): boolean {
  return Number.isFinite(value) && value > 0
}

function isReturn(value: number): boolean {
  return Number.isFinite(value) && value > -1
}
