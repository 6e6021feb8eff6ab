/** The work list of the account in front, and how old the oldest part it was made from is. */
import { computed } from 'vue'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { useFreshnessOf } from '../app/use-freshness.ts'
import { oldestAge } from '../kit/oldest-age.ts'
import { LIST_EVERY_MS, usePaced } from '../kit/use-paced.ts'
import { useMainAge } from '../risk/use-provenance.ts'
import { useUnitLabels } from '../risk/use-unit-labels.ts'
import { needsAttention, WATCHED_PARTS } from './attention.ts'
import { type Facts } from './attention-item.ts'

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

  return {
    items: computed(() => needsAttention(watched.value)),
    /** Age of the oldest watched part: all of them were read since; null while one was never read. */
    fullCheckAgeMs: computed(() =>
      oldestAge(
        WATCHED_PARTS.filter((name) => parts[name]?.isAbsent !== true).map((name) => ages.value[name]?.ageMs ?? null),
      ),
    ),
  }
}
