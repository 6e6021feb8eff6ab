/** What the sheet for several accounts shows: their plans, or how their plans go. State only. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Message } from '#shared/domain/message.ts'
import type { WayOutName } from '#shared/ipc/place.ts'
import type { AccountView } from '#shared/snapshot/snapshot.ts'

/**
 * How long the plans of several accounts are shown before they are made again. Longer than for one plan: each of them
 * reads its account, and a trader reads them one after the other.
 */
export const PLANS_EVERY_MS = 15_000

export interface FanOutRun {
  readonly way: WayOutName
  readonly parts: readonly {
    readonly account: AccountView
    /** The id of the plan and of its intent. */
    readonly planId: string
    /** `unanswered`: it is not known whether main took it. A message: why nothing of it is sent. */
    readonly answer: 'accepted' | 'unanswered' | Message
  }[]
}

export const useFanOut = defineStore('fanOut', () => {
  const view = shallowRef<
    { readonly kind: 'plan'; readonly way: WayOutName } | { readonly kind: 'run'; readonly run: FanOutRun } | null
  >(null)
  /** The newest run, to come back to. */
  const newest = shallowRef<FanOutRun | null>(null)

  /** Shows the plan of each account. Nothing is sent. */
  function open(way: WayOutName): void {
    view.value = { kind: 'plan', way }
  }

  /** Keeps a run that was asked for. `isShown`: the sheet goes on with it. */
  function keep(run: FanOutRun, isShown: boolean): void {
    newest.value = run
    if (isShown) view.value = { kind: 'run', run }
  }

  function close(): void {
    view.value = null
  }

  return { view, newest, open, keep, close }
})
