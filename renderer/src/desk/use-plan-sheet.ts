/** What the plan sheet shows: the plan of an action, or the progress of an intent. State only. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Action } from '#shared/desk/action.ts'
import { wayOut } from '#shared/ipc/place.ts'
import type { Message } from '#shared/domain/message.ts'
import { useFlattenPolicy } from './use-flatten-policy.ts'

export const usePlanSheet = defineStore('planSheet', () => {
  /**
   * `plan`: the plan is shown and nothing is sent. `run`: the sheet follows an intent. With `title` null, the action
   * names the sheet.
   */
  const view = shallowRef<
    | { readonly kind: 'plan'; readonly action: Action; readonly title: Message | null }
    | { readonly kind: 'run'; readonly intentId: string; readonly title: Message | null }
    | null
  >(null)
  const policy = useFlattenPolicy()
  const isOpen = computed(() => view.value !== null)

  /**
   * Shows the plan of `action`, which runs only after a hold in the sheet. Amounts may be empty ("") for the trader to
   * type. Without `title`, the action names the sheet.
   */
  function open(action: Action, title: Message | null = null): void {
    view.value = { kind: 'plan', action, title }
  }

  /** Shows the plan of a flatten of the account in front. */
  function openFlatten(): void {
    open(wayOut('flatten', policy.value))
  }

  /** The trader changed the action in the sheet, so a title that was passed in no longer fits. */
  function change(action: Action): void {
    if (view.value?.kind === 'plan') view.value = { kind: 'plan', action, title: null }
  }

  /** Shows the progress of an intent, leg by leg. */
  function follow(intentId: string, title: Message | null = null): void {
    view.value = { kind: 'run', intentId, title }
  }

  function close(): void {
    view.value = null
  }

  return { view, isOpen, open, openFlatten, change, follow, close }
})
