/** What was asked for in this window and is not in the snapshot yet, and what was refused. State only; no calls. */
import { defineStore } from 'pinia'
import { shallowReactive, shallowRef } from 'vue'
import { actionKey, type Action } from '#shared/desk/action.ts'
import type { Message } from '#shared/domain/message.ts'

/**
 * `sending`: main has not answered the click yet. `accepted`: main took it; the snapshot will report the rest.
 * `unanswered`: it is not known whether main took it; asking again repeats the same id, which is harmless.
 */
export interface PendingIntent {
  readonly intentId: string
  readonly action: Action
  readonly stage: 'sending' | 'accepted' | 'unanswered'
}

const REFUSALS_KEPT = 20

export const useDeskStore = defineStore('desk', () => {
  const pending = shallowReactive(new Map<string, PendingIntent>())
  /** Clicks that had no effect, and why. */
  const refusals = shallowRef<readonly (Omit<PendingIntent, 'stage'> & { readonly message: Message })[]>([])
  /** Intents of this window, newest first: shown as notices. */
  const mine = shallowRef<readonly string[]>([])

  function setPending(intent: PendingIntent): void {
    const key = actionKey(intent.action)
    pending.set(key, intent)
    refusals.value = refusals.value.filter((refusal) => actionKey(refusal.action) !== key)
    if (!mine.value.includes(intent.intentId)) mine.value = [intent.intentId, ...mine.value]
  }

  /** Replaces our id of `intent` by main's. */
  function name(intent: PendingIntent, intentId: string): PendingIntent {
    const named = { ...intent, intentId }
    pending.set(actionKey(intent.action), named)
    mine.value = mine.value.map((id) => (id === intent.intentId ? intentId : id))
    return named
  }

  function refuse(intent: PendingIntent, message: Message): void {
    pending.delete(actionKey(intent.action))
    refuseBeside(intent, message)
  }

  /** Refuses an intent while another one about the same thing stays pending. */
  function refuseBeside({ intentId, action }: Omit<PendingIntent, 'stage'>, message: Message): void {
    const refusal = { intentId, action, message }
    refusals.value = [refusal, ...refusals.value].slice(0, REFUSALS_KEPT)
    if (!mine.value.includes(intentId)) mine.value = [intentId, ...mine.value]
  }

  /** Drops the intents that the snapshot reports: from then on it alone has their state. */
  function settle(reported: ReadonlySet<string>): void {
    for (const [key, { intentId }] of pending) if (reported.has(intentId)) pending.delete(key)
  }

  /** Removes an intent's notice; its report stays in the log. */
  function dismiss(intentId: string): void {
    mine.value = mine.value.filter((id) => id !== intentId)
    refusals.value = refusals.value.filter((refusal) => refusal.intentId !== intentId)
  }

  /** Another account or another run of main: earlier requests do not belong to it. */
  function clear(): void {
    pending.clear()
    refusals.value = []
    mine.value = []
  }

  return { pending, refusals, mine, setPending, name, refuse, refuseBeside, settle, dismiss, clear }
})
