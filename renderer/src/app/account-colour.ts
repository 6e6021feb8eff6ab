/**
 * The colour a trader gives an account, to recognise it at a glance. Kept in this window, always shown with the name.
 */
import { useLocalStorage } from '@vueuse/core'
import { computed, type ComputedRef } from 'vue'

/** None of them has another meaning in the window: not gain, loss, danger or a simulation. */
export const ACCOUNT_COLOURS = ['none', 'teal', 'indigo', 'magenta', 'brown', 'slate'] as const

export function useAccountColour(accountId: () => string | undefined) {
  const stored = useLocalStorage<string>(() => `plimsoll.colour.${accountId() ?? ''}`, 'none')
  return computed<(typeof ACCOUNT_COLOURS)[number]>({
    get: () => ACCOUNT_COLOURS.find((each) => each === stored.value) ?? 'none',
    set: (next) => (stored.value = next),
  })
}

/** The chosen colour as CSS; null: none. */
export function useAccountPaint(accountId: () => string | undefined): ComputedRef<string | null> {
  const colour = useAccountColour(accountId)
  return computed(() => (colour.value === 'none' ? null : `var(--account-${colour.value})`))
}
