import type { TradingMode } from '#shared/desk/guard.ts'
import type { AccountView } from '#shared/snapshot/snapshot.ts'

/** What each trading mode is called, and what it lets through. */
export const MODE_WORDS: Readonly<Record<TradingMode, { readonly label: string; readonly means: string }>> = {
  active: { label: 'Active', means: 'Orders that add risk are sent too, within the limits.' },
  reducing: {
    label: 'Reducing',
    means: 'Only what makes a position or a holding smaller is sent, a Spot sell among it.',
  },
  halted: { label: 'Halted', means: 'Nothing but exits is sent.' },
}

/** Holds in every mode. */
export const EXITS_PASS = 'Exits are never blocked: cancels, closes, stops and flatten go out in every mode.'

/** How long the mode of an account lasts: the demo account begins anew each time. */
export function keptWords(account: AccountView | null): string {
  return account?.kind === 'demo' ? 'Kept until Plimsoll is closed.' : 'Kept until you change it.'
}
