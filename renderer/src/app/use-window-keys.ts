/** Keys that work wherever the focus is, except while something is typed. */
import { useEventListener } from '@vueuse/core'
import { useRouter } from 'vue-router'
import { SCREENS } from '#shared/ipc/place.ts'
import { usePortfolioStore } from './stores/portfolio.ts'
import { isKeyTaken } from '../kit/free-key.ts'
import { useActionKeys } from './use-action-keys.ts'

/**
 * A key without its action does nothing. `flatten` shows the flatten plan; it runs nothing. `privacy` hides more, or
 * shows all again.
 */
export function useWindowKeys({
  arm,
  help,
  flatten,
  palette,
  privacy,
}: Partial<Record<'arm' | 'help' | 'palette' | 'privacy', () => void>> & { readonly flatten: () => void }): void {
  const router = useRouter()
  const portfolio = usePortfolioStore()

  const { keys } = useActionKeys()

  const plain = (): Readonly<Record<string, (() => void) | undefined>> => ({
    '/': () => focus('[data-filter]'),
    '?': help,
    [keys.value.arm]: arm,
    arrowdown: () => focus('[role="grid"] tr[tabindex="0"]'),
  })

  function onKey(event: KeyboardEvent): void {
    if (event.repeat || event.defaultPrevented || event.altKey) return
    const modified = event.ctrlKey || event.metaKey
    if (!modified && isKeyTaken(event)) return
    const action = modified ? chord(event) : plain()[event.key.toLowerCase()]
    if (!action) return
    event.preventDefault()
    action()
  }

  function chord({ key, shiftKey }: KeyboardEvent): (() => void) | undefined {
    if (shiftKey) return { f: flatten, h: privacy }[key.toLowerCase()]
    return key.toLowerCase() === 'k' ? palette : screenKey(key)
  }

  function screenKey(key: string): (() => void) | undefined {
    const screen = SCREENS.find((_, index) => String(index + 1) === key)
    // Without an account only the accounts screen is of use.
    if (portfolio.account === null && screen !== 'accounts') return undefined
    return screen && (() => void router.push({ name: screen }))
  }

  useEventListener(window, 'keydown', onKey)
}

function focus(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus()
}
