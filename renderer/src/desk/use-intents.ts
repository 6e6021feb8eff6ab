/** The state of the requests for each order or position, for the buttons in table rows. */
import { computed } from 'vue'
import { actionKey, closeAtMarket, type Action } from '#shared/desk/action.ts'
import { hasSucceeded, isInProgress, type LegRequest } from '#shared/desk/plan.ts'
import { type IntentReport } from '#shared/desk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { sameMembers } from '#shared/domain/same-members.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { useDeskStore } from '../app/stores/desk.ts'
import { intentProgress, pendingProgress, refusalProgress, type Progress } from './intent-words.ts'
import { placeOf } from './outcome-words.ts'

/** How long after its creation a finished intent still shows in a row. */
const TELL_FOR_MS = 120_000

/**
 * `progress(action)`: the state of the newest intent for the same order or position; null when there is nothing to
 * show.
 */
export function useIntents(): { progress: (action: Action) => Progress | null } {
  const portfolio = usePortfolioStore()
  const desk = useDeskStore()

  const isOver = (intent: Encoded<IntentReport>): boolean =>
    (portfolio.header?.wall ?? 0) - intent.createdAt > TELL_FOR_MS &&
    intent.state !== 'running' &&
    !intentProgress(intent).inFlight
  /** Every row reads what is made of this list. So it stays the same list until its members change. */
  const shown = computed<readonly Encoded<IntentReport>[]>((before) => {
    const now = (portfolio.parts.desk?.data?.intents ?? []).filter((intent) => !isOver(intent))
    return before && sameMembers(before, now) ? before : now
  })

  const byKey = computed(() => {
    const found = new Map<string, Progress>()
    const tell = (key: string, progress: Progress): void => {
      if (!found.has(key)) found.set(key, progress)
    }
    for (const [key, intent] of desk.pending) tell(key, pendingProgress(intent))
    for (const refusal of desk.refusals) tell(actionKey(refusal.action), refusalProgress(refusal))
    for (const intent of shown.value) {
      tell(actionKey(intent.action), intentProgress(intent))
      // The orders of a "cancel all" and the positions of a "flatten" show as busy too.
      for (const leg of intent.legs) {
        const key = rowKey(leg.request)
        if (key !== null) tell(key, rowProgress(intent, leg.request))
      }
    }
    return found
  })

  return { progress: (action) => byKey.value.get(actionKey(action)) ?? null }
}

/** The key of the row action that matches a request; null when no row offers such an action. */
function rowKey(request: Encoded<LegRequest>): string | null {
  if (request.kind === 'cancel') {
    const { area, instrument, orderId } = request
    return actionKey({ kind: 'cancelOrder', area, instrument, orderId })
  }
  return request.kind === 'close' ? actionKey(closeAtMarket(request.positionKey)) : null
}

/** The progress of the legs of an intent that concern one order or position. */
function rowProgress(intent: Encoded<IntentReport>, request: Encoded<LegRequest>): Progress {
  const place = placeOf(request)
  const legs = intent.legs.filter((leg) => placeOf(leg.request) === place)
  // A row whose own legs all succeeded does not show the state of the whole intent.
  const state = legs.every((leg) => hasSucceeded(leg.state)) ? 'done' : intent.state
  const progress = intentProgress({ ...intent, state, note: null, legs })
  return { ...progress, inFlight: legs.some((leg) => isInProgress(leg.state)) }
}
