/** The distances last typed for a close. They live as long as the window and are never saved. State only. */
import { defineStore } from 'pinia'
import { reactive } from 'vue'
import type { Offset } from './offset-price.ts'

interface LastDistances {
  /** The largest distance from the mark. Decimal text, percent. */
  capped: string
  /** How far the price may move before the chase stops. Decimal text, percent. */
  chase: string
  /** How much better than the market a limit is set. */
  offset: Offset
}

export const useLastDistances = defineStore('lastDistances', () =>
  reactive<LastDistances>({ capped: '0.5', chase: '0.5', offset: { size: '0.1', unit: 'percent' } }),
)
