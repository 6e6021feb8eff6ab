/** Keys that work wherever the focus is, except while something is typed. */
import { useEventListener } from '@vueuse/core'
import { useRouter } from 'vue-router'
import { SCREENS } from '../router.ts'

export interface ShortcutActions {
  readonly arm: () => void
  readonly help: () => void
  /** Shows the flatten plan; it runs nothing. */
  readonly flatten: () => void
}

export function useShortcuts({ arm, help, flatten }: ShortcutActions): void {
  const router = useRouter()

  const plain: Readonly<Record<string, () => void>> = {
    '/': () => focus('[data-filter]'),
    '?': help,
    a: arm,
    arrowdown: () => focus('[role="grid"] tr[tabindex="0"]'),
  }

  function onKey(event: KeyboardEvent): void {
    if (event.repeat || event.defaultPrevented || event.altKey) return
    const modified = event.ctrlKey || event.metaKey
    // A dialog has the keyboard to itself.
    if (!modified && (isTyping(event.target) || document.querySelector('[role="dialog"]'))) return
    const action = modified ? chord(event) : plain[event.key.toLowerCase()]
    if (!action) return
    event.preventDefault()
    action()
  }

  function chord({ key, shiftKey }: KeyboardEvent): (() => void) | undefined {
    return shiftKey && key.toLowerCase() === 'f' ? flatten : screenKey(key)
  }

  function screenKey(key: string): (() => void) | undefined {
    const screen = SCREENS.find((_, index) => String(index + 1) === key)
    return screen && (() => void router.push({ name: screen.name }))
  }

  useEventListener(window, 'keydown', onKey)
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}

function focus(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus()
}
