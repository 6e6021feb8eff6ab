/** How the panels of the overview share the window, by its size. */
import { useMediaQuery } from '@vueuse/core'
import { computed, type ComputedRef } from 'vue'

/** The panels below the positions and the work list. */
export type OverviewPanel = 'load' | 'exposure' | 'margin' | 'equity' | 'balances'

/** Panels that share a place, the first of them shown first. */
export type Place = readonly [OverviewPanel, ...OverviewPanel[]]

const APART: readonly Place[] = [['load'], ['exposure'], ['margin'], ['equity'], ['balances']]

/** The first one that fits holds; OverviewView.vue has its grid under the same name. `hasLists`: with orders and journal. */
const LAYOUTS = [
  { name: 'stacked', fits: '(max-width: 840px)', places: APART },
  { name: 'grand', fits: '(min-width: 2400px) and (min-height: 1300px)', places: APART, hasLists: true },
  { name: 'wide', fits: '(min-width: 1600px) and (min-height: 900px)', places: APART },
  {
    name: 'flat',
    fits: '(min-width: 1600px)',
    places: [['load', 'margin'], ['exposure'], ['equity', 'balances']],
  },
  { name: 'high', fits: '(min-height: 964px)', places: APART },
  {
    name: 'usual',
    fits: '(min-height: 780px)',
    places: [['load'], ['exposure'], ['margin'], ['equity', 'balances']],
  },
  {
    name: 'low',
    fits: 'all',
    places: [
      ['load', 'margin'],
      ['exposure', 'equity', 'balances'],
    ],
  },
] as const satisfies readonly {
  readonly name: string
  readonly fits: string
  readonly places: readonly Place[]
  readonly hasLists?: true
}[]

interface OverviewLayout {
  readonly name: string
  readonly places: readonly Place[]
  readonly hasLists?: true
}

export function useOverviewLayout(): ComputedRef<OverviewLayout> {
  const fits = LAYOUTS.map((layout) => ({ layout, isFit: useMediaQuery(layout.fits) }))
  return computed(() => (fits.find(({ isFit }) => isFit.value) ?? fits.at(-1)!).layout)
}
