/** How everything asked for stands, by what it is about: for the buttons of rows. */
import { computed } from 'vue'
import { actionKey, type Action } from '#shared/desk/action.ts'
import { usePortfolioStore } from '../stores/portfolio.ts'
import { useDeskStore } from '../stores/desk.ts'
import { intentProgress, legProgress, pendingProgress, refusalProgress, type Progress } from './intent-words.ts'

/** How long a row keeps telling of an intent that has ended. */
const TELL_FOR_MS = 120_000

/** `progress(action)`: how the newest intent for the same thing stands; null when there is nothing to tell. */
export function useIntents(): { progress: (action: Action) => Progress | null } {
  const portfolio = usePortfolioStore()
  const desk = useDeskStore()

  const byKey = computed(() => {
    const found = new Map<string, Progress>()
    const tell = (key: string, progress: Progress): void => {
      if (!found.has(key)) found.set(key, progress)
    }
    for (const [key, intent] of desk.pending) tell(key, pendingProgress(intent))
    for (const refusal of desk.refusals) tell(refusal.key, refusalProgress(refusal))
    for (const intent of portfolio.parts.desk?.data?.intents ?? []) {
      const progress = intentProgress(intent)
      const old = (portfolio.header?.wall ?? 0) - intent.createdAt > TELL_FOR_MS
      if (old && !progress.inFlight) continue
      tell(actionKey(intent.action), progress)
      // An order under "cancel all" is as busy as one cancelled by itself.
      for (const leg of intent.legs) {
        if (leg.request.kind === 'cancel') {
          const { area, instrument, orderId } = leg.request
          tell(actionKey({ kind: 'cancelOrder', area, instrument, orderId }), legProgress(leg))
        }
      }
    }
    return found
  })

  return { progress: (action) => byKey.value.get(actionKey(action)) ?? null }
}
