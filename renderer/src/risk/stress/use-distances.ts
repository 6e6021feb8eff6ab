/** The distance of each live position to its liquidation, and the inputs of those figures. */
import { computed } from 'vue'
import { t } from '../../kit/say.ts'
import { useFreshnessOf } from '../../app/use-freshness.ts'
import { useVenueNow } from '../../app/use-wall-clock.ts'
import { ageOfDays } from '../day-age.ts'
import type { HowInput } from '../how/methods.ts'
import { useStatistics } from '../use-statistics.ts'
import { distancesOf } from './position-distances.ts'
import type { useStress } from './use-stress.ts'

export function useDistances({ parts, live }: Pick<ReturnType<typeof useStress>, 'parts' | 'live'>) {
  const { window } = useStatistics()
  const ageOf = useFreshnessOf()
  const venueNow = useVenueNow()

  const report = computed(() => {
    const { risk, statistics } = parts.value
    return risk?.data && live.value
      ? distancesOf(live.value.model.positions, risk.data, statistics?.data ?? null)
      : null
  })
  const inputs = computed<readonly HowInput[]>(() => {
    const { positions, quotes, statistics, risk } = parts.value
    const count = (data: readonly unknown[] | null | undefined): string =>
      data == null ? t('kit.notRead') : String(data.length)
    return [
      { label: t('stress.input.positions'), text: count(positions?.data), ageMs: ageOf(positions).ageMs },
      { label: t('stress.input.quotes'), text: count(quotes?.data), ageMs: ageOf(quotes).ageMs },
      { label: t('stress.input.liquidations'), text: count(risk?.data?.positions), ageMs: ageOf(risk).ageMs },
      // The age of the newest day, not of the report.
      {
        label: t('stress.input.dayMoves'),
        text: window.value,
        ageMs: statistics?.data ? ageOfDays(statistics.data.history, venueNow.value) : null,
      },
    ]
  })

  return { report, inputs }
}
