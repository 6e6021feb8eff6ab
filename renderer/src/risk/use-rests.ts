/** How old and how doubtful the figures of the risk report are: each by what it is made from, and by nothing else. */
import { computed, type ComputedRef } from 'vue'
import type { PriceFinding } from '#shared/risk/doubt/price-doubt.ts'
import type { RiskReport, Rests } from '#shared/risk/report.ts'
import { usePortfolioStore, type Parts } from '../app/stores/portfolio.ts'
import { useFreshnessOf } from '../app/use-freshness.ts'
import { worst, type AgeView, type Reading } from '../kit/freshness.ts'

type Doubts = readonly PriceFinding[]
export type RestName = Exclude<keyof Rests, 'units'>

const CONTRACT = ['positions', 'marginAccounts'] as const
const PARTS_OF = {
  spot: ['balances'],
  margin: CONTRACT,
  contract: CONTRACT,
  equity: ['balances', ...CONTRACT],
} as const satisfies Readonly<Record<RestName, readonly (keyof Parts)[]>>

type Sources = Partial<Pick<Parts, 'risk' | (typeof PARTS_OF.equity)[number]>>

/** Since when a figure is known, how often it should be, and why the newest read for it failed. */
export function restReading(parts: Sources, name: RestName): Reading {
  const own = PARTS_OF[name].map((each) => parts[each])
  const failures = [...own, parts.risk].map((part) => part?.failure ?? null)
  return {
    readAt: parts.risk?.data?.rests[name].readAt ?? null,
    expectEveryMs: parts.risk?.expectEveryMs ?? null,
    failure: failures.find((failure) => failure !== null) ?? null,
    ...(own.every((part) => part?.isAbsent === true) && { isAbsent: true }),
  }
}

/** The odd prices in the figures of one margin unit. */
export function doubtsOfUnit(risk: Pick<RiskReport, 'rests'> | null | undefined, id: string | undefined): Doubts {
  return risk?.rests.units.find(({ unitId }) => unitId === id)?.doubts ?? []
}

export interface RestView {
  readonly reading: ComputedRef<Reading>
  /** No better than the parts it is made from; one that was never read is named by the report itself. */
  readonly age: ComputedRef<AgeView>
  readonly doubts: ComputedRef<Doubts>
}

export function useRest(name: RestName): RestView {
  const { parts } = usePortfolioStore()
  const ageOf = useFreshnessOf()
  const reading = computed(() => restReading(parts, name))
  return {
    reading,
    age: computed(() => {
      const own = ageOf(reading.value)
      if (own.ageMs === null) return own
      const states = PARTS_OF[name].map((each) => ageOf(parts[each]).state)
      return {
        ageMs: own.ageMs,
        state: worst([own.state, ...states.map((state) => (state === 'unknown' ? 'stale' : state))]),
      }
    }),
    doubts: computed(() => parts.risk?.data?.rests[name].doubts ?? []),
  }
}

/** Of the figure that matters most: margin, where the venue has contracts. */
export function useMainAge(): ComputedRef<AgeView> {
  const { parts } = usePortfolioStore()
  const [margin, equity] = [useRest('margin'), useRest('equity')]
  return computed(() => (parts.positions?.isAbsent === true ? equity : margin).age.value)
}
