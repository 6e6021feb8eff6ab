/** The layout of the workspace, kept for the account in front as its tables are. */
import { useLocalStorage } from '@vueuse/core'
import { computed, inject } from 'vue'
import { TABLE_OWNER } from '../kit/table-view.ts'
import { layoutIn, textOf, type Layout } from './layout.ts'

export function useLayout() {
  const owner = inject(TABLE_OWNER, () => '')
  const stored = useLocalStorage<string>(() => `plimsoll.workspace.${owner()}`, '')
  const read = computed(() => layoutIn(stored.value))
  return {
    layout: computed<Layout>({
      get: () => read.value.layout,
      set: (next) => (stored.value = textOf(next)),
    }),
    fault: computed(() => read.value.fault),
    /** The default, until something is arranged again. */
    reset: () => (stored.value = ''),
  }
}
