/** The rescue sheet: for which margin unit it is open, and the targets typed so far. State only; nothing is asked here. */
import { defineStore } from 'pinia'
import { computed, reactive, shallowRef } from 'vue'

interface RescueSheet {
  /** Id of a margin unit; null: the one nearest to liquidation. */
  readonly unitId: string | null
}

/** `useRescue().open(unitId)` shows the cheapest ways back to a margin rate for that unit. */
export const useRescue = defineStore('rescue', () => {
  const view = shallowRef<RescueSheet | null>(null)
  const isOpen = computed(() => view.value !== null)
  /** Wanted margin rate by unit, percent as typed; kept while the account is open. */
  const targets = reactive(new Map<string, string>())

  function open(unitId: string | null = null): void {
    view.value = { unitId }
  }

  function close(): void {
    view.value = null
  }

  /** Another account is open: what was typed was for the one before. */
  function clear(): void {
    close()
    targets.clear()
  }

  return { view, isOpen, targets, open, close, clear }
})
