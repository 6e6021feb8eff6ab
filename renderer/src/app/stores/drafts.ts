/** What is half typed in small forms, and outlives the screen they are on. State only; never a secret. */
import { defineStore } from 'pinia'
import { computed, reactive, type WritableComputedRef } from 'vue'

const useDraftsStore = defineStore('drafts', () => ({ typed: reactive(new Map<string, unknown>()) }))

/** What is typed in the form `name`; null: the form is shut. Each form has a name of its own, which fixes its type. */
export function useDraft<Typed>(name: () => string): WritableComputedRef<Typed | null> {
  const { typed } = useDraftsStore()
  return computed({
    get: () => (typed.get(name()) as Typed | undefined) ?? null,
    set: (next) => void (next === null ? typed.delete(name()) : typed.set(name(), next)),
  })
}
