/** How each request stands, by the order or position it is about; for the buttons of rows. */
import { computed } from 'vue'
import { actionKey, closeAtMarket, type Action } from '#shared/desk/action.ts'
import { hasSucceeded, isInProgress, type LegRequest } from '#shared/desk/plan.ts'
import { type IntentReport } from '#shared/desk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { useDeskStore } from '../app/stores/desk.ts'
import { intentProgress, pendingProgress, refusalProgress, type Progress } from './intent-words.ts'
import { placeOf } from './outcome-words.ts'

/** How long a row shows an intent after it ended. */
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
    for (const refusal of desk.refusals) tell(actionKey(refusal.action), refusalProgress(refusal))
    for (const intent of portfolio.parts.desk?.data?.intents ?? []) {
      const progress = intentProgress(intent)
      const old = (portfolio.header?.wall ?? 0) - intent.createdAt > TELL_FOR_MS
      if (old && !progress.inFlight && intent.state !== 'running') continue
      tell(actionKey(intent.action), progress)
      // Orders in a "cancel all" and positions in a "flatten" are busy too.
      for (const leg of intent.legs) {
        const key = rowKey(leg.request)
        if (key !== null) tell(key, rowProgress(intent, leg.request))
      }
    }
    return found
  })

  return { progress: (action) => byKey.value.get(actionKey(action)) ?? null }
}

/** The key of the action that a row offers for what a request is about; null when no row offers one. */
function rowKey(request: Encoded<LegRequest>): string | null {
  if (request.kind === 'cancel') {
    const { area, instrument, orderId } = request
    return actionKey({ kind: 'cancelOrder', area, instrument, orderId })
  }
  return request.kind === 'close' ? actionKey(closeAtMarket(request.positionKey)) : null
}

/** How the part of an intent stands that is about one order or position. */
function rowProgress(intent: Encoded<IntentReport>, request: Encoded<LegRequest>): Progress {
  const place = placeOf(request)
  const legs = intent.legs.filter((leg) => placeOf(leg.request) === place)
  // A row whose own requests ended well does not show the state of the whole intent.
  const state = legs.every((leg) => hasSucceeded(leg.state)) ? 'done' : intent.state
  const progress = intentProgress({ ...intent, state, note: null, legs })
  return { ...progress, inFlight: legs.some((leg) => isInProgress(leg.state)) }
}
