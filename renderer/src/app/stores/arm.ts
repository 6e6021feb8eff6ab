/**
 * Whether one click is enough, as far as main has granted it: off at every start and for every account, and off again
 * when the grant ends. Only for display: main checks every action against its own grant.
 */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { useTickerStore } from './ticker.ts'

export const useArmStore = defineStore('arm', () => {
  const ticker = useTickerStore()
  const until = shallowRef(-Infinity)

  /** Computed from the clock, so that a window that slept wakes up disarmed. */
  const disarmsInMs = computed(() => Math.max(0, until.value - ticker.now))
  const armed = computed(() => disarmsInMs.value > 0)

  /** `forMs` from `now` on; 0: not at all. */
  function grant(forMs: number, now: number): void {
    until.value = forMs > 0 ? now + forMs : -Infinity
  }

  return { armed, disarmsInMs, grant }
})
