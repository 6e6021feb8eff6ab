/** What the trader arranged in the window, as text in its storage, per account. Whatever is read back is checked. */
import { useLocalStorage } from '@vueuse/core'
import { inject, type InjectionKey, type Ref } from 'vue'

/** Whose arrangements are shown: the id of the account in front. */
export const OWNER: InjectionKey<() => string> = Symbol('owner')

/** The text kept under `name` for the account in front; empty: none. It follows both. */
export function useKeptText(name: (owner: string) => string): Ref<string> {
  const owner = inject(OWNER, () => '')
  return useLocalStorage<string>(() => `plimsoll.${name(owner())}`, '')
}

/** The JSON object in `text`; an empty one where there is none. */
export function recordIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
