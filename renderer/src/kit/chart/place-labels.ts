/** Places words on a chart where they lie on no line, on no point and on no other words. All in pixels. */
import { AXIS_TEXT_SIZE } from './axis.ts'

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export type Pixel = readonly [x: number, y: number]

/** One label: its words, then shorter ones for where those do not fit. */
export interface Wanted {
  /** Words, and the top left corners where they may begin, best first. */
  readonly phrases: readonly { readonly words: string; readonly corners: readonly Pixel[] }[]
}

/** Words that have found their place. */
interface Placed {
  readonly words: string
  readonly corner: Pixel
}

/** Estimates: average advance of the label font at 11 px, that of a square character, and the height of a line. */
const CHAR_PX = 6.2
const WIDE_PX = 11.2
const LINE_PX = AXIS_TEXT_SIZE + 4
/** From a point to its words, and how far a point reaches. */
const GAP = 9
const POINT_PX = 6

const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/gu

/** Estimated width of words. */
export function wordsPx(words: string): number {
  const wide = words.match(WIDE)?.length ?? 0
  return words.length * CHAR_PX + wide * (WIDE_PX - CHAR_PX)
}

/** How many lines of text away from their point words may stand. */
const FARTHEST = 7

/** Corners for words at a point: beside it, then a line higher or lower at a time; `first`: the side to try first. */
export function around([x, y]: Pixel, words: string, first: 'left' | 'right'): readonly Pixel[] {
  const right = x + GAP
  const left = x - GAP - wordsPx(words)
  const sides = first === 'right' ? [right, left] : [left, right]
  const steps = Array.from({ length: FARTHEST }, (_, index) => [-index - 1, index + 1]).flat()
  return [0, ...steps].flatMap((step) => sides.map((side): Pixel => [side, y + (step - 0.5) * LINE_PX]))
}

/**
 * For each label, the most important first, the words that fit and where; null: none does. They keep clear of the edges
 * of `room`, of lines and of points.
 */
export function placeLabels(
  wanted: readonly Wanted[],
  {
    room,
    lines,
    points,
  }: { readonly room: Box; readonly lines: readonly (readonly Pixel[])[]; readonly points: readonly Pixel[] },
): readonly (Placed | null)[] {
  const taken = points.map(([x, y]): Box => ({
    left: x - POINT_PX,
    right: x + POINT_PX,
    top: y - POINT_PX,
    bottom: y + POINT_PX,
  }))
  const isFree = (box: Box): boolean =>
    isWithin(box, room) && !taken.some((other) => overlap(box, other)) && !lines.some((line) => crosses(line, box))
  return wanted.map(({ phrases }) => {
    for (const { words, corners } of phrases) {
      const corner = corners.find((each) => isFree(boxOf(each, words)))
      if (corner === undefined) continue
      taken.push(boxOf(corner, words))
      return { words, corner }
    }
    return null
  })
}

function boxOf([left, top]: Pixel, words: string): Box {
  return { left, top, right: left + wordsPx(words), bottom: top + LINE_PX }
}

function isWithin(box: Box, room: Box): boolean {
  return box.left >= room.left && box.right <= room.right && box.top >= room.top && box.bottom <= room.bottom
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

/** Whether any part of a polyline lies in a box. */
export function crosses(line: readonly Pixel[], box: Box): boolean {
  return line.some((to, index) => {
    const from = line[index - 1]
    return from !== undefined && segmentCrosses(from, to, box)
  })
}

/** Clips the segment to the box, one axis after the other (Liang and Barsky 1984): something is left if it crosses. */
function segmentCrosses([x0, y0]: Pixel, [x1, y1]: Pixel, box: Box): boolean {
  const across = within(x0, x1, box.left, box.right)
  const down = within(y0, y1, box.top, box.bottom)
  return across !== null && down !== null && Math.max(across[0], down[0]) <= Math.min(across[1], down[1])
}

/** The part of a segment, as fractions of its length, that lies between two values; null: none. */
function within(from: number, to: number, low: number, high: number): readonly [number, number] | null {
  if (from === to) return from >= low && from <= high ? [0, 1] : null
  const [a, b] = [(low - from) / (to - from), (high - from) / (to - from)]
  const [enter, leave] = [Math.max(0, Math.min(a, b)), Math.min(1, Math.max(a, b))]
  return enter <= leave ? [enter, leave] : null
}
