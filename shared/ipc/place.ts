/** What main may ask the main window to show: for its menu, its tray, its notifications and the windows of one panel. */
import type { Action, SpotPolicy } from '../desk/action.ts'

/** The screens, in the order of the navigation and of Ctrl/Cmd+1 … n. */
export const SCREENS = ['overview', 'positions', 'orders', 'risk', 'journal', 'workspace', 'accounts'] as const
export type ScreenName = (typeof SCREENS)[number]

/** The key that shows a screen, written as in a `KeyMap`. */
export const screenKey = (screen: ScreenName): string => `mod+${String(SCREENS.indexOf(screen) + 1)}`

/** Without an account in front, only the screen that adds one has something to show. */
export const isReachable = (screen: ScreenName, hasAccount: boolean): boolean => hasAccount || screen === 'accounts'

/** The ways out of everything, by name: the same in the window and in native boxes. */
export const WAY_NAMES = ['cancelAll', 'flatten'] as const
export type WayOutName = (typeof WAY_NAMES)[number]

/**
 * A way out as an action. `spotPolicy`: what the account does with Spot holdings in a flatten. `cap`: how far from the
 * mark a flatten may close, percent as typed; absent: at market.
 */
export function wayOut(name: WayOutName, spotPolicy: SpotPolicy, cap?: string): Action {
  return name === 'flatten'
    ? { kind: 'flatten', spot: spotPolicy, ...(cap !== undefined && { tactic: { kind: 'capped', percent: cap } }) }
    : { kind: 'cancelMatching', filter: { area: null, instrument: null, side: null, closing: true } }
}

/** The lists with rows that a notification or a window of one panel can open, and the screen of each. */
export const LISTS = {
  positions: 'positions',
  orders: 'orders',
  events: 'journal',
  intents: 'journal',
  accounts: 'accounts',
  exits: 'risk',
} as const satisfies Readonly<Record<string, ScreenName>>
export type ListName = keyof typeof LISTS
export const LIST_NAMES = Object.keys(LISTS) as [ListName, ...ListName[]]

/** A place in the window. */
export type Place =
  | { readonly kind: 'screen'; readonly screen: ScreenName }
  | { readonly kind: 'row'; readonly list: ListName; readonly key: string }
  | { readonly kind: 'keys' }
  | { readonly kind: 'palette' }
