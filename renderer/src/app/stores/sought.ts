/** The row that a notification points to, or the rows to look for, until their list shows them. State only; no calls. */
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { ListName, Place } from '#shared/ipc/place.ts'

export const useSoughtStore = defineStore('sought', () => {
  const wanted = shallowRef<
    | Extract<Place, { readonly kind: 'row' }>
    | { readonly kind: 'rows'; readonly list: ListName; readonly text: string }
    | null
  >(null)
  return { wanted }
})

/** For the list `name`: the key of the row to show; null: none. `reveal` filters by a text; an empty one hides no row. */
export function useSought(name: ListName, reveal?: (text: string) => void) {
  const store = useSoughtStore()
  const mine = computed(() => (store.wanted?.list === name ? store.wanted : null))
  watch(
    mine,
    (next) => {
      if (next === null) return
      reveal?.(next.kind === 'rows' ? next.text : '')
      if (next.kind === 'rows') store.wanted = null
    },
    { immediate: true },
  )
  return {
    key: computed(() => (mine.value?.kind === 'row' ? mine.value.key : null)),
    done: () => (store.wanted = null),
  }
}
