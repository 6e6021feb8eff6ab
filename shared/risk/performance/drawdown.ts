/** How far wealth fell from its highest point, and for how long. */

export interface DrawdownReport {
  /**
   * The deepest fall: depth as a positive fraction of the peak. Places count returns; 0 is the start. null where wealth
   * never fell. Of equal ones the first.
   */
  readonly deepest: {
    readonly depth: number
    readonly peak: number
    readonly trough: number
    /** Where wealth was back at the peak; null: not yet. */
    readonly recovered: number | null
  } | null
  /** How far below its peak wealth is now; 0 at the peak. */
  readonly current: number
  /** For how many returns wealth has been below its peak. */
  readonly currentLength: number
  /** Ulcer index: √(mean of squared drawdowns) over all returns (Martin & McCann 1989). 0 with no returns. */
  readonly ulcer: number
}

/** A smaller fall is a rounding remainder of wealth that is back at its peak. */
const NO_FALL = 1e-12

/** Drawdowns of wealth compounded from 1; the start is a peak. */
export function drawdownOf(returns: readonly number[]): DrawdownReport {
  let wealth = 1
  let top = { wealth: 1, at: 0 }
  let fall: DrawdownReport['deepest'] = null
  let deepest: DrawdownReport['deepest'] = null
  let squares = 0
  for (const [index, value] of returns.entries()) {
    const at = index + 1
    wealth *= 1 + value
    const depth = 1 - wealth / top.wealth
    if (depth <= NO_FALL) {
      deepest = madeGood(deepest, fall, at)
      fall = null
      top = { wealth: Math.max(wealth, top.wealth), at }
      continue
    }
    squares += depth ** 2
    fall = !fall || depth > fall.depth ? { depth, peak: top.at, trough: at, recovered: null } : fall
    if (!deepest || fall.depth > deepest.depth) deepest = fall
  }
  const current = fall ? 1 - wealth / top.wealth : 0
  return {
    deepest,
    current,
    currentLength: current > 0 ? returns.length - top.at : 0,
    ulcer: returns.length === 0 ? 0 : Math.sqrt(squares / returns.length),
  }
}

/** The deepest fall, recovered at `at` if it is the one that ends there. */
function madeGood(
  deepest: DrawdownReport['deepest'],
  ended: DrawdownReport['deepest'],
  at: number,
): DrawdownReport['deepest'] {
  return deepest && deepest.peak === ended?.peak ? { ...deepest, recovered: at } : deepest
}
