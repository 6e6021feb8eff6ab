/** The state of DataTable: sorted rows as lines that hold still; only the visible lines are drawn. */
import type { Component, ShallowRef, WritableComputedRef } from 'vue'
import { computed, onScopeDispose, reactive, shallowRef, watch } from 'vue'
import type { Reading } from '#shared/snapshot/freshness.ts'
import { useHeldOrder } from './held-order.ts'
import { useClock } from './use-clock.ts'
import { usePaced } from './use-paced.ts'
import { useVisibleRows } from './use-visible-rows.ts'
import { inOrder, inOrderOf, toLines, type Group, type Place, type Sort } from './table-order.ts'

/** A figure, its text on hover, and its colour class. */
export interface FigureText {
  readonly text: string
  readonly title?: string | undefined
  readonly tone?: string
  /** Why it is not known, if a field it needs could not be read. */
  readonly gap?: string | null
  /** Words rather than a figure, in their narrower font. */
  readonly isWords?: boolean
  /** Drawn before it. */
  readonly icon?: Component | undefined
  /** The read whose age follows it. */
  readonly age?: { readonly reading: Reading | null; readonly label?: string }
}

export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** What the header means, for hover. */
  readonly title?: string
  /** Narrowest width, px; spare width is shared out in proportion. */
  readonly width: number
  readonly align?: 'start' | 'end'
  /** From 1: drawn only where width is left, lowest first, or when the trader asks for it in the column menu. */
  readonly extra?: number
  /** From 1: may be left out if not all columns fit, highest first; the row's details or another column show it too. */
  readonly spare?: number
  /** What rows are sorted by; null comes last in both directions. Without it the column cannot be sorted by. */
  readonly sort?: (row: Row) => string | number | null
  /** The figure in its cells; left out where the view draws the cells itself. */
  readonly figure?: (row: Row) => string | FigureText
  /** A smaller line below the figure; null: this row has none. */
  readonly sub?: (row: Row) => string | FigureText | null
}

/** `rowPx`: height of every line but the details. `sorting`: the sort, kept by the caller. */
export function useDataTable<Row>(
  source: {
    readonly rows: readonly Row[]
    readonly columns: readonly Column<Row>[]
    readonly rowKey: (row: Row) => string
    readonly groups: readonly Group[]
    readonly groupOf: (row: Row) => string
    /** Height of the detail of every open row, px. */
    readonly detailHeight: number
  },
  scroller: Readonly<ShallowRef<HTMLElement | null>>,
  rowPx: number,
  sorting: WritableComputedRef<Sort>,
) {
  const sort = computed(() => source.columns.find(({ id }) => id === sorting.value.id)?.sort)
  const isSorting = useFirstSort(
    () => source.rows,
    (row) => !sort.value || sort.value(row) !== null,
  )
  const sorted = (rows: readonly Row[]): readonly Row[] =>
    sort.value ? inOrder(rows, sort.value, sorting.value.desc) : rows
  // Nobody can read rows that change places with every push.
  const paced = usePaced(() => source.rows)
  const order = computed(() => sorted(paced.value).map(source.rowKey))
  const live = computed(() => {
    if (isSorting.value) return []
    const rows = inOrderOf(source.rows, order.value, source.rowKey) ?? sorted(source.rows)
    return rows.map((row): Place<Row> => ({ key: source.rowKey(row), group: source.groupOf(row), row }))
  })
  const { places, isHeld } = useHeldOrder(live, scroller, () => sorting.value)

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
    /** No row is shown yet, because what they are sorted by is not known. */
    isSorting,
    /** The lines to draw, with their place, and the px of the lines above and below them. */
    visible,
    spaceAbove,
    spaceBelow,
    /** True while the order shown is not the live one, because the trader is aiming at a row. */
    isHeld,
    opened,
    sorted: ({ id }: Column<Row>): 'asc' | 'desc' | null =>
      id === sorting.value.id ? (sorting.value.desc ? 'desc' : 'asc') : null,
    /** Another column starts with its smallest value. */
    toggleSort: ({ id }: Column<Row>) => {
      sorting.value = { id, desc: id === sorting.value.id && !sorting.value.desc }
    },
    toggleDetail: (key: string) => {
      if (!opened.delete(key)) opened.add(key)
    },
    scrollTo,
  }
}

/** How long the first rows wait for what they are sorted by. */
const SORTING_MS = 1_500

/**
 * Whether the first rows still wait for the values that they are sorted by. If they were shown now, they would change
 * places in a moment. Rows that are there from the start do not wait, nor does a single row.
 */
function useFirstSort<Row>(rows: () => readonly Row[], isKnown: (row: Row) => boolean) {
  const clock = useClock()
  const isOver = shallowRef(rows().length > 0)
  const isSorting = computed(() => !isOver.value && rows().length > 1 && !rows().some(isKnown))
  const end = (): void => void (isOver.value = true)
  let cancel = (): void => {}
  watch(isSorting, () => (cancel = clock.after(SORTING_MS, end)), { once: true })
  watch(() => rows().length > 0 && !isSorting.value, end, { once: true })
  onScopeDispose(() => cancel())
  return isSorting
}
