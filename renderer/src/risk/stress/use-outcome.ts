/** What is tried out in a few figures: equity, margin rates, what they leave out and what they are made from. */
import { verbatim } from '#shared/words/message.ts'
import { computed } from 'vue'
import { toFloat } from '#shared/domain/decimal.ts'
import { countText, knowledgeOf } from '#shared/snapshot/knowledge.ts'
import type { Part } from '#shared/snapshot/snapshot.ts'
import { figure, none } from '#shared/risk/number/figure.ts'
import { missingOf } from '#shared/risk/inputs.ts'
import { notFreed } from '#shared/risk/stress/left-out.ts'
import { labelOf } from '../unit-label.ts'
import { useWhatIfStore } from '../../app/stores/what-if.ts'
import { hiddenRates, rateSlopes } from '../hidden-rate.ts'
import { doubtWords } from '../price-doubt-words.ts'
import { useFreshnessOf } from '../../app/use-freshness.ts'
import { useTotals } from '../use-totals.ts'
import type { HowInput } from '../how/methods.ts'
import { orderCountText } from '../open-orders.ts'
import { figureWords } from '../figure-words.ts'
import { ruleInputs } from './rule-words.ts'
import { said } from './said.ts'
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
    return [
      doubtWords(doubts.value) ?? '',
      said('Not read yet, so not in it', missingOf(inputs.value)),
      said('Some of these could not be read', inputs.value.incomplete),
      inputs.value.orders === null ? 'Not all open orders were read: none are filled, and none can be left out.' : '',
      said('No price, so not in it', book.value.unpriced),
      said(
        'Not modelled, what liquidates it is not known',
        book.value.notModelled.map((id) => labelOf(labels.value, id)),
      ),
      said(
        'Can not be left out, its profit is not known',
        stuck.map(({ position }) => `${position.contract} ${position.side}`),
      ),
      said('Not known what margin these orders hold, so it stays held without them', [
        ...new Set(unfreed.value.map(({ instrument }) => instrument)),
      ]),
    ].filter((note) => note !== '')
  })

  const how = computed<readonly HowInput[]>(() => {
    const { positions, quotes, marginAccounts, balances } = parts.value
    const { used, assumed, benchmark } = betas.value
    return [
      { label: 'Positions', text: count(positions), ageMs: age('positions') },
      { label: 'Margin accounts', text: count(marginAccounts), ageMs: age('marginAccounts') },
      { label: 'Spot balances', text: count(balances), ageMs: age('balances') },
      { label: 'Prices', text: count(quotes), ageMs: age('quotes') },
      { label: 'Open orders', text: orderCountText(parts.value), ageMs: age('orders') },
      { label: `Betas to ${benchmark}`, text: `${String(used.size)}, ${String(assumed.length)} assumed`, ageMs: null },
      ...(inputs.value === null ? [] : ruleInputs(inputs.value.calibration)),
      ...(whatIf.isVenueDown ? [{ label: 'Venue down', text: 'a day more', ageMs: null }] : []),
      ...(whatIf.isWithout
        ? [{ label: 'Left out', text: String(whatIf.leftPositions.size + whatIf.leftOrders.size), ageMs: null }]
        : []),
    ]
  })

  return {
    units: computed(() =>
      unitRows(
        live.value?.units.map(({ row }) => row) ?? [],
        simulated.value?.units ?? null,
        labels.value,
        hidden.value,
      ),
    ),
    equity: computed(() =>
      figureWords(
        live.value === null || totals.isWaiting.value
          ? none(verbatim(totals.why.value))
          : figure(toFloat(live.value.equity.total)),
      ),
    ),
    triedEquity: computed(() => simulated.value && figureWords(simulated.value.equityAfter)),
    pnl: computed(
      () =>
        simulated.value && {
          words: figureWords(simulated.value.pnlWithLiquidation, { sign: 'always' }),
          value: simulated.value.pnlWithLiquidation.value,
        },
    ),
    notes,
    how,
  }
}

function count(part: Pick<Part<readonly unknown[]>, 'data' | 'failure' | 'hidden'> | undefined): string {
  return part?.data == null ? 'not read' : countText(part.data.length, knowledgeOf(part))
}
