/** The load line for the choice of what moves; computed only when that or the account changes. */
import { computed, shallowRef } from 'vue'
import { pairsBySymbol } from '#shared/domain/instrument.ts'
import type { AccountModel } from '#shared/risk/account/account-model.ts'
import type { LoadLine } from '#shared/risk/report.ts'
import { loadLineOf, loadLineWithOrders, type LoadLineWithOrders } from '#shared/risk/load-line/lines.ts'
import type { LoadLineInput, LoadLineUnit } from '../load-line/load-line-view.ts'
import type { Measure } from '../load-line/shock-chart.ts'
import { t } from '../../kit/say.ts'
import { absentWords } from '../../app/absent-area.ts'
import { doubtWords } from '../price-doubt-words.ts'
import { dominoSides, unknownWords } from './dominoes.ts'
import { fillWords } from './fill-words.ts'
import { moveAlong, shockOf, type LineChoice } from './line-choice.ts'
import type { useStress } from './use-stress.ts'

export function useLoadLine(stress: ReturnType<typeof useStress>) {
  const { parts, live, tried, coin, benchmark, exposures, betas, marginDoubts, doubts, scenario } = stress
  const inputs = computed(() => tried.value?.inputs ?? null)
  const measure = shallowRef<Measure>('rate')
  const choice = shallowRef<LineChoice>('all')
  const picked = shallowRef<string | null>(null)
  const withOrders = shallowRef(false)

  const assets = computed(() => exposures.value.map(({ asset }) => asset))
  /** The picked coin while it is exposed; else the largest. */
  const asset = computed({
    get: () =>
      picked.value !== null && assets.value.includes(picked.value)
        ? picked.value
        : (assets.value[0] ?? benchmark.value),
    set: (to: string) => (picked.value = to),
  })
  const shock = computed(() => shockOf(choice.value, asset.value, betas.value, inputs.value?.cashAssets ?? []))
  const pairs = computed(() => pairsBySymbol(inputs.value?.instruments ?? []))
  /** null until all of them were read: a line with some of them filled would look like one with all. */
  const orders = computed(() => inputs.value?.orders ?? null)
  const filled = computed<LoadLineWithOrders | null>(() =>
    withOrders.value && tried.value && orders.value
      ? loadLineWithOrders(tried.value.model, orders.value, pairs.value, shock.value.shock)
      : null,
  )
  /** The report has the line of the live account when all prices move. */
  const reported = computed(() =>
    tried.value === live.value && choice.value === 'all' ? (parts.value.risk?.data ?? null) : null,
  )
  const line = computed<LoadLine | null>(
    () => filled.value ?? reported.value?.loadLine ?? (tried.value && loadLineOf(tried.value.model, shock.value.shock)),
  )
  const input = computed<LoadLineInput | null>(() => {
    if (tried.value === null || line.value === null) return null
    const cash = tried.value.inputs.cashAssets
    return {
      loadLine: line.value,
      units: lineUnits(tried.value.model, line.value),
      reportingCoin: coin.value,
      moved: shock.value.moved,
      doubt: doubtWords(marginDoubts.value),
      equityDoubt: doubtWords(doubts.value),
      tried: scenario.value && moveAlong(scenario.value, shock.value.shock, [...assets.value, ...cash], cash),
      isPartial: inputs.value?.incomplete.includes('positions') === true,
      absent: absentWords('contract', parts.value),
    }
  })

  return {
    measure,
    choice,
    asset,
    assets,
    withOrders,
    /** Open orders that fill on the way, and those left out, each with why; null while none fill. */
    fills: computed(() => filled.value && fillWords(filled.value)),
    /** null while not all were read. */
    orderCount: computed(() => orders.value?.length ?? null),
    input,
    /** What moves, in words. */
    moved: computed(() =>
      choice.value === 'all'
        ? t('stress.moved.all')
        : t(`stress.moved.${choice.value}`, { asset: choice.value === 'coin' ? asset.value : betas.value.benchmark }),
    ),
    sides: computed(() => dominoSides(line.value?.breaches ?? [])),
    notModelled: computed(() => line.value && unknownWords(line.value)),
  }
}

/** Margin units as they are, each with where it is liquidated along this line. */
function lineUnits({ units }: Pick<AccountModel, 'units'>, { breaches }: LoadLine): readonly LoadLineUnit[] {
  const [down, up] = (['down', 'up'] as const).map(
    (side) =>
      new Map(breaches.flatMap(({ unitId, direction, shock }) => (direction === side ? [[unitId, shock]] : []))),
  )
  return units.map(({ row }) => ({
    ...row,
    breachDown: down?.get(row.id) ?? null,
    breachUp: up?.get(row.id) ?? null,
  }))
}
