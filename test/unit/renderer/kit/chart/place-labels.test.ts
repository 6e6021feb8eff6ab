import { describe, expect, it } from 'vitest'
import {
  around,
  crosses,
  placeLabels,
  wordsPx,
  type Pixel,
} from '../../../../../renderer/src/kit/chart/place-labels.ts'

const ROOM = { left: 0, top: 0, right: 400, bottom: 200 }
const WORDS = 'BTC cross 31.2 %'

function place(at: Pixel, lines: readonly (readonly Pixel[])[] = [], others: readonly Pixel[] = []): Pixel | null {
  const [placed] = placeLabels([{ phrases: [{ words: WORDS, corners: around(at, WORDS, 'right') }] }], {
    room: ROOM,
    lines,
    points: [at, ...others],
  })
  return placed?.corner ?? null
}

describe('placeLabels', () => {
  it('puts words beside their point, level with it', () => {
    expect(place([100, 100])).toEqual([109, 92.5])
  })

  it('takes the other side where the words would run over the edge', () => {
    expect(place([390, 100])?.[0]).toBeCloseTo(390 - 9 - wordsPx(WORDS))
  })

  it('moves words off a line through their point, up or down', () => {
    const line: readonly Pixel[] = [
      [0, 100],
      [400, 100],
    ]
    const [left = NaN, top = NaN] = place([100, 100], [line]) ?? []
    expect(crosses(line, { left, top, right: left + wordsPx(WORDS), bottom: top + 15 })).toBe(false)
  })

  it('keeps words off other words and other points, the most important first', () => {
    const wanted = [100, 104].map((y) => ({ phrases: [{ words: WORDS, corners: around([200, y], WORDS, 'right') }] }))
    const places = placeLabels(wanted, { room: ROOM, lines: [], points: [] })
    expect(places[0]?.corner).toEqual([209, 92.5])
    expect(places[1]?.corner[0]).toBeLessThan(200)
    expect(place([200, 100], [], [[230, 100]])?.[0]).toBeLessThan(200)
  })

  it('takes shorter words where the first do not fit', () => {
    const phrases = [WORDS, '31.2 %'].map((words) => ({ words, corners: [[350, 100]] as const }))
    expect(placeLabels([{ phrases }], { room: ROOM, lines: [], points: [] })).toEqual([
      { words: '31.2 %', corner: [350, 100] },
    ])
  })

  it('leaves words out that fit nowhere', () => {
    const grid = Array.from({ length: 40 }, (_, row): readonly Pixel[] => [
      [0, row * 5],
      [400, row * 5],
    ])
    expect(place([100, 100], grid)).toBeNull()
  })
})

describe('crosses', () => {
  const box = { left: 10, top: 10, right: 20, bottom: 20 }
  it.each<readonly [string, readonly Pixel[], boolean]>([
    [
      'right through',
      [
        [0, 0],
        [30, 30],
      ],
      true,
    ],
    [
      'ending inside',
      [
        [15, 15],
        [40, 15],
      ],
      true,
    ],
    [
      'straight down beside it',
      [
        [25, 0],
        [25, 40],
      ],
      false,
    ],
    [
      'straight down through it',
      [
        [15, 0],
        [15, 40],
      ],
      true,
    ],
    [
      'past a corner',
      [
        [0, 12],
        [12, 0],
      ],
      false,
    ],
    ['of one point', [[15, 15]], false],
  ])('a line %s', (_name, line, is) => {
    expect(crosses(line, box)).toBe(is)
  })
})
