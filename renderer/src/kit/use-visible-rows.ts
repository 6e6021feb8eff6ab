/** The rows of a list that are in sight, by TanStack Virtual: only these are drawn. */
import { useVirtualizer } from '@tanstack/vue-virtual'
import { useEventListener, useFocusWithin } from '@vueuse/core'
import { computed, shallowRef, useTemplateRef, type Ref, type ShallowRef } from 'vue'
import { useRowStep } from './use-look.ts'

/** Rows drawn beyond each edge: enough to scroll without a blank, and only one while nobody can scroll. */
const OVERSCAN = { inUse: 6, atRest: 1 }
/** A small table of up to this many rows is drawn whole, at once. */
const WHOLE = 50

/**
 * `heightOf`: height of each row, px. `keyOf`: stable while the row stays. `whole`: up to this many rows are drawn
 * whole. `list`: the element around the rows, if more than a head is above it in the scroller.
 */
export function useVisibleRows<Row>(
  rows: () => readonly Row[],
  scroller: Readonly<Ref<HTMLElement | null>>,
  heightOf: (row: Row) => number,
  keyOf: (row: Row) => string,
  { whole = WHOLE, list }: { readonly whole?: number; readonly list?: Readonly<ShallowRef<HTMLElement | null>> } = {},
) {
  const isWhole = computed(() => rows().length <= whole)
  const isInUse = useIsInUse(scroller)
  const margin = computed(() =>
    !isWhole.value && list?.value && scroller.value ? topIn(scroller.value, list.value) : 0,
  )
  const virtualizer = useVirtualizer(
    computed(() => {
      const current = rows()
      const at = <Value>(index: number, of: (row: Row) => Value, none: Value): Value => {
        const row = current[index]
        return row === undefined ? none : of(row)
      }
      return {
        count: current.length,
        getScrollElement: () => scroller.value,
        estimateSize: (index: number) => at(index, heightOf, 0),
        getItemKey: (index: number) => at(index, keyOf, String(index)),
        overscan: isInUse.value ? OVERSCAN.inUse : OVERSCAN.atRest,
        // A row measured within a frame may change others, which Chromium would report as an error.
        useAnimationFrameWithResizeObserver: true,
        scrollMargin: margin.value,
      }
    }),
  )
  const items = computed(() => virtualizer.value.getVirtualItems())

  return {
    /** The visible rows, each with its index among all rows. */
    visible: computed(() =>
      isWhole.value
        ? rows().map((row, index) => ({ row, index }))
        : items.value.flatMap(({ index }) => {
            const row = rows()[index]
            return row === undefined ? [] : [{ row, index }]
          }),
    ),
    /** px of the rows above and below the visible ones. */
    spaceAbove: computed(() => (isWhole.value ? 0 : (items.value[0]?.start ?? margin.value) - margin.value)),
    spaceBelow: computed(() =>
      isWhole.value ? 0 : virtualizer.value.getTotalSize() + margin.value - (items.value.at(-1)?.end ?? margin.value),
    ),
    /** Follows the height of a drawn row, which `heightOf` only estimates. The element has its index as `data-index`. */
    measure: (row: Element): void => virtualizer.value.measureElement(row),
    scrollTo: (key: string) => virtualizer.value.scrollToIndex(rows().findIndex((row) => keyOf(row) === key)),
  }
}

/** The rows of a small table in sight; its template has the element `scroller`. */
export function useSmallRows<Row>(
  rows: () => readonly Row[],
  keyOf: (row: Row) => string,
  list?: Readonly<ShallowRef<HTMLElement | null>>,
) {
  const scroller = useTemplateRef<HTMLElement>('scroller')
  // As `--row-s`.
  const rowPx = 24 + useRowStep() / 2
  return useVisibleRows(rows, scroller, () => rowPx, keyOf, list && { list })
}

/** Whether the pointer or the focus is in `box`: only then can it be scrolled. */
function useIsInUse(box: Readonly<Ref<HTMLElement | null>>): Readonly<Ref<boolean>> {
  const isUnderPointer = shallowRef(false)
  const { focused } = useFocusWithin(box)
  useEventListener(box, 'pointerenter', () => (isUnderPointer.value = true))
  // A list that a finger has flicked goes on rolling.
  useEventListener(box, 'pointerleave', ({ pointerType }) => (isUnderPointer.value = pointerType === 'touch'))
  return computed(() => isUnderPointer.value || focused.value)
}

/** px from the top of the scroller to an element in it. */
function topIn(scroller: HTMLElement, element: HTMLElement): number {
  return element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
}
