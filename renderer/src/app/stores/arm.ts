/**
 * Whether one click is enough. Off at every start and for every account; switched on by hand, off by itself after a
 * quarter of an hour without a key or a click. It is comfort, not law: main checks every action either way.
 */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { useTickerStore } from './ticker.ts'

export const IDLE_DISARM_MS = 15 * 60_000

export const useArmStore = defineStore('arm', () => {
  const ticker = useTickerStore()
  const armedBy = shallowRef(false)
  const touchedAt = shallowRef(0)

  /** Computed from the clock, so that a window that slept wakes up disarmed. */
  const disarmsInMs = computed(() => (armedBy.value ? touchedAt.value + IDLE_DISARM_MS - ticker.now : 0))
  const armed = computed(() => disarmsInMs.value > 0)

  function set(on: boolean, now: number): void {
    armedBy.value = on
    touchedAt.value = now
  }

  /** The trader is there. Keeps an armed window armed; never arms one, nor one whose time has run out. */
  function touch(now: number): void {
    if (now - touchedAt.value >= IDLE_DISARM_MS) armedBy.value = false
    touchedAt.value = now
  }

  return { armed, disarmsInMs, set, touch }
})
