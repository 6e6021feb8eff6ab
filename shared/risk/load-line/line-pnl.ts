import type { LoadLine } from '../report.ts'

/** A market move, and the profit there (negative: a loss) in the reporting coin. */
export type PnlPoint = readonly [shock: number, pnl: number]

/**
 * Profit and loss along a load line, by ascending market move: total equity at each move, less total equity at prices as
 * they are now. Both are with liquidations, or both without. A unit that is in liquidation now counts as lost before
 * prices move, as in a scenario. So neither equity with liquidations includes it.
 */
export function pnlAlong(line: Pick<LoadLine, 'shocks' | 'equity' | 'equityWithLiquidation' | 'breaches'>) {
  const { shocks, equity, equityWithLiquidation, breaches } = line
  const now = shocks.indexOf(0)
  const since = (values: readonly number[]): readonly PnlPoint[] =>
    shocks.map((shock, index) => [shock, (values[index] ?? NaN) - (values[now] ?? NaN)])
  const ignoring = equity && since(equity)
  const base = equityWithLiquidation?.[now] ?? NaN
  const drops = breaches.flatMap(({ shock, equityLeft }): PnlPoint[] =>
    equityLeft === null || shock === 0 ? [] : [[shock, equityLeft - base]],
  )
  return {
    /** Ignoring liquidations; null: total equity is not known. */
    ignoring,
    /** With liquidations; null: not known. Where a unit is lost there are two points, before the loss and after it. */
    left: ignoring && equityWithLiquidation && withDrops(since(equityWithLiquidation), drops, ignoring),
  }
}

function withDrops(
  path: readonly PnlPoint[],
  drops: readonly PnlPoint[],
  ignoring: readonly PnlPoint[],
): readonly PnlPoint[] {
  const side = (isOn: (point: PnlPoint) => boolean): readonly PnlPoint[] =>
    outward(path.filter(isOn), drops.filter(isOn), ignoring)
  return [...side(([shock]) => shock < 0).toReversed(), [0, 0], ...side(([shock]) => shock > 0)]
}

/** One side of a path, from prices as they are now outward. The path goes straight down at each drop. */
function outward(
  path: readonly PnlPoint[],
  drops: readonly PnlPoint[],
  ignoring: readonly PnlPoint[],
): readonly PnlPoint[] {
  const isDrop = new Set(drops)
  // If a profit was computed exactly at a drop, it is the profit after the drop.
  const inTurn = [...drops, ...path].toSorted(([a], [b]) => Math.abs(a) - Math.abs(b))
  const points: PnlPoint[] = [[0, 0]]
  /** The first point since the last drop. */
  let run = 0
  for (const point of inTurn) {
    const [shock] = point
    if (isDrop.has(point)) {
      const [b, a] = points.slice(Math.max(run, points.length - 2)).toReversed()
      const before = a && b ? alongLine(a, b, shock) : (b?.[1] ?? 0) + gain(ignoring, b?.[0] ?? 0, shock)
      points.push([shock, before], point)
      run = points.length - 1
    } else if (points.at(-1)?.[0] !== shock) points.push(point)
  }
  return points.slice(1)
}

/** The height at `shock` of the straight line through two points. */
function alongLine([x0, y0]: PnlPoint, [x1, y1]: PnlPoint, shock: number): number {
  return y1 + ((y1 - y0) * (shock - x1)) / (x1 - x0)
}

/** How much a path gains between two moves, taken as straight between computed moves. */
function gain(path: readonly PnlPoint[], from: number, to: number): number {
  const at = (shock: number): number => {
    const next = path.findIndex(([each]) => each >= shock)
    const [a, b] = [path[next - 1], path[next]]
    if (a === undefined || b === undefined) return b?.[1] ?? NaN
    return alongLine(a, b, shock)
  }
  return at(to) - at(from)
}

/**
 * The worst point of a path within a window of moves. If several are equally bad, the one nearest to today's prices.
 */
export function worstWithin(path: readonly PnlPoint[], [from, to]: readonly [number, number]): PnlPoint | null {
  return path
    .filter(([shock]) => shock >= from && shock <= to)
    .reduce<PnlPoint | null>((worst, point) => (worst === null || isWorse(point, worst) ? point : worst), null)
}

function isWorse([shock, pnl]: PnlPoint, [worstShock, worst]: PnlPoint): boolean {
  return pnl < worst || (pnl === worst && Math.abs(shock) < Math.abs(worstShock))
}
