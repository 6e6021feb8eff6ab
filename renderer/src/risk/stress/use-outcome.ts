/** The simulation in a few figures: equity and margin rates, live and tried, and what they leave out. */
import { computed } from 'vue'
import { toFloat } from '#shared/domain/decimal.ts'
import { figure } from '#shared/risk/number/figure.ts'
import { useWhatIfStore } from '../../app/stores/what-if.ts'
import { hiddenRates, rateSlopes } from '../hidden-rate.ts'
import { useFreshnessOf } from '../../app/use-freshness.ts'
import { useTotals } from '../use-totals.ts'
import { UNKNOWN } from '../../kit/format.ts'
import { figureWords, type FigureWords } from '../figure-words.ts'
import { unitRows } from './unit-rows.ts'
import { useOmissions } from './use-omissions.ts'
import type { useStress } from './use-stress.ts'

export function useOutcome(stress: ReturnType<typeof useStress>) {
  const { parts, live, outcome, marginReading } = stress
  const whatIf = useWhatIfStore()
  const totals = useTotals()
  const ageOf = useFreshnessOf()
  const notes = useOmissions(stress)

  const slopes = computed(() => {
    const { risk, positions, instruments } = parts.value
    return risk?.data ? rateSlopes(risk.data, positions?.data ?? [], instruments?.data ?? []) : () => null
  })
  const hidden = computed(() => {
    const { ageMs } = ageOf(marginReading.value)
    return hiddenRates(slopes.value, parts.value.statistics?.data ?? null, ageMs)
  })
  const simulated = computed(() => (whatIf.isSimulation ? outcome.value : null))

  const equity = computed<FigureWords>(() =>
    live.value === null || totals.isWaiting.value
      ? { text: UNKNOWN, title: totals.why.value }
      : figureWords(figure(toFloat(live.value.model.equity.total))),
  )
  const strip = computed(() => {
    const outcome = simulated.value
    const units = live.value?.model.units.map(({ row }) => row) ?? []
    return {
      ...unitRows(units, outcome?.units ?? null, hidden.value),
      equity: equity.value,
      tried: outcome && figureWords(outcome.equityAfter),
      pnl: outcome && {
        words: figureWords(outcome.pnlWithLiquidation, { sign: 'always' }),
        value: outcome.pnlWithLiquidation.value,
      },
      notes: notes.value,
    }
  })

  return strip
}
