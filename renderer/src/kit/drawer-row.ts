import { computed, type WritableComputedRef } from 'vue'
import { useKeptText } from './kept-text.ts'

/** The key of the row in the drawer of `screen`; null: the drawer is shut. Kept per account, as a table's view is. */
export function useDrawerRow(screen: string): WritableComputedRef<string | null> {
  const stored = useKeptText((owner) => `drawer.${owner}.${screen}`)
  return computed({
    get: () => (stored.value === '' ? null : stored.value),
    set: (key) => (stored.value = key ?? ''),
  })
}
