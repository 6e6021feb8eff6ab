import { describe, expect, it } from 'vitest'
import { PANEL_IDS, type PanelId } from '#shared/ipc/panel.ts'
import {
  added,
  changed,
  COLUMNS,
  DEFAULT_LAYOUT,
  layoutIn,
  moved,
  removed,
  rowsOf,
  sized,
  textOf,
  type Layout,
  type Place,
  type Step,
} from '../../../../renderer/src/workspace/layout.ts'
import { PANELS } from '../../../../renderer/src/workspace/panels.ts'

const LEFT: Step = { x: -1, y: 0 }
const RIGHT: Step = { x: 1, y: 0 }
const UP: Step = { x: 0, y: -1 }
const DOWN: Step = { x: 0, y: 1 }

const place = (id: PanelId, x: number, y: number, w: number, h: number): Place => ({ id, x, y, w, h })
const text = (layout: Layout): string => layout.map(({ id, x, y, w, h }) => `${id} ${x},${y} ${w}x${h}`).join(' | ')
const overlapping = (layout: Layout): boolean =>
  layout.some((a, at) =>
    layout.slice(at + 1).some((b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h),
  )

const PAIR: Layout = [place('positions', 0, 0, 8, 6), place('attention', 8, 0, 4, 6), place('orders', 0, 6, 12, 6)]

describe('a layout', () => {
  it('moves a panel past its neighbour, which goes to where it was', () => {
    expect(text(moved(PAIR, 'positions', RIGHT))).toBe('attention 0,0 4x6 | positions 4,0 8x6 | orders 0,6 12x6')
    expect(text(moved(PAIR, 'attention', LEFT))).toBe('attention 0,0 4x6 | positions 4,0 8x6 | orders 0,6 12x6')
  })

  it('moves a panel by one column where there is room', () => {
    const alone = [place('positions', 0, 0, 8, 6)]
    expect(text(moved(alone, 'positions', RIGHT))).toBe('positions 1,0 8x6')
  })

  it('moves a panel above or below the one next to it', () => {
    expect(text(moved(PAIR, 'orders', UP))).toBe('orders 0,0 12x6 | positions 0,6 8x6 | attention 8,6 4x6')
    const [first, , last] = PAIR
    expect(text(moved([first!, last!], 'positions', DOWN))).toBe('orders 0,0 12x6 | positions 0,6 8x6')
  })

  it('stays as it is where there is nowhere to go', () => {
    expect(moved(PAIR, 'positions', LEFT)).toBe(PAIR)
    expect(moved(PAIR, 'positions', UP)).toBe(PAIR)
    expect(moved(PAIR, 'orders', DOWN)).toBe(PAIR)
    expect(moved(PAIR, 'equity', DOWN)).toBe(PAIR)
  })

  it('takes the room of the panel beside it until that is as small as it can be read; then that goes below', () => {
    const wider = sized(PAIR, 'positions', RIGHT)
    expect(text(wider)).toBe('positions 0,0 9x6 | attention 9,0 3x6 | orders 0,6 12x6')
    expect(PANELS.attention.least.w).toBe(3)
    expect(text(sized(wider, 'positions', RIGHT))).toBe('positions 0,0 10x6 | attention 9,6 3x6 | orders 0,12 12x6')
  })

  it('never makes a panel smaller than it can be read, nor larger than the grid', () => {
    const small = changed(PAIR, 'positions', { w: 0, h: -3 })
    expect(small.find(({ id }) => id === 'positions')).toMatchObject(PANELS.positions.least)
    const large = changed(PAIR, 'positions', { w: 99, h: 999, x: 40, y: -5 })
    expect(large.find(({ id }) => id === 'positions')).toEqual(place('positions', 0, 0, COLUMNS, 60))
  })

  it('closes the hole that a removed panel leaves, and adds one below the others', () => {
    const without = removed(PAIR, 'positions')
    expect(text(without)).toBe('attention 8,0 4x6 | orders 0,6 12x6')
    const more = added(without, 'stress')
    expect(more.find(({ id }) => id === 'stress')?.y).toBe(12)
    expect(added(more, 'stress')).toBe(more)
  })

  it('has no overlap, and every panel inside the grid, whatever is done to it', () => {
    const steps = [LEFT, RIGHT, UP, DOWN]
    let layout = PANEL_IDS.reduce<Layout>(added, DEFAULT_LAYOUT)
    let at = 7
    for (let turn = 0; turn < 600; turn += 1) {
      at = (at * 16_807) % 2_147_483_647
      const id = PANEL_IDS[at % PANEL_IDS.length]!
      const step = steps[at % 4]!
      layout =
        at % 3 === 0
          ? sized(layout, id, step)
          : at % 3 === 1
            ? moved(layout, id, step)
            : changed(layout, id, { x: at % 12, y: at % 40 })
      expect(overlapping(layout), text(layout)).toBe(false)
      expect(layout.every(({ x, w }) => x >= 0 && x + w <= COLUMNS)).toBe(true)
      expect(layoutIn(textOf(layout))).toEqual({ layout, fault: null })
    }
    expect(layout).toHaveLength(PANEL_IDS.length)
    expect(rowsOf(layout)).toBeGreaterThan(0)
  })
})

describe('a kept layout', () => {
  it('is the default before anything was arranged, and may have no panel at all', () => {
    expect(layoutIn('')).toEqual({ layout: DEFAULT_LAYOUT, fault: null })
    expect(layoutIn(textOf([]))).toEqual({ layout: [], fault: null })
    expect(layoutIn(textOf(DEFAULT_LAYOUT))).toEqual({ layout: DEFAULT_LAYOUT, fault: null })
  })

  it('of a later version gives way to the default', () => {
    expect(layoutIn('{"version":2,"pages":[]}')).toEqual({ layout: DEFAULT_LAYOUT, fault: 'newer' })
  })

  it.each([
    ['no JSON', '{"version":1,'],
    ['no object', '[1]'],
    ['no version', '{"panels":[]}'],
    ['no list', '{"version":1,"panels":{}}'],
    ['an unknown panel', '{"version":1,"panels":[{"id":"clock","x":0,"y":0,"w":4,"h":4}]}'],
    ['the name of an object property', '{"version":1,"panels":[{"id":"constructor","x":0,"y":0,"w":4,"h":4}]}'],
    ['a panel twice', textOf([place('equity', 0, 0, 4, 4), place('equity', 4, 0, 4, 4)])],
    ['a fraction', textOf([place('equity', 0.5, 0, 4, 4)])],
    ['a huge number', '{"version":1,"panels":[{"id":"equity","x":0,"y":1e300,"w":4,"h":4}]}'],
    ['a missing size', '{"version":1,"panels":[{"id":"equity","x":0,"y":0,"w":4}]}'],
    ['nothing where a panel should be', '{"version":1,"panels":[null]}'],
  ])('with %s is damaged: the default stands in for it', (_, kept) => {
    expect(layoutIn(kept)).toEqual({ layout: DEFAULT_LAYOUT, fault: 'damaged' })
  })

  it('with panels over one another or out of the grid is put right', () => {
    const kept = textOf([place('equity', 0, 0, 4, 4), place('margin', 2, 1, 30, 2)])
    expect(text(layoutIn(kept).layout)).toBe('equity 0,0 4x4 | margin 0,4 12x3')
  })
})
