import { useLocalStorage } from '@vueuse/core'
import { computed, watchEffect, type ComputedRef } from 'vue'

const THEMES = ['system', 'dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

/** The colours chosen, kept between runs; `next` goes round system, dark, light. */
export function useTheme(): { readonly theme: ComputedRef<Theme>; readonly next: () => void } {
  const stored = useLocalStorage<string>('plimsoll.theme', 'system')
  const theme = computed(() => THEMES.find((each) => each === stored.value) ?? 'system')

  watchEffect(() => {
    const { dataset } = document.documentElement
    if (theme.value === 'system') delete dataset['theme']
    else dataset['theme'] = theme.value
  })

  function next(): void {
    stored.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system'
  }

  return { theme, next }
}
