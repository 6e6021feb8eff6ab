/** How the trader arranged a table: which columns, in which order and how wide, and the sort. Kept per account and table. */
import { computed, shallowRef } from 'vue'
import { isRecord, recordIn, useKeptText } from './kept-text.ts'
import type { Sort } from './table-order.ts'
import type { Column } from './use-data-table.ts'

export interface TableView {
  /** null: the table's own sort. */
  readonly sort: Sort | null
  /** Ids of columns in the trader's order; any other column follows in its own. */
  readonly order: readonly string[]
  /** Columns shown or hidden by hand. */
  readonly shown: Readonly<Record<string, boolean>>
  /** Widths set by hand, px. */
  readonly widths: Readonly<Record<string, number>>
}

export const AS_MADE: TableView = { sort: null, order: [], shown: {}, widths: {} }

/** px; a narrower column shows nothing. */
export const NARROWEST = 40
export const WIDEST = 600

/** The arrangement of the table called `name`. Without a name it lasts only while the table is shown. */
export function useTableView(name: () => string | undefined) {
  const stored = useKeptText((owner) => `table.${owner}.${name() ?? ''}`)
  const here = shallowRef(AS_MADE)
  return computed<TableView>({
    get: () => (name() === undefined ? here.value : viewIn(stored.value)),
    set(next) {
      if (name() === undefined) here.value = next
      else stored.value = next === AS_MADE ? '' : JSON.stringify(next)
    },
  })
}

/** The arrangement in `text`. Damaged text counts as none. */
export function viewIn(text: string): TableView {
  const { sort, order, shown, widths } = recordIn(text)
  const of = <Value>(record: unknown, isOne: (value: unknown) => value is Value): Record<string, Value> =>
    isRecord(record)
      ? Object.fromEntries(Object.entries(record).filter((pair): pair is [string, Value] => isOne(pair[1])))
      : {}
  return {
    sort: isRecord(sort) && isText(sort['id']) && isFlag(sort['desc']) ? { id: sort['id'], desc: sort['desc'] } : null,
    order: Array.isArray(order) ? order.filter(isText) : [],
    shown: of(shown, isFlag),
    widths: of(widths, isWidth),
  }
}

/** The first column names the row, and one without a header has its buttons: both stay in place. */
export function isFixed<Row>(columns: readonly Column<Row>[], { id, header }: Column<Row>): boolean {
  return header === '' || id === columns.find((column) => column.header !== '')?.id
}

/** Whether the trader or the table wants it, however little room there is. */
export function isWanted({ shown }: TableView, { id, extra }: Column<never>): boolean {
  return shown[id] ?? extra === undefined
}

/** All columns in the order of `view`, hidden ones too. */
export function inViewOrder<Row>(columns: readonly Column<Row>[], { order }: TableView): readonly Column<Row>[] {
  const movable = columns.filter((column) => !isFixed(columns, column))
  const place = new Map(order.map((id, at) => [id, at]))
  const sorted = movable.toSorted((a, b) => (place.get(a.id) ?? order.length) - (place.get(b.id) ?? order.length))
  return columns.map((column) => (isFixed(columns, column) ? column : (sorted.shift() ?? column)))
}

/** The columns that may be drawn. */
export function arranged<Row>(columns: readonly Column<Row>[], view: TableView): readonly Column<Row>[] {
  return inViewOrder(columns, view)
    .filter((column) => isFixed(columns, column) || view.shown[column.id] !== false)
    .map((column) => {
      const width = view.widths[column.id]
      return width === undefined ? column : { ...column, width }
    })
}

/** `view` with the column moved one place to the left (−1) or to the right (1). */
export function moved<Row>(columns: readonly Column<Row>[], view: TableView, id: string, by: -1 | 1): TableView {
  const order = inViewOrder(columns, view)
    .filter((column) => !isFixed(columns, column))
    .map((column) => column.id)
  const at = order.indexOf(id)
  const other = order[at + by]
  if (at < 0 || other === undefined) return view
  return { ...view, order: order.map((each) => (each === id ? other : each === other ? id : each)) }
}

export function widened(view: TableView, id: string, width: number): TableView {
  const px = Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))
  return { ...view, widths: { ...view.widths, [id]: px } }
}

/** Alt and an arrow change the width of a column by this, px. */
const WIDTH_STEP = 8

/** `view` after a key pressed on a column; null: the key means nothing here. */
export function nudged(view: TableView, { id, width }: Column<never>, event: KeyboardEvent): TableView | null {
  if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return null
  const step = event.key === 'ArrowLeft' ? -WIDTH_STEP : WIDTH_STEP
  return widened(view, id, (view.widths[id] ?? width) + step)
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
const isWidth = (value: unknown): value is number => typeof value === 'number' && value >= NARROWEST && value <= WIDEST
