/** The fire drill that this window asked for: when it started, and why it gave no card. State only; no calls. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Message } from '#shared/domain/message.ts'

export const useDrillStore = defineStore('drill', () => {
  /** When the drill started, in our monotonic ms; null while none runs. */
  const startedAt = shallowRef<number | null>(null)
  /** Why the newest drill gave no card; null if it gave one, or if no drill was asked for. */
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
