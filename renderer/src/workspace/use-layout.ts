/** The layout of the workspace, kept for the account in front as its tables are. */
import { computed } from 'vue'
import { useKeptText } from '../kit/kept-text.ts'
import { layoutIn, textOf, type Layout } from './layout.ts'

export function useLayout() {
  const stored = useKeptText((owner) => `workspace.${owner}`)
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
