import { describe, expect, it } from 'vitest'
import {
  arranged,
  AS_MADE,
  inViewOrder,
  isWanted,
  moved,
  NARROWEST,
  nudged,
  viewIn,
  WIDEST,
  widened,
} from '../../../../renderer/src/kit/table-view.ts'
import type { Column } from '../../../../renderer/src/kit/use-data-table.ts'

const column = (id: string, more: Partial<Column<object>> = {}): Column<object> => ({
  ...{ id, header: id.toUpperCase(), width: 100 },
  ...more,
})
const COLUMNS = [
  column('select', { header: '' }),
  column('name'),
  column('size'),
  column('price'),
  column('extra', { extra: 1 }),
  column('actions', { header: '' }),
]
const ids = (columns: readonly Column<object>[]): string => columns.map(({ id }) => id).join(' ')

describe("a table's arrangement", () => {
  it('wants an extra column only if somebody asks for it, and never draws one that somebody hides', () => {
    const extra = COLUMNS.find(({ id }) => id === 'extra')!
    const view = (shown: Record<string, boolean>) => ({ ...AS_MADE, shown })
    expect([AS_MADE, view({ extra: true }), view({ extra: false })].map((each) => isWanted(each, extra))).toEqual([
      false,
      true,
      false,
    ])
    expect(ids(arranged(COLUMNS, AS_MADE))).toBe('select name size price extra actions')
    expect(ids(arranged(COLUMNS, view({ extra: false, price: false })))).toBe('select name size actions')
  })

  it('never hides or moves the column that names a row, nor its buttons', () => {
    const view = {
      ...AS_MADE,
      shown: { select: false, name: false, actions: false },
      order: ['actions', 'price', 'name'],
    }
    expect(ids(arranged(COLUMNS, view))).toBe('select name price size extra actions')
    expect(moved(COLUMNS, AS_MADE, 'name', 1)).toBe(AS_MADE)
  })

  it('moves a column past its neighbor, hidden or not, and not beyond the ends', () => {
    const once = moved(COLUMNS, AS_MADE, 'size', 1)
    expect(ids(inViewOrder(COLUMNS, once))).toBe('select name price size extra actions')
    expect(moved(COLUMNS, once, 'price', -1)).toBe(once)
    expect(ids(inViewOrder(COLUMNS, moved(COLUMNS, once, 'size', 1)))).toBe('select name price extra size actions')
  })

  it('puts a column of a newer version after the ordered ones', () => {
    expect(ids(inViewOrder(COLUMNS, { ...AS_MADE, order: ['price'] }))).toBe('select name price size extra actions')
  })

  it('keeps a width between a useful minimum and maximum', () => {
    expect(arranged(COLUMNS, widened(AS_MADE, 'size', 123.4))[2]?.width).toBe(123)
    expect(widened(AS_MADE, 'size', 1).widths).toEqual({ size: NARROWEST })
    expect(widened(AS_MADE, 'size', 9_999).widths).toEqual({ size: WIDEST })
  })

  it('changes a width by Alt and the arrows, from the current width', () => {
    const press = (view: typeof AS_MADE, key: string, altKey = true) =>
      nudged(view, column('size'), { altKey, key } as KeyboardEvent)
    const wider = press(AS_MADE, 'ArrowRight')
    expect(wider?.widths).toEqual({ size: 108 })
    expect(press(wider ?? AS_MADE, 'ArrowLeft')?.widths).toEqual({ size: 100 })
    expect([press(AS_MADE, 'ArrowRight', false), press(AS_MADE, 'ArrowUp')]).toEqual([null, null])
  })
})

describe('the stored arrangement of a table', () => {
  it('is read back unchanged', () => {
    const view = { sort: { id: 'size', desc: true }, order: ['price'], shown: { extra: true }, widths: { size: 80 } }
    expect(viewIn(JSON.stringify(view))).toEqual(view)
  })

  it.each(['', 'null', '[1]', '{"sort":', '7'])('counts as the default when it is damaged: %j', (text) => {
    expect(viewIn(text)).toEqual(AS_MADE)
  })

  it('loses only what is damaged', () => {
    const text = JSON.stringify({
      ...{ sort: { id: 7, desc: 'x' }, order: ['price', 3], shown: { extra: 1, price: false } },
      widths: { size: 1e9, price: null, extra: 50 },
    })
    expect(viewIn(text)).toEqual({ sort: null, order: ['price'], shown: { price: false }, widths: { extra: 50 } })
  })
})
