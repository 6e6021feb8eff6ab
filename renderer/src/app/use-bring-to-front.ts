import { watch } from 'vue'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { useClock } from '../kit/use-clock.ts'
import { useSession, whyNot } from './session.ts'
import { usePortfolioStore } from './stores/portfolio.ts'

/** Once main has opened an account, its figures reach the window within this time. */
const SHOWN_WITHIN_MS = 3_000

/**
 * Opens an account, unless it is in front, and waits until the window shows it, so that what follows is about that
 * account. Resolves with why the window does not show it; null: it does.
 */
export function useBringToFront() {
  const session = useSession()
  const portfolio = usePortfolioStore()
  const clock = useClock()

  function isShown(accountId: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const isInFront = (): boolean => portfolio.account?.id === accountId
    // By then the window has closed what it showed of the account before.
    const stop = watch(isInFront, (is) => is && resolve(true), { immediate: true, flush: 'post' })
    const forget = clock.after(SHOWN_WITHIN_MS, () => resolve(false))
    return promise.finally(() => {
      stop()
      forget()
    })
  }

  return async (accountId: string): Promise<Message | null> => {
    // The way out of the account in front needs nothing of main.
    if (portfolio.account?.id === accountId) return null
    const why = await whyNot(session.accounts.openAccount({ accountId }))
    if (why !== null) return why
    return (await isShown(accountId)) ? null : message('app.notInFront')
  }
}
