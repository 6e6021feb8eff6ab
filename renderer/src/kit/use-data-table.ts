/** The state behind DataTable: sorting by TanStack Table, lines in a steady order, of which only the visible ones are drawn. */
import {
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
  type SortDirection,
} from '@tanstack/vue-table'
import { computed, reactive, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import { useVisibleRows } from './use-visible-rows.ts'
import { holdOrder, sameOrder, toLines, type Group, type Place } from './table-order.ts'

/** A figure, what hover says of it, and the class of its colour. */
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
  /** Narrowest width, px; what is left over is shared out in proportion. */
  readonly width: number
  readonly align?: 'start' | 'end'
  /** May be left out where not all columns fit: the row's detail, or another column, tells it too. */
  readonly isSpare?: true
  /** What rows are ordered by; null comes last in both directions. Without it the column can not be sorted by. */
  readonly sort?: (row: Row) => string | number | null
  /** The figure in its cells; left out where the view draws them. */
  readonly figure?: (row: Row) => string | FigureText
}

export interface TableSource<Row> {
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  readonly initialSort: { readonly id: string; readonly desc: boolean }
  readonly groups: readonly Group[]
  readonly groupOf: (row: Row) => string
  /** Of every open row, px. */
  readonly detailHeight: number
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
})

// TanStack Table wants rows that are records; ours are handed through untouched.
type Boxed<Row> = { readonly row: Row }

/** `rowPx`: height of every line but the details. */
export function useDataTable<Row>(
  source: TableSource<Row>,
  scroller: Readonly<ShallowRef<HTMLElement | null>>,
  rowPx: number,
) {
  const data = computed(() => source.rows.map((row): Boxed<Row> => ({ row })))
  const table = useTable({
    features,
    data,
    columns: source.columns.map(({ id, sort }) => ({
      id,
      accessorFn: ({ row }: Boxed<Row>) => sort?.(row) ?? undefined,
      sortFn: 'basic' as const,
      sortUndefined: 'last' as const,
      enableSorting: sort !== undefined,
    })),
    getRowId: ({ row }: Boxed<Row>) => source.rowKey(row),
    initialState: { sorting: [{ ...source.initialSort }] },
    enableSortingRemoval: false,
    sortDescFirst: false,
  })

  const live = computed(() =>
    table
      .getRowModel()
      .rows.map(({ id, original: { row } }): Place<Row> => ({ key: id, group: source.groupOf(row), row })),
  )
  const { places, isHeld, setAiming } = useHeldOrder(live, () => table.atoms.sorting.get())

  const opened = reactive(new Set<string>())
  const lines = computed(() => toLines(places.value, source.groups, opened))
  const { visible, spaceAbove, spaceBelow, scrollTo } = useVisibleRows(
    () => lines.value,
    scroller,
    ({ kind }) => (kind === 'detail' ? source.detailHeight : rowPx),
    ({ key }) => key,
    0,
  )

  return {
    lines,
    /** The lines to draw, with their place, and the px of those above and below them. */
    visible,
    spaceAbove,
    spaceBelow,
    /** True while the order shown is not the live one, because the trader is aiming at a row. */
    isHeld,
    opened,
    sorted: (id: string): SortDirection | false => table.getColumn(id)?.getIsSorted() ?? false,
    toggleSort: (id: string) => table.getColumn(id)?.toggleSorting(),
    toggleDetail: (key: string) => {
      if (!opened.delete(key)) opened.add(key)
    },
    setAiming,
    scrollTo,
  }
}

/** Keeps every row in its place while the trader aims at the table, until another order is asked for. */
function useHeldOrder<Row>(live: Ref<readonly Place<Row>[]>, wanted: () => unknown) {
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
