/** Leads to a control of a screen: it gets the focus, and is pressed if asked. */
import { useMutationObserver } from '@vueuse/core'
import { onScopeDispose, shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import type { ScreenName } from '#shared/ipc/place.ts'
import { useClock } from '../kit/use-clock.ts'

/** A control that comes later than this is not touched: the trader is elsewhere by then. */
const LEADS_WITHIN_MS = 3_000

export function useLeadTo() {
  const router = useRouter()
  const clock = useClock()
  const wanted = shallowRef<{ readonly selector: string; readonly isPressed: boolean } | null>(null)
  let forget = (): void => {}

  function stop(): void {
    forget()
    wanted.value = null
  }

  /** While a dialog is open, the control cannot have the focus. */
  function seek(): void {
    if (wanted.value === null || document.querySelector('[role="dialog"]') !== null) return
    const { selector, isPressed } = wanted.value
    const control = document.querySelector<HTMLElement>(`main ${selector}`)
    if (control === null) return
    stop()
    control.scrollIntoView({ block: 'center' })
    control.focus()
    if (isPressed) control.click()
  }

  // What the screen shows may come in later.
  useMutationObserver(() => (wanted.value === null ? null : document.body), seek, { childList: true, subtree: true })
  onScopeDispose(router.afterEach(stop))
  onScopeDispose(() => forget())

  return async (screen: ScreenName, selector: string, isPressed = false): Promise<null> => {
    await router.push({ name: screen })
    wanted.value = { selector, isPressed }
    forget = clock.after(LEADS_WITHIN_MS, stop)
    seek()
    return null
  }
}
