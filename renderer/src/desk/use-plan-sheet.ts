/** What the plan sheet shows: an action to be looked at before it runs, or an intent that is followed. State only. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Action } from '#shared/desk/action.ts'
import type { Message } from '#shared/domain/message.ts'

/** `plan`: looked at, nothing is sent; `run`: an intent is followed. `title` is null when the action says it best. */
export type SheetView =
  | { readonly kind: 'plan'; readonly action: Action; readonly title: Message | null }
  | { readonly kind: 'run'; readonly intentId: string; readonly title: Message | null }

export const usePlanSheet = defineStore('planSheet', () => {
  const view = shallowRef<SheetView | null>(null)
  const isOpen = computed(() => view.value !== null)

  /**
   * Shows the plan of `action`, which runs only after a hold in the sheet. Amounts may be left empty ("") for the
   * trader to type. `title`: left out, it is made from the action.
   */
  function open(action: Action, title: Message | null = null): void {
    view.value = { kind: 'plan', action, title }
  }

  /** The trader changed something in the sheet, so a given title no longer fits. */
  function change(action: Action): void {
    if (view.value?.kind === 'plan') view.value = { kind: 'plan', action, title: null }
  }

  /** Shows how an intent goes, leg by leg. */
  function follow(intentId: string, title: Message | null = null): void {
    view.value = { kind: 'run', intentId, title }
  }

  function close(): void {
    view.value = null
  }

  return { view, isOpen, open, change, follow, close }
})
