/** The state of DataTable: sorted rows as lines that hold still; only the visible lines are drawn. */
import { computed, reactive, shallowRef, watch, type Ref, type ShallowRef, type WritableComputedRef } from 'vue'
import { useVisibleRows } from './use-visible-rows.ts'
import { holdOrder, inOrder, sameOrder, toLines, type Group, type Place, type Sort } from './table-order.ts'

/** A figure, its text on hover, and its colour class. */
export interface FigureText {
  readonly text: string
  readonly title?: string | undefined
  readonly tone?: string
}

export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** What the header means, for hover. */
  readonly title?: string
  /** Narrowest width, px; spare width is shared out in proportion. */
  readonly width: number
  readonly align?: 'start' | 'end'
  /** Hidden until the trader asks for it in the column menu. */
  readonly isExtra?: boolean
  /** From 1: may be left out if not all columns fit, highest first; the row's details or another column show it too. */
  readonly spare?: number
  /** What rows are sorted by; null comes last in both directions. Without it the column can not be sorted by. */
  readonly sort?: (row: Row) => string | number | null
  /** The figure in its cells; left out where the view draws the cells itself. */
  readonly figure?: (row: Row) => string | FigureText
}

export interface TableSource<Row> {
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  readonly groups: readonly Group[]
  readonly groupOf: (row: Row) => string
  /** Height of the detail of every open row, px. */
  readonly detailHeight: number
}

type SortDirection = 'asc' | 'desc'

/** `rowPx`: height of every line but the details. `sorting`: the sort, kept by the caller. */
export function useDataTable<Row>(
  source: TableSource<Row>,
  scroller: Readonly<ShallowRef<HTMLElement | null>>,
  rowPx: number,
  sorting: WritableComputedRef<Sort>,
) {
  const live = computed(() => {
    const { id, desc } = sorting.value
    const sort = source.columns.find((column) => column.id === id)?.sort
    const rows = sort ? inOrder(source.rows, sort, desc) : source.rows
    return rows.map((row): Place<Row> => ({ key: source.rowKey(row), group: source.groupOf(row), row }))
  })
  const { places, isHeld, setAiming } = useHeldOrder(live, sorting)

  const opened = reactive(new Set<string>())
  const lines = computed(() => toLines(places.value, source.groups, opened))
  const { visible, spaceAbove, spaceBelow, scrollTo } = useVisibleRows(
    () => lines.value,
    scroller,
    ({ kind }) => (kind === 'detail' ? source.detailHeight : rowPx),
    ({ key }) => key,
    { whole: 0 },
  )

  return {
    lines,
    /** The lines to draw, with their place, and the px of the lines above and below them. */
    visible,
    spaceAbove,
    spaceBelow,
    /** True while the order shown is not the live one, because the trader is aiming at a row. */
    isHeld,
    opened,
    sorted: ({ id }: Column<Row>): SortDirection | null =>
      id === sorting.value.id ? (sorting.value.desc ? 'desc' : 'asc') : null,
    /** Another column starts with its smallest value. */
    toggleSort: ({ id }: Column<Row>) => {
      sorting.value = { id, desc: id === sorting.value.id && !sorting.value.desc }
    },
    toggleDetail: (key: string) => {
      if (!opened.delete(key)) opened.add(key)
    },
    setAiming,
    scrollTo,
  }
}

/** Keeps every row in its place while the trader aims at the table, until another order is asked for. */
function useHeldOrder<Row>(live: Ref<readonly Place<Row>[]>, wanted: Ref<unknown>) {
  const held = shallowRef<readonly Place<Row>[] | null>(null)
  const places = computed(() => holdOrder(live.value, held.value))

  function setAiming(aiming: boolean): void {
    if (!aiming) held.value = null
    else held.value ??= live.value
  }

  watch(wanted, () => {
    if (held.value) held.value = live.value
  })

  return { places, setAiming, isHeld: computed(() => !sameOrder(places.value, live.value)) }
}
