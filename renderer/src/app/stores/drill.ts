/** The fire drill asked for in this window: since when it runs, and why it gave no card. State only; no calls. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Message } from '#shared/domain/message.ts'

export const useDrillStore = defineStore('drill', () => {
  /** Our monotonic ms; null while none runs. */
  const startedAt = shallowRef<number | null>(null)
  /** Why the newest gave no card; null when it did, or none was asked for. */
  const refusal = shallowRef<Message | null>(null)

  function start(now: number): void {
    startedAt.value = now
    refusal.value = null
  }

  function end(message: Message | null): void {
    startedAt.value = null
    refusal.value = message
  }

  /** Another account or another run of main has drills of its own. */
  function clear(): void {
    end(null)
  }

  return { startedAt, refusal, start, end, clear }
})
