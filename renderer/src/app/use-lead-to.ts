/** Leads to a control of a screen: it gets the focus, and is pressed if asked. Resolves with why not; null: it did. */
import { useMutationObserver } from '@vueuse/core'
import { onScopeDispose, shallowRef, watch } from 'vue'
import { useRouter } from 'vue-router'
import type { Message } from '#shared/domain/message.ts'
import type { ScreenName } from '#shared/ipc/place.ts'
import { message } from '#shared/words/message.ts'
import { useClock } from '../kit/use-clock.ts'
import { usePortfolioStore } from './stores/portfolio.ts'

/** A control that comes later than this is not touched: the trader is elsewhere by then. */
const LEADS_WITHIN_MS = 3_000

export function useLeadTo() {
  const router = useRouter()
  const clock = useClock()
  const portfolio = usePortfolioStore()
  const wanted = shallowRef<{
    readonly selector: string
    readonly isPressed: boolean
    readonly resolve: (why: Message | null) => void
  } | null>(null)
  let forget = (): void => {}

  function stop(why: Message | null): void {
    forget()
    wanted.value?.resolve(why)
    wanted.value = null
  }

  /** While a dialog is open, the control cannot have the focus. */
  function seek(): void {
    if (wanted.value === null || document.querySelector('[role="dialog"]') !== null) return
    const { selector, isPressed } = wanted.value
    const control = document.querySelector<HTMLElement>(`main ${selector}`)
    if (control === null) return
    control.scrollIntoView({ block: 'center' })
    control.focus()
    // A disabled control does nothing when it is pressed.
    if (isPressed && control.matches(':disabled')) return stop(message('app.leadTo.notNow'))
    if (isPressed) control.click()
    stop(null)
  }

  // What the screen shows may come in later.
  useMutationObserver(() => (wanted.value === null ? null : document.body), seek, { childList: true, subtree: true })
  // The trader has gone elsewhere, or looks at another account.
  onScopeDispose(router.afterEach(() => stop(null)))
  watch(
    () => portfolio.account?.id,
    () => stop(null),
  )
  onScopeDispose(() => stop(null))

  return async (screen: ScreenName, selector: string, isPressed = false): Promise<Message | null> => {
    await router.push({ name: screen })
    stop(null)
    const { promise, resolve } = Promise.withResolvers<Message | null>()
    wanted.value = { selector, isPressed, resolve }
    forget = clock.after(LEADS_WITHIN_MS, () => stop(message('app.leadTo.notThere')))
    seek()
    return promise
  }
}
