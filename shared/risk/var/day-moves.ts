import { SMALLEST_FACTOR, type Market } from '../shock/market-sum.ts'

/** Relative moves (after / before - 1) over days; null: no move. Markets that move alike share one list. */
export interface DayMoves {
  /** The moves of a market: g - 1. */
  market(market: Market): Float64Array | null
  /** The moves of an asset's value in the yardstick. */
  worth(asset: string): Float64Array | null
}

/** The moves given by simple returns of assets; assets without returns do not move. */
export function dayMoves(returns: ReadonlyMap<string, Float64Array>, yardstick: string | null): DayMoves {
  const known = new Map<string, Float64Array | null>()
  const listOf = (asset: string | null): Float64Array | null => (asset === null ? null : (returns.get(asset) ?? null))
  const moving = (asset: string | null): string | null => (asset !== null && returns.has(asset) ? asset : null)

  function ratio(over: string | null, under: string | null): Float64Array | null {
    const numerator = moving(over)
    const denominator = moving(under)
    if (numerator === denominator) return null
    const key = `${numerator ?? ''}\n${denominator ?? ''}`
    const found = known.get(key)
    if (found !== undefined) return found
    const fresh = quotient(listOf(numerator), listOf(denominator))
    known.set(key, fresh)
    return fresh
  }

  return {
    market: ({ base, quote }) => (quote === null ? ratio(null, base) : ratio(base, quote)),
    worth: (asset) => ratio(asset, yardstick),
  }
}

/** (1 + over) / (1 + under) - 1 on every day. */
function quotient(over: Float64Array | null, under: Float64Array | null): Float64Array | null {
  if (!under) return over ? above(over, SMALLEST_FACTOR - 1) : null
  return under.map((move, day) => {
    const measure = Math.max(1 + move, SMALLEST_FACTOR)
    const own = over ? Math.max(over[day] ?? 0, SMALLEST_FACTOR - 1) : 0
    return (1 + own) / measure - 1
  })
}

/**
 * The values, raised to `least` where they are below it. The same array if none was, which is nearly always the case.
 */
function above(values: Float64Array, least: number): Float64Array {
  for (let day = 0; day < values.length; day++) {
    if ((values[day] as number) < least) return values.map((value) => Math.max(value, least))
  }
  return values
}
