/** The work list of the account in front, and how old the oldest part it was made from is. */
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { useFreshnessOf } from '../app/use-freshness.ts'
import { oldestAge } from '../kit/oldest-age.ts'
import { useClock } from '../kit/use-clock.ts'
import { usePaced } from '../kit/use-paced.ts'
import { figureAge, mainFigure } from '#shared/snapshot/figure-age.ts'
import type { Parts } from '#shared/snapshot/snapshot.ts'
import { needsAttention, WATCHED_PARTS } from './attention.ts'
import { type Facts } from './attention-item.ts'

/**
 * The longest that the list waits for the first risk report. Its items stand first, so without it the other items would
 * move down when it arrives.
 */
const FIRST_REPORT_MS = 3_000

export function useAttention() {
  const { parts } = usePortfolioStore()
  const ageOf = useFreshnessOf()

  const agesOf = (of: Partial<Parts>): Facts['ages'] =>
    Object.fromEntries([
      ...[...WATCHED_PARTS, 'health' as const].map((name) => [name, ageOf(of[name])] as const),
      ['risk', figureAge(of, mainFigure(of), ageOf)],
    ])
  const watched = usePaced(() => ({ parts: Object.assign({}, parts), ages: agesOf(parts) }))
  /** How old what the list was made from is by now. */
  const ages = computed(() => agesOf(watched.value.parts))

  const read = computed(() =>
    WATCHED_PARTS.filter((name) => watched.value.parts[name]?.isAbsent !== true).map((name) => ages.value[name]),
  )

  /** The list waits only once, at the start, not when another account comes to the front. */
  const isWaiting = shallowRef(!WATCHED_PARTS.some((name) => parts[name]?.data))
  const end = (): void => void (isWaiting.value = false)
  watch(
    () => watched.value.parts.risk?.data != null,
    (isHere) => isHere && end(),
  )
  // If a report has arrived by then, the list shows it in a moment anyway.
  onScopeDispose(useClock().after(FIRST_REPORT_MS, () => !parts.risk?.data && end()))

  return {
    items: computed(() => (isWaiting.value ? [] : needsAttention(watched.value))),
    /** The age of the oldest watched part: every part was read since then. null while a part was never read. */
    fullCheckAgeMs: computed(() => oldestAge(read.value.map((age) => age?.ageMs ?? null))),
    /** Whether a watched part is older than it may be, so that the list may miss what has happened. */
    isStale: computed(() => read.value.some((age) => age?.state === 'stale')),
  }
}
