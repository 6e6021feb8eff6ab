import { useLocalStorage } from '@vueuse/core'
import { computed, inject, type WritableComputedRef } from 'vue'
import { TABLE_OWNER } from './table-view.ts'

/** The key of the row in the drawer of `screen`; null: the drawer is shut. Kept per account, as a table's view is. */
export function useDrawerRow(screen: string): WritableComputedRef<string | null> {
  const owner = inject(TABLE_OWNER, () => '')
  const stored = useLocalStorage<string>(() => `plimsoll.drawer.${owner()}.${screen}`, '')
  return computed({
    get: () => (stored.value === '' ? null : stored.value),
    set: (key) => (stored.value = key ?? ''),
  })
}
