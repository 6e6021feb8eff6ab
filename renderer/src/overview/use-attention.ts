/** The work list of the account in front, and how old the oldest part it was made from is. */
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { useFreshnessOf } from '../app/use-freshness.ts'
import { oldestAge } from '../kit/oldest-age.ts'
import { useClock } from '../kit/use-clock.ts'
import { LIST_EVERY_MS, usePaced } from '../kit/use-paced.ts'
import { useMainAge } from '../risk/use-provenance.ts'
import { useUnitLabels } from '../risk/use-unit-labels.ts'
import { needsAttention, WATCHED_PARTS } from './attention.ts'
import { type Facts } from './attention-item.ts'

/** How long the list waits at most for the first report, whose items come first: the others would move below them. */
const FIRST_REPORT_MS = 3_000

export function useAttention() {
  const { parts } = usePortfolioStore()
  const ageOf = useFreshnessOf()
  const mainAge = useMainAge()
  const labels = useUnitLabels()

  const ages = computed<Facts['ages']>(() =>
    Object.fromEntries([
      ...[...WATCHED_PARTS, 'health' as const].map((name) => [name, ageOf(parts[name])] as const),
      ['risk', mainAge.value],
    ]),
  )
  const watched = usePaced(
    () => ({ parts: Object.assign({}, parts), labels: labels.value, ages: ages.value }),
    LIST_EVERY_MS,
  )

  /** Once, at the start: another account's list does not wait. */
  const isWaiting = shallowRef(!WATCHED_PARTS.some((name) => parts[name]?.data))
  const end = (): void => void (isWaiting.value = false)
  watch(
    () => watched.value.parts.risk?.data != null,
    (isHere) => isHere && end(),
  )
  // A report that is here by then is in the list in a moment.
  onScopeDispose(useClock().after(FIRST_REPORT_MS, () => !parts.risk?.data && end()))

  return {
    items: computed(() => (isWaiting.value ? [] : needsAttention(watched.value))),
    /** Age of the oldest watched part: all of them were read since; null while one was never read. */
    fullCheckAgeMs: computed(() =>
      oldestAge(
        WATCHED_PARTS.filter((name) => parts[name]?.isAbsent !== true).map((name) => ages.value[name]?.ageMs ?? null),
      ),
    ),
  }
}
