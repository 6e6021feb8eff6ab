export type Point = readonly [x: number, y: number]

/** Points of two columns; an x without a y has no point. */
export function pointsOf(xs: readonly number[], ys: readonly (number | null)[]): readonly Point[] {
  return xs.flatMap((x, index) => {
    const y = ys[index]
    return y === null || y === undefined ? [] : [[x, y] as const]
  })
}

/** The height of a polyline (ascending x) at `x`, by linear interpolation; null outside it. */
export function heightAt(points: readonly Point[], x: number): number | null {
  const next = points.findIndex((point) => point[0] >= x)
  const b = points[next]
  if (b === undefined) return null
  if (b[0] === x) return b[1]
  const a = points[next - 1]
  return a === undefined ? null : a[1] + ((b[1] - a[1]) * (x - a[0])) / (b[0] - a[0])
}
