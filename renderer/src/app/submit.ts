/** From a click to main's answer: one intent for one action, and never a second while the first is open. */
import { actionKey, isSameAction, type Action } from '#shared/desk/action.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Result } from '#shared/domain/result.ts'
import type { SubmitAnswer } from '#shared/desk/report.ts'
import type { Bridge } from '#shared/ipc/contract.ts'
import { message } from '#shared/words/message.ts'
import { useDeskStore, type PendingIntent } from './stores/desk.ts'
import { usePortfolioStore } from './stores/portfolio.ts'

/** Why main refused an intent; null: it took it, or nobody knows. */
function whyRefused(answer: Result<SubmitAnswer, Failure> | null): Message | null {
  if (answer === null) return null
  if (answer.ok) return answer.value.kind === 'denied' ? answer.value.denial.message : null
  return answer.error.outcome === 'unknown' ? null : answer.error.message
}

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
    const why = whyRefused(answer)
    if (desk.pending.get(actionKey(action))?.intentId !== intentId) sayLate(intent, runId, why)
    else if (why !== null) desk.refuse(intent, why)
    else desk.setPending({ ...intent, stage: answer?.ok ? 'accepted' : 'unanswered' })
    return intentId
  }

  /**
   * Another account has come to the front since the trader asked for `intent`, and its requests were forgotten here. That
   * it was refused is said all the same: the trader may take it for done.
   */
  function sayLate(intent: PendingIntent, runId: string, why: Message | null): void {
    if (why !== null && portfolio.header?.runId !== runId) desk.refuseBeside(intent, why)
  }

  /** Gets main's id for a one-click action; null: main refuses. Sends nothing to the venue. */
  async function propose(asked: PendingIntent, runId: string): Promise<PendingIntent | null> {
    const answer = await bridge.propose({ runId, action: asked.action }).catch(() => null)
    const isHere = desk.pending.get(actionKey(asked.action)) === asked
    if (isHere && answer?.ok) return desk.name(asked, answer.value.planId)
    const why = answer?.ok === false ? answer.error.message : message('app.noAnswer')
    if (isHere) desk.refuse(asked, why)
    else sayLate(asked, runId, answer?.ok ? message('main.otherAccount') : why)
    return null
  }

  return submit
}
