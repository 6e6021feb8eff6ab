/**
 * The account and the simulation of it, computed in the window at most once a second while the tab is shown. What the
 * risk report has already is taken from there. Each panel follows the account in its turn.
 */
import { message } from '#shared/words/message.ts'
import { computed, watch, type Ref } from 'vue'
import { encode, type Encoded } from '#shared/domain/decimal.ts'
import type { Instrument } from '#shared/domain/instrument.ts'
import { memoise } from '#shared/domain/memoise.ts'
import type { FillsReport } from '#shared/risk/report.ts'
import { exposureOf } from '#shared/risk/account/exposure.ts'
import { fillsOf } from '#shared/risk/account/fills-report.ts'
import { BENCHMARK } from '#shared/risk/benchmark.ts'
import { pnlByAsset, runScenario } from '#shared/risk/stress/scenario.ts'
import { shockAccount } from '#shared/risk/shock/shock-account.ts'
import { dayMore } from '#shared/risk/stress/venue-down.ts'
import { stressMatrix } from '#shared/risk/stress/matrix.ts'
import { without } from '#shared/risk/stress/left-out.ts'
import type { Scenario } from '#shared/risk/stress/scenario-report.ts'
import { useWhatIfStore } from '../../app/stores/what-if.ts'
import { coinSteps } from './coin-steps.ts'
import { fillsWords } from './fill-rows.ts'
import { betasOf } from './line-choice.ts'
import { MATRIX_MULTIPLIERS, MATRIX_SHOCKS } from './matrix-view.ts'
import { figureReading } from '#shared/snapshot/figure-age.ts'
import type { StressParts } from './risk-inputs.ts'
import { modelled, useLiveAccount, type ModelledAccount } from './use-live-account.ts'

/** Prices as they are. */
const AS_IT_IS: Scenario = {
  id: 'as-it-is',
  name: message('stress.asItIs'),
  about: message('stress.asItIs'),
  close: { named: {}, others: 0 },
  low: { named: {}, others: 0 },
}

/** The account at one moment, live and without what was left out. */
interface StressAccount {
  readonly parts: StressParts
  readonly instruments: readonly Instrument[] | null
  /** null before the first report. */
  readonly live: ModelledAccount | null
  /** The same object as `live` while nothing is left out. */
  readonly tried: ModelledAccount | null
}

/** Several panels need the same ones of one account. */
const bookOf = memoise(shockAccount)

/** The newest account, which the headline figures follow at once. */
export function useStressAccount(): Readonly<Ref<StressAccount>> {
  const whatIf = useWhatIfStore()
  const account = useLiveAccount()
  const inputs = computed(() => account.value.inputs)

  watch(inputs, (now) => {
    if (now?.positions == null || now.orders === null) return
    whatIf.keepOnly(new Set(now.positions.map(({ key }) => key)), new Set(now.orders.map(({ orderId }) => orderId)))
  })

  const tried = computed(() =>
    inputs.value && whatIf.isWithout
      ? modelled(without(inputs.value, { positions: whatIf.leftPositions, orders: whatIf.leftOrders }))
      : account.value.live,
  )
  return computed(() => ({ ...account.value, tried: tried.value }))
}

/** The figures of `account`; each is computed when it is first asked for. */
export function useStress(account: Readonly<Ref<StressAccount>>) {
  const whatIf = useWhatIfStore()
  const parts = computed(() => account.value.parts)
  const live = computed(() => account.value.live)
  const tried = computed(() => account.value.tried)
  const book = computed(() => tried.value && bookOf(tried.value.model))
  const steps = computed(() => coinSteps(account.value.instruments ?? []))
  /** What is left of the account if its open orders fill, at prices as they are; null until all orders were read. */
  const fills = computed(() => {
    if (tried.value === null || tried.value.inputs.orders === null) return null
    const report = tried.value === live.value ? (parts.value.risk?.data?.fills ?? null) : fillsIn(tried.value)
    return report && fillsWords(report, steps.value)
  })

  /** A scenario as it is run: a day longer while the venue is down. */
  const asRun = (each: Scenario): Scenario => (whatIf.isVenueDown ? dayMore(each) : each)
  /** The scenario that is tried out, as it is run; null: none. */
  const scenario = computed(() => whatIf.scenario && asRun(whatIf.scenario))

  const statistics = computed(() => parts.value.statistics?.data ?? null)
  const benchmark = computed(() => statistics.value?.history.benchmark ?? BENCHMARK)
  const exposures = computed(() => parts.value.risk?.data?.exposure.assets ?? [])
  const betas = computed(() =>
    betasOf(
      exposures.value.map(({ asset }) => asset),
      statistics.value?.assets ?? [],
      { benchmark: benchmark.value, cashAssets: live.value?.inputs.cashAssets ?? [] },
    ),
  )

  return {
    parts,
    reading: computed(() => figureReading(parts.value, 'equity')),
    /** The age of figures that depend on contracts alone: margin rates, and where units are liquidated. */
    marginReading: computed(() => figureReading(parts.value, 'margin')),
    marginDoubts: computed(() => parts.value.risk?.data?.provenance.margin.doubts ?? []),
    doubts: computed(() => parts.value.risk?.data?.provenance.equity.doubts ?? []),
    coin: computed(() => live.value?.inputs.reportingCoin ?? ''),
    /** All open orders, including those left out. */
    orders: computed(() => live.value?.inputs.orders ?? []),
    live,
    tried,
    book,
    fills,
    asRun,
    benchmark,
    exposures,
    betas,
    scenario,
    /** What each asset adds to the profit of the scenario that is tried; empty without one. */
    gains: computed(() => (scenario.value && book.value ? pnlByAsset(book.value, scenario.value) : [])),
    /** The simulated account; null before there is an account. */
    outcome: computed(() => book.value && runScenario(book.value, scenario.value ?? asRun(AS_IT_IS))),
    grid: computed(() =>
      book.value === null ? [] : stressMatrix(book.value, benchmark.value, MATRIX_SHOCKS, MATRIX_MULTIPLIERS),
    ),
  }
}

function fillsIn({ model, inputs }: ModelledAccount): Encoded<FillsReport> | null {
  const { cashAssets, spot, accounts, positions, equity, pricing } = model
  return encode(fillsOf(model, exposureOf(cashAssets, spot, accounts, positions, equity, pricing), inputs))
}
