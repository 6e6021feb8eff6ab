/** How the window looks, kept between runs. Each look is a `data-` attribute of the page; tokens.css reads it. */
import { useLocalStorage } from '@vueuse/core'
import { computed, watchEffect, type WritableComputedRef } from 'vue'

/** The choices of each look, in the order in which they are offered. */
export const LOOKS = {
  theme: ['system', 'dark', 'light'],
  density: ['high', 'medium', 'low'],
  money: ['greenRed', 'redGreen', 'blueOrange'],
  flash: ['on', 'off'],
  /** The price at which the profit of positions is worked out, and what its percentage is of: margin or value. */
  basis: ['mark', 'last', 'exit'],
  gain: ['roe', 'roi'],
} as const
export type Look = keyof typeof LOOKS
export const LOOK_NAMES = Object.keys(LOOKS) as readonly Look[]
type Choice<Name extends Look> = (typeof LOOKS)[Name][number]

/** What each look is until somebody chooses. */
const AT_FIRST = {
  theme: 'system',
  density: 'medium',
  money: 'greenRed',
  flash: 'on',
  basis: 'mark',
  gain: 'roe',
} as const satisfies { readonly [Name in Look]: Choice<Name> }

/** The choices of a look, each with the code of its words. */
export function lookChoices<Name extends Look>(name: Name) {
  return (LOOKS[name] as readonly Choice<Name>[]).map((value) => ({
    value,
    code: `app.look.${name}.${value}` as { [Each in Look]: `app.look.${Each}.${Choice<Each>}` }[Look],
  }))
}

/** The zones of times and days: this computer's, UTC, and then every zone by its name. */
export const ZONES: readonly string[] = [
  ...['local', 'utc'],
  ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC'),
]
const keptZone = useLocalStorage<string>('plimsoll.zone', 'local')
/** The chosen one of `ZONES`. Whatever reads it while rendering is drawn again when it changes. */
export const timeZone = computed<string>({
  get: () => (ZONES.includes(keptZone.value) ? keptZone.value : 'local'),
  set: (next) => (keptZone.value = next),
})

/** The price that a P&L is reckoned at. Drawn again like the zone. */
export const pnlBasis = chosenLook('basis')
/** What the percentage under a P&L is of: margin (ROE) or value at entry (ROI). Drawn again like the zone. */
export const returnBasis = chosenLook('gain')

/** How much taller a row of a list is than in `medium`, px; a row of a small table by half of it. */
const ROW_STEP: Readonly<Record<Choice<'density'>, number>> = { high: -8, medium: 0, low: 8 }

/** The choice that is kept; the first one if what is kept is none. */
function chosenLook<Name extends Look>(name: Name): WritableComputedRef<Choice<Name>> {
  const choices: readonly Choice<Name>[] = LOOKS[name]
  const first: Choice<Name> = AT_FIRST[name]
  const stored = useLocalStorage<string>(`plimsoll.${name}`, first)
  return computed<Choice<Name>>({
    get: () => choices.find((each) => each === stored.value) ?? first,
    set: (next) => {
      stored.value = next
    },
  })
}

/** As `chosenLook`, and marks the page with it, so that its styles follow. */
export function useLook<Name extends Look>(name: Name): WritableComputedRef<Choice<Name>> {
  const chosen = chosenLook(name)
  watchEffect(() => {
    document.documentElement.dataset[name] = chosen.value
  })
  return chosen
}

/** Height of a row of two lines in `medium`, px. */
export const TWO_LINES_PX = 42

/** How much taller rows are than in `medium`, px. A screen is drawn again when it changes. */
export function useRowStep(): number {
  return ROW_STEP[useLook('density').value]
}
