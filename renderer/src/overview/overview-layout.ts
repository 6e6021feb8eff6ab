/** How the panels of the overview share the window, by its size. */
import { useMediaQuery } from '@vueuse/core'
import { computed, type ComputedRef } from 'vue'

/** The panels below the positions and the work list. */
export type OverviewPanel = 'load' | 'exposure' | 'margin' | 'equity' | 'balances'

/** Panels that share a place, the first of them shown first. */
type Place = readonly [OverviewPanel, ...OverviewPanel[]]

const APART: readonly Place[] = [['load'], ['exposure'], ['margin'], ['equity'], ['balances']]

interface OverviewLayout {
  /** OverviewView.vue has its grid under this name. */
  readonly name: string
  readonly places: readonly Place[]
  /** With open orders and journal. */
  readonly hasLists?: true
}

/** The first one that fits holds. */
const LAYOUTS: readonly (OverviewLayout & { readonly fits: string })[] = [
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
]
const LOW: OverviewLayout = {
  name: 'low',
  places: [
    ['load', 'margin'],
    ['exposure', 'equity', 'balances'],
  ],
}

export function useOverviewLayout(): ComputedRef<OverviewLayout> {
  const layouts = LAYOUTS.map((layout) => ({ layout, isFit: useMediaQuery(layout.fits) }))
  return computed(() => layouts.find(({ isFit }) => isFit.value)?.layout ?? LOW)
}
