/** The percentages last typed for a close. They live as long as the window and are never saved. State only. */
import { defineStore } from 'pinia'
import { reactive } from 'vue'

/**
 * `capped`: the largest distance from the mark. `chase`: how far the price may move before the chase stops. Decimal
 * text, percent.
 */
export const useLastPercents = defineStore('lastPercents', () => reactive({ capped: '0.5', chase: '0.5' }))
