/** The distances last typed for a close. They live as long as the window and are never saved. State only. */
import { defineStore } from 'pinia'
import { reactive } from 'vue'
import type { Offset } from './offset-price.ts'

export const useLastDistances = defineStore('lastDistances', () =>
  reactive<{ capped: string; chase: string; offset: Offset; offsetOfAll: string }>({
    /** The largest distance from the mark. Decimal text, percent. */
    capped: '0.5',
    /** How far the price may move before the chase stops. Decimal text, percent. */
    chase: '0.5',
    /** How much better than the market a limit is set. */
    offset: { size: '0.1', unit: 'percent' },
    /** The same for many positions at once. Decimal text, percent. */
    offsetOfAll: '0.1',
  }),
)
