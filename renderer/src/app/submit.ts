/** From a click to main's answer: one intent for one action, and never a second while the first is open. */
import { actionKey, isSameAction, type Action } from '#shared/desk/action.ts'
import type { Bridge } from '#shared/ipc/contract.ts'
import { message } from '#shared/words/message.ts'
import { useDeskStore, type PendingIntent } from './stores/desk.ts'
import { usePortfolioStore } from './stores/portfolio.ts'

/** `newId`: a fresh id for an intent that main has not given one yet. */
export function createSubmit(bridge: Bridge, newId: () => string) {
  const portfolio = usePortfolioStore()
  const desk = useDeskStore()

  async function submit(action: Action, planId?: string): Promise<string | null> {
    // A request is about the account on screen: none before one is shown, and never about another.
    const runId = portfolio.header?.runId
    if (runId === undefined) return null
    const held = desk.pending.get(actionKey(action))
    // A request keeps its id until it is answered, so that main does nothing twice for one id. With another size or
    // price it is a new request.
    const repeats = held !== undefined && isSameAction(held.action, action)
    if (held && held.stage !== 'unanswered') {
      if (repeats) return held.intentId
      const intentId = newId()
      desk.refuseBeside({ intentId, action }, message('app.busy'))
      return intentId
    }
    const asked: PendingIntent = {
      intentId: repeats ? held.intentId : (planId ?? newId()),
      action,
      stage: 'sending',
    }
    desk.setPending(asked)
    const intent = repeats || planId !== undefined ? asked : await propose(asked, runId)
    if (intent === null) return asked.intentId
    const { intentId } = intent
    const answer = await bridge.submit({ runId, planId: intentId }).catch(() => null)
    if (desk.pending.get(actionKey(action))?.intentId !== intentId) return intentId
    if (answer?.ok && answer.value.kind === 'accepted') desk.setPending({ ...intent, stage: 'accepted' })
    else if (answer?.ok && answer.value.kind === 'denied') desk.refuse(intent, answer.value.denial.message)
    else if (answer && !answer.ok && answer.error.outcome !== 'unknown') desk.refuse(intent, answer.error.message)
    else desk.setPending({ ...intent, stage: 'unanswered' })
    return intentId
  }

  /** Gets main's id for a one-click action; null: main refuses. Sends nothing to the venue. */
  async function propose(asked: PendingIntent, runId: string): Promise<PendingIntent | null> {
    const answer = await bridge.propose({ runId, action: asked.action }).catch(() => null)
    if (desk.pending.get(actionKey(asked.action)) !== asked) return null
    if (answer?.ok) return desk.name(asked, answer.value.planId)
    desk.refuse(asked, answer ? answer.error.message : message('app.noAnswer'))
    return null
  }

  return submit
}
