/** The simulation in a few figures: equity, margin rates, what they leave out and what they are made from. */
import { message } from '#shared/words/message.ts'
import { t } from '../../kit/say.ts'
import { computed } from 'vue'
import { toFloat } from '#shared/domain/decimal.ts'
import { countText, knowledgeOf } from '#shared/snapshot/knowledge.ts'
import type { Part } from '#shared/snapshot/snapshot.ts'
import { figure } from '#shared/risk/number/figure.ts'
import { missingOf } from '#shared/risk/inputs.ts'
import type { RiskInputName } from '#shared/risk/report.ts'
import { notFreed } from '#shared/risk/stress/left-out.ts'
import { labelOf } from '../unit-label.ts'
import { useWhatIfStore } from '../../app/stores/what-if.ts'
import { hiddenRates, rateSlopes } from '../hidden-rate.ts'
import { doubtWords } from '../price-doubt-words.ts'
import { useFreshnessOf } from '../../app/use-freshness.ts'
import { useTotals } from '../use-totals.ts'
import type { HowInput } from '../how/methods.ts'
import { orderCountText } from '../open-orders.ts'
import { UNKNOWN } from '../../kit/format.ts'
import { figureWords, type FigureWords } from '../figure-words.ts'
import { ruleInputs } from './rule-words.ts'
import { namedNotes } from './named-notes.ts'
import { unitRows } from './unit-rows.ts'
import type { useStress } from './use-stress.ts'

export function useOutcome({
  parts,
  orders,
  inputs,
  live,
  tried,
  book,
  outcome,
  labels,
  betas,
  marginReading,
  doubts,
}: ReturnType<typeof useStress>) {
  const whatIf = useWhatIfStore()
  const totals = useTotals()
  const ageOf = useFreshnessOf()

  const age = (name: 'positions' | 'quotes' | 'marginAccounts' | 'balances' | 'orders'): number | null =>
    ageOf(parts.value[name]).ageMs

  const slopes = computed(() => {
    const { risk, positions, instruments } = parts.value
    return risk?.data ? rateSlopes(risk.data, positions?.data ?? [], instruments?.data ?? []) : new Map<string, null>()
  })
  const hidden = computed(() => {
    const { ageMs } = ageOf(marginReading.value)
    return hiddenRates(slopes.value, parts.value.statistics?.data ?? null, ageMs)
  })
  const simulated = computed(() => (whatIf.isSimulation ? outcome.value : null))

  const unfreed = computed(() =>
    live.value === null || whatIf.leftOrders.size === 0 ? [] : notFreed(live.value, orders.value, whatIf.leftOrders),
  )

  const notes = computed(() => {
    if (book.value === null || inputs.value === null) return []
    const stuck = tried.value?.positions.filter(({ position }) => whatIf.leftPositions.has(position.key)) ?? []
    const doubt = doubtWords(doubts.value)
    const parts = (names: readonly RiskInputName[]) => names.map((name) => message(`figure.part.${name}`))
    return [
      ...(doubt === null ? [] : [doubt]),
      ...namedNotes(
        ['stress.note.unread', parts(missingOf(inputs.value))],
        ['stress.note.incomplete', parts(inputs.value.incomplete)],
      ),
      ...(inputs.value.orders === null ? [t('stress.ordersUnread')] : []),
      ...namedNotes(
        ['stress.note.unpriced', book.value.unpriced],
        ['stress.note.notModelled', book.value.notModelled.map((id) => labelOf(labels.value, id))],
        [
          'stress.note.stuck',
          stuck.map(({ position: { side, contract } }) => message(`plan.position.${side}`, { contract })),
        ],
        ['stress.note.notFreed', [...new Set(unfreed.value.map(({ instrument }) => instrument))]],
      ),
    ]
  })

  const how = computed<readonly HowInput[]>(() => {
    const now = parts.value
    const { used, assumed, benchmark } = betas.value
    return [
      ...(['positions', 'marginAccounts', 'balances', 'quotes'] as const).map((name) => ({
        label: t(`stress.input.${name}`),
        text: count(now[name]),
        ageMs: age(name),
      })),
      { label: t('stress.input.orders'), text: orderCountText(now), ageMs: age('orders') },
      {
        label: t('stress.input.betas', { benchmark }),
        text: t('stress.betaCount', { used: used.size, assumed: assumed.length }),
        ageMs: null,
      },
      ...(inputs.value === null ? [] : ruleInputs(inputs.value.calibration)),
      ...(whatIf.isVenueDown ? [{ label: t('stress.venueDown'), text: t('stress.dayMore'), ageMs: null }] : []),
      ...(whatIf.isWithout
        ? [
            {
              label: t('stress.input.leftOut'),
              text: String(whatIf.leftPositions.size + whatIf.leftOrders.size),
              ageMs: null,
            },
          ]
        : []),
    ]
  })

  const equity = computed<FigureWords>(() =>
    live.value === null || totals.isWaiting.value
      ? { text: UNKNOWN, title: totals.why.value }
      : figureWords(figure(toFloat(live.value.equity.total))),
  )
  const strip = computed(() => {
    const outcome = simulated.value
    const units = live.value?.units.map(({ row }) => row) ?? []
    return {
      rows: unitRows(units, outcome?.units ?? null, labels.value, hidden.value),
      equity: equity.value,
      tried: outcome && figureWords(outcome.equityAfter),
      pnl: outcome && {
        words: figureWords(outcome.pnlWithLiquidation, { sign: 'always' }),
        value: outcome.pnlWithLiquidation.value,
      },
      notes: notes.value,
    }
  })

  return { strip, how }
}

function count(part: Pick<Part<readonly unknown[]>, 'data' | 'failure' | 'hidden'> | undefined): string {
  return part?.data == null ? t('stress.notRead') : countText(part.data.length, knowledgeOf(part))
}
