/** The window's current time (monotonic ms), advanced by the composition root: ages and countdowns follow it. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

export const useTickerStore = defineStore('ticker', () => {
  const now = shallowRef(0)

  function set(mono: number): void {
    now.value = mono
  }

  return { now, set }
})
