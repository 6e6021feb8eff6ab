/** The row that a notification points to, until its list shows it. State only; no calls. */
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { ListName, Place } from '#shared/ipc/place.ts'

export const useSpotStore = defineStore('spot', () => {
  const wanted = shallowRef<Extract<Place, { readonly kind: 'row' }> | null>(null)
  return { wanted }
})

/** For the list `name`: the key of the row to show; null: none. `reveal` removes what may hide it. */
export function useSpot(name: ListName, reveal?: () => void) {
  const store = useSpotStore()
  const key = computed(() => (store.wanted?.list === name ? store.wanted.key : null))
  if (reveal) watch(key, (next) => next !== null && reveal(), { immediate: true })
  return { key, done: () => (store.wanted = null) }
}
