/** Keys that work wherever the focus is; those pressed alone do not while something is typed. */
import { useEventListener } from '@vueuse/core'
import { useRouter } from 'vue-router'
import { isReachable, SCREENS, screenKey, type ScreenName } from '#shared/ipc/place.ts'
import type { KeyAction } from '#shared/words/keys.ts'
import { isKeyTaken } from '../kit/free-key.ts'
import { chordOf, keys } from '../kit/keys.ts'
import { usePortfolioStore } from './stores/portfolio.ts'

/** The window's actions. Main has the keys of the lock and the mini strip: they work even if the page hangs. */
type WindowAction = Extract<KeyAction, 'arm' | 'flatten' | 'palette' | 'privacy'>

/**
 * A key without its action does nothing. `flatten` shows the flatten plan; it runs nothing. `privacy` hides more, or
 * shows all again.
 */
export function useWindowKeys({
  help,
  ...actions
}: Partial<Record<WindowAction | 'help', () => void>> & { readonly flatten: () => void }): void {
  const router = useRouter()
  const portfolio = usePortfolioStore()

  const FIXED: Readonly<Record<string, (() => void) | undefined>> = {
    '/': () => focus('[data-filter]'),
    '?': help,
    arrowdown: () => focus('[role="grid"] tr[tabindex="0"]'),
    ...Object.fromEntries(SCREENS.map((screen) => [screenKey(screen), () => toScreen(screen)])),
  }

  function actionAt(key: string): (() => void) | undefined {
    const names = Object.keys(actions) as (keyof typeof actions)[]
    const name = names.find((each) => keys.value[each] === key)
    return name === undefined ? FIXED[key] : actions[name]
  }

  function onKey(event: KeyboardEvent): void {
    if (event.repeat || event.defaultPrevented) return
    const key = chordOf(event)
    if (key === null || (!key.startsWith('mod+') && isKeyTaken(event))) return
    const action = actionAt(key)
    if (!action) return
    event.preventDefault()
    action()
  }

  function toScreen(screen: ScreenName): void {
    if (isReachable(screen, portfolio.account !== null)) void router.push({ name: screen })
  }

  useEventListener(window, 'keydown', onKey)
}

function focus(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus()
}
