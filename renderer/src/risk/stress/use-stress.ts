/** The account and the simulation of it, computed in the window at most twice a second while the tab is shown. */
import { message } from '#shared/words/message.ts'
import { computed, watch } from 'vue'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import { exposureOf } from '#shared/risk/account/exposure.ts'
import { fillsOf } from '#shared/risk/account/fills-report.ts'
import { BENCHMARK } from '#shared/risk/benchmark.ts'
import { runScenario } from '#shared/risk/stress/scenario.ts'
import { shockAccount } from '#shared/risk/shock/shock-account.ts'
import { dayMore } from '#shared/risk/stress/venue-down.ts'
import { stressMatrix } from '#shared/risk/stress/matrix.ts'
import { without } from '#shared/risk/stress/left-out.ts'
import type { Scenario } from '#shared/risk/stress/scenario-report.ts'
import { unitLabels } from '../unit-label.ts'
import { useWhatIfStore } from '../../app/stores/what-if.ts'
import { coinSteps } from './coin-steps.ts'
import { fillsWords } from './fill-rows.ts'
import { betasOf } from './line-choice.ts'
import { MATRIX_MULTIPLIERS, MATRIX_SHOCKS } from './matrix-view.ts'
import { restReading } from '#shared/snapshot/rests.ts'
import { useLiveAccount } from './use-live-account.ts'

/** Prices as they are. */
const AS_IT_IS: Scenario = {
  id: 'as-it-is',
  name: message('stress.asItIs'),
  about: message('stress.asItIs'),
  close: { named: {}, others: 0 },
  low: { named: {}, others: 0 },
}

/** The live account, and the account without what was left out, as models to be shocked. */
function useAccountModels() {
  const whatIf = useWhatIfStore()
  const account = useLiveAccount()
  const { inputs, live } = account

  watch(inputs, (now) => {
    if (now?.positions == null || now.orders === null) return
    whatIf.keepOnly(new Set(now.positions.map(({ key }) => key)), new Set(now.orders.map(({ orderId }) => orderId)))
  })

  /** The account without what was left out. */
  const triedInputs = computed(() =>
    inputs.value && whatIf.isWithout
      ? without(inputs.value, { positions: whatIf.leftPositions, orders: whatIf.leftOrders })
      : inputs.value,
  )
  const tried = computed(() =>
    triedInputs.value === inputs.value ? live.value : triedInputs.value && modelAccount(triedInputs.value),
  )
  const book = computed(() => tried.value && shockAccount(tried.value))

  return { ...account, triedInputs, tried, book }
}

export function useStress() {
  const whatIf = useWhatIfStore()
  const { parts, instruments, inputs, triedInputs, live, tried, book } = useAccountModels()
  const steps = computed(() => coinSteps(instruments.value ?? []))
  /** What is left of the account if its open orders fill, at prices as they are; null until all orders were read. */
  const fills = computed(() => {
    if (tried.value === null || triedInputs.value === null) return null
    const { cashAssets, spot, accounts, positions, equity, pricing } = tried.value
    const exposure = exposureOf(cashAssets, spot, accounts, positions, equity, pricing)
    const report = fillsOf(tried.value, exposure, triedInputs.value)
    return report && fillsWords(report, steps.value)
  })

  /** A scenario as it is run: a day longer while the venue is down. */
  const asRun = (scenario: Scenario): Scenario => (whatIf.isVenueDown ? dayMore(scenario) : scenario)

  const statistics = computed(() => parts.value.statistics?.data ?? null)
  const benchmark = computed(() => statistics.value?.history.benchmark ?? BENCHMARK)
  const exposures = computed(() => parts.value.risk?.data?.exposure.assets ?? [])
  const betas = computed(() =>
    betasOf(
      exposures.value.map(({ asset }) => asset),
      statistics.value?.assets ?? [],
      { benchmark: benchmark.value, cashAssets: inputs.value?.cashAssets ?? [] },
    ),
  )

  return {
    parts,
    reading: computed(() => restReading(parts.value, 'equity')),
    /** For figures that depend on contracts alone: margin rates, and where units are liquidated. */
    marginReading: computed(() => restReading(parts.value, 'margin')),
    marginDoubts: computed(() => parts.value.risk?.data?.rests.margin.doubts ?? []),
    doubts: computed(() => parts.value.risk?.data?.rests.equity.doubts ?? []),
    coin: computed(() => inputs.value?.reportingCoin ?? ''),
    /** All open orders, including those left out. */
    orders: computed(() => inputs.value?.orders ?? []),
    inputs: triedInputs,
    live,
    tried,
    book,
    fills,
    asRun,
    benchmark,
    exposures,
    betas,
    labels: computed(() =>
      unitLabels(
        live.value?.units.map(({ row }) => row) ?? [],
        parts.value.positions?.data ?? [],
        parts.value.instruments?.data ?? [],
      ),
    ),
    /** The simulated account; null before there is an account. */
    outcome: computed(() => book.value && runScenario(book.value, asRun(whatIf.scenario ?? AS_IT_IS))),
    grid: computed(() =>
      book.value === null ? [] : stressMatrix(book.value, benchmark.value, MATRIX_SHOCKS, MATRIX_MULTIPLIERS),
    ),
  }
}
