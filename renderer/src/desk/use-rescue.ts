/** The rescue sheet: its margin unit, and the targets typed so far. State only; this store asks main for nothing. */
import { defineStore } from 'pinia'
import { computed, reactive, shallowRef } from 'vue'

/** `useRescue().open(unitId)` shows the cheapest ways back to a margin rate for that unit. */
export const useRescue = defineStore('rescue', () => {
  /** The id of a margin unit; null for the unit nearest to liquidation. */
  const view = shallowRef<{ readonly unitId: string | null } | null>(null)
  const isOpen = computed(() => view.value !== null)
  /** The target margin rate of each unit, in percent as typed. Kept while the account is open. */
  const targets = reactive(new Map<string, string>())

  function open(unitId: string | null = null): void {
    view.value = { unitId }
  }

  function close(): void {
    view.value = null
  }

  /** Another account was opened: the typed targets belonged to the previous account. */
  function clear(): void {
    close()
    targets.clear()
  }

  return { view, isOpen, targets, open, close, clear }
})
