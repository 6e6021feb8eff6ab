/** Whether totals may be shown: only once every part of the account, and every price it needs, was asked for. */
import { computed } from 'vue'
import { isWaitingForTotals } from '#shared/snapshot/figure-age.ts'
import { message } from '#shared/words/message.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { sayAll } from '../kit/say.ts'

export function useTotals() {
  const { parts } = usePortfolioStore()
  const missing = computed(() => parts.risk?.data?.missing ?? [])
  /** A part was never read. A total without it would later rise, and look like a gain. */
  const isWaiting = computed(() => isWaitingForTotals(parts))
  const failures = computed(() => missing.value.flatMap((name) => parts[name]?.failure ?? []))
  return {
    isWaiting,
    isFailing: computed(() => isWaiting.value && failures.value.length > 0),
    /** What the totals wait for, and why it cannot be read if it fails; empty: nothing. */
    why: computed(() => {
      if (!isWaiting.value) return ''
      const parts = missing.value.map((name) => message(`figure.part.${name}`))
      const unread = parts.length > 0 ? parts : message('risk.totals.everyPrice')
      return sayAll(message('figure.notReadYet', { parts: unread }), ...failures.value.map((each) => each.message))
    }),
  }
}
