import { wordsPx } from '../../kit/chart/place-labels.ts'

/** A mark with its place in a lane: a row, and the side of its label; without a side there was no room for words. */
export interface Placed<T> {
  readonly item: T
  readonly row: number
  readonly side: 'left' | 'right' | null
}

/** No mark with words is shorter: marks for which no lane has room get none, because words take time. */
const SHORTEST_PX = 50
/** Room for a mark and the gap to its words. */
const MARK_PX = 22

/** Estimated width of a mark with its words. */
export function labelPx(words: string): number {
  return wordsPx(words) + MARK_PX
}

/**
 * Puts labelled marks into as few rows as keep labels apart. Marks outside the window are left out; a label goes right
 * of its mark, or left where it would run over the edge. A mark that finds no free row stays in the last, without words.
 */
export function stagger<T>(
  items: readonly T[],
  place: (item: T) => number,
  label: (item: T) => string,
  lane: { readonly window: readonly [from: number, to: number]; readonly widthPx: number; readonly rows: number },
): readonly Placed<T>[] {
  const [from, to] = lane.window
  const taken: { from: number; to: number }[][] = Array.from({ length: lane.rows }, () => [])
  const most = (lane.rows * lane.widthPx) / SHORTEST_PX
  const inside = items.filter((item) => place(item) >= from && place(item) <= to)
  // Nearest to now first: if room runs out, the far ones lose their words.
  return inside
    .toSorted((a, b) => Math.abs(place(a)) - Math.abs(place(b)))
    .map((item, nth): Placed<T> => {
      if (nth >= most) return { item, row: lane.rows - 1, side: null }
      const x = ((place(item) - from) / (to - from)) * lane.widthPx
      const length = labelPx(label(item))
      const side = x + length <= lane.widthPx ? 'right' : 'left'
      const span =
        side === 'right' ? { from: x - MARK_PX / 2, to: x + length } : { from: x - length, to: x + MARK_PX / 2 }
      const row = taken.findIndex((spans) => spans.every((other) => span.to <= other.from || span.from >= other.to))
      if (row === -1) return { item, row: lane.rows - 1, side: null }
      taken[row]?.push(span)
      return { item, row, side }
    })
}
