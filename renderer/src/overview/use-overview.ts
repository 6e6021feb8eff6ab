/** What the overview shows, from the parts of the snapshot. */
import { computed } from 'vue'
import type { LoadLineInput } from '../risk/load-line/load-line-view.ts'
import { doubtWords } from '../risk/price-doubt-words.ts'
import { ALL_PRICES } from '../risk/load-line/moved-prices.ts'
import { unitLabels } from '../risk/unit-label.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { hiddenRates, rateSlopes } from '../risk/hidden-rate.ts'
import { absentWords } from '../app/absent-area.ts'
import { oldestAge } from '../kit/oldest-age.ts'
import { usePaced } from '../kit/use-paced.ts'
import { useFreshnessOf } from '../app/use-freshness.ts'
import { mayBeMore, useKnowledge } from '../app/use-knowledge.ts'
import { doubtsOfUnit, useMainAge, useRest } from '../risk/use-rests.ts'
import { useTotals } from '../risk/use-totals.ts'
import { needsAttention, WATCHED_PARTS } from './attention.ts'
import { type Facts } from './attention-item.ts'
import { balanceRows } from './balance-rows.ts'
import { marginRows } from './margin-rows.ts'

/** How often the long lists beside the positions are redrawn, ms. */
const LIST_EVERY_MS = 1_000

export function useOverview() {
  const { parts } = usePortfolioStore()
  const ageOf = useFreshnessOf()
  const rests = { spot: useRest('spot'), margin: useRest('margin'), equity: useRest('equity') }
  const mainAge = useMainAge()
  const totals = useTotals()
  const known = useKnowledge()

  const report = computed(() => parts.risk?.data ?? null)
  const labels = computed(() =>
    unitLabels(report.value?.margin ?? [], parts.positions?.data ?? [], parts.instruments?.data ?? []),
  )
  /** The words for a venue without contracts; null: it has some. */
  const noContracts = computed(() => absentWords('contract', parts))
  const loadLine = computed<LoadLineInput | null>(() => {
    if (report.value === null) return null
    const { loadLine: line, margin: units, reportingCoin } = report.value
    const doubt = doubtWords(rests.margin.doubts.value)
    const isPartial = mayBeMore(known.of('positions'), parts.positions?.data?.length ?? 0)
    const absent = noContracts.value
    return { loadLine: line, units, labels: labels.value, reportingCoin, moved: ALL_PRICES, doubt, isPartial, absent }
  })
  const ages = computed<Facts['ages']>(() =>
    Object.fromEntries([
      ...[...WATCHED_PARTS, 'health' as const].map((name) => [name, ageOf(parts[name])] as const),
      ['risk', mainAge.value],
    ]),
  )

  /** Computed once per report; the hidden part grows with every tick. */
  const slopes = computed(() =>
    report.value === null
      ? new Map<string, null>()
      : rateSlopes(report.value, parts.positions?.data ?? [], parts.instruments?.data ?? []),
  )
  const hidden = computed(() => hiddenRates(slopes.value, parts.statistics?.data ?? null, rests.margin.age.value.ageMs))

  const watched = usePaced(
    () => ({ parts: Object.assign({}, parts), labels: labels.value, ages: ages.value }),
    LIST_EVERY_MS,
  )
  /** The reading is paced with its rows, so that they are never older than their age says. */
  const balances = usePaced(
    () => ({
      valuation: report.value?.valuation ?? null,
      held: parts.balances?.data ?? [],
      doubts: rests.spot.doubts.value,
      reading: parts.balances?.data ? rests.spot.reading.value : (parts.balances ?? null),
    }),
    LIST_EVERY_MS,
  )

  return {
    parts,
    report,
    loadLine,
    coin: computed(() => report.value?.reportingCoin ?? ''),
    margin: computed(() =>
      marginRows(report.value?.margin ?? [], labels.value, parts.marginAccounts?.data ?? [], (id) =>
        doubtsOfUnit(report.value, id),
      ),
    ),
    known,
    rests,
    totals,
    /** How far each margin rate may be off because of its age, by unit. */
    hidden,
    balances: computed(() => {
      const { valuation, held, doubts, reading } = balances.value
      return { rows: balanceRows(valuation, held, doubts), total: valuation?.total ?? null, doubts, reading }
    }),
    attention: computed(() => needsAttention(watched.value)),
    /** Age of the oldest watched part: all of them were read since; null while one was never read. */
    fullCheckAgeMs: computed(() =>
      oldestAge(
        WATCHED_PARTS.filter((name) => parts[name]?.isAbsent !== true).map((name) => ages.value[name]?.ageMs ?? null),
      ),
    ),
    noContracts,
    hasSpot: computed(() => absentWords('spot', parts) === null),
  }
}
