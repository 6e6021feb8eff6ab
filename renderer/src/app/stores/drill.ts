/** The fire drill asked for in this window: since when it runs, and why it led to nothing. State only; no calls. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Message } from '#shared/domain/message.ts'

export const useDrillStore = defineStore('drill', () => {
  /** Our monotonic ms; null while none runs. */
  const startedAt = shallowRef<number | null>(null)
  /** Why the newest led to no card; null when it did, or none was asked for. */
  const refusal = shallowRef<Message | null>(null)

  function start(now: number): void {
    startedAt.value = now
    refusal.value = null
  }

  function end(message: Message | null): void {
    startedAt.value = null
    refusal.value = message
  }

  /** Another account or another run of main: its drills are its own. */
  function clear(): void {
    end(null)
  }

  return { startedAt, refusal, start, end, clear }
})
