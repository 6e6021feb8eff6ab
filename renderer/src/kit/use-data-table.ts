/** The state behind DataTable: sorting by TanStack Table, lines in a steady order, the visible ones by TanStack Virtual. */
import {
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
  type SortDirection,
} from '@tanstack/vue-table'
import { useVirtualizer } from '@tanstack/vue-virtual'
import { computed, reactive, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
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
  /** Heights in px, of every line of that kind. */
  readonly rowHeight: number
  readonly detailHeight: number
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
})
/** Rows drawn beyond each edge: enough to scroll without a blank, few enough to stay cheap. */
const OVERSCAN = 6

// TanStack Table wants rows that are records; ours are handed through untouched.
type Boxed<Row> = { readonly row: Row }

export function useDataTable<Row>(source: TableSource<Row>, scroller: Readonly<ShallowRef<HTMLElement | null>>) {
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
  const virtualizer = useVirtualizer(
    computed(() => {
      const current = lines.value
      return {
        count: current.length,
        getScrollElement: () => scroller.value,
        estimateSize: (index: number) => (current[index]?.kind === 'detail' ? source.detailHeight : source.rowHeight),
        getItemKey: (index: number) => current[index]?.key ?? index,
        overscan: OVERSCAN,
      }
    }),
  )
  const items = computed(() => virtualizer.value.getVirtualItems())
  const visible = computed(() =>
    items.value.flatMap((item) => {
      const line = lines.value[item.index]
      return line ? [{ line, item }] : []
    }),
  )

  return {
    lines,
    /** The lines to draw, with their place, and the px of those above and below them. */
    visible,
    spaceAbove: computed(() => items.value[0]?.start ?? 0),
    spaceBelow: computed(() => virtualizer.value.getTotalSize() - (items.value.at(-1)?.end ?? 0)),
    /** True while the order shown is not the live one, because the trader is aiming at a row. */
    isHeld,
    opened,
    sorted: (id: string): SortDirection | false => table.getColumn(id)?.getIsSorted() ?? false,
    toggleSort: (id: string) => table.getColumn(id)?.toggleSorting(),
    toggleDetail: (key: string) => {
      if (!opened.delete(key)) opened.add(key)
    },
    setAiming,
    scrollTo: (key: string) => virtualizer.value.scrollToIndex(lines.value.findIndex((line) => line.key === key)),
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
