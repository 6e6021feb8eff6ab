/** What was asked for in this window and is not in the snapshot yet, and what was refused. State only; no calls. */
import { defineStore } from 'pinia'
import { shallowReactive, shallowRef } from 'vue'
import { actionKey, type Action } from '#shared/desk/action.ts'
import type { Message } from '#shared/domain/message.ts'

/**
 * `sending`: the answer to the click is awaited. `accepted`: main took it on; the snapshot will tell the rest.
 * `unanswered`: it is not known whether main took it on; asking again repeats the same id, which is harmless.
 */
export interface PendingIntent {
  readonly intentId: string
  readonly action: Action
  readonly stage: 'sending' | 'accepted' | 'unanswered'
}

/** A click that led to nothing, and why. */
export interface Refusal {
  readonly intentId: string
  readonly action: Action
  readonly message: Message
}

const REFUSALS_KEPT = 20

export const useDeskStore = defineStore('desk', () => {
  const pending = shallowReactive(new Map<string, PendingIntent>())
  const refusals = shallowRef<readonly Refusal[]>([])
  /** Intents of this window, newest first: the ones that get a toast. */
  const mine = shallowRef<readonly string[]>([])

  function setPending(intent: PendingIntent): void {
    const key = actionKey(intent.action)
    pending.set(key, intent)
    refusals.value = refusals.value.filter((refusal) => actionKey(refusal.action) !== key)
    if (!mine.value.includes(intent.intentId)) mine.value = [intent.intentId, ...mine.value]
  }

  /** Main has given `intent` its id. */
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

  /** The same, where another intent about the same thing is pending, and stays so. */
  function refuseBeside({ intentId, action }: Omit<PendingIntent, 'stage'>, message: Message): void {
    const refusal = { intentId, action, message }
    refusals.value = [refusal, ...refusals.value].slice(0, REFUSALS_KEPT)
    if (!mine.value.includes(intentId)) mine.value = [intentId, ...mine.value]
  }

  /** Hands the intents that the snapshot reports over to it: from there on it alone says how they stand. */
  function settle(reported: ReadonlySet<string>): void {
    for (const [key, { intentId }] of pending) if (reported.has(intentId)) pending.delete(key)
  }

  /** Forgets an intent's toast; its report stays in the log. */
  function dismiss(intentId: string): void {
    mine.value = mine.value.filter((id) => id !== intentId)
    refusals.value = refusals.value.filter((refusal) => refusal.intentId !== intentId)
  }

  /** Another account or another run of main: nothing asked for before belongs to it. */
  function clear(): void {
    pending.clear()
    refusals.value = []
    mine.value = []
  }

  return { pending, refusals, mine, setPending, name, refuse, refuseBeside, settle, dismiss, clear }
})
