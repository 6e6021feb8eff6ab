/** The percentages last typed for closes: kept while the window lives, never written down. State only. */
import { defineStore } from 'pinia'
import { reactive } from 'vue'

/** `capped`: how far from the mark at most; `chase`: how far the price may go before it is stopped. Decimal text. */
export const useLastPercents = defineStore('lastPercents', () => reactive({ capped: '0.5', chase: '0.5' }))
