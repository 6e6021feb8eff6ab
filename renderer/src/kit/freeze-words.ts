import type { Position } from '#shared/domain/account.ts'
import { t } from './say.ts'

/** Why a position cannot be acted on: the desk refuses to close it, and so does the screen. null: it can. */
export const FREEZE_WORDS: Record<
  Position['freeze'],
  { readonly word: string; readonly why: string; readonly tone: 'red' | 'amber' } | null
> = {
  none: null,
  // We do not know the venue's word for its state: let the trader try.
  unknown: null,
  liquidation: wordsFor('liquidation', 'red'),
  delivery: wordsFor('delivery', 'amber'),
}

/** Put into words when read: the language may have changed since. */
function wordsFor(what: 'liquidation' | 'delivery', tone: 'red' | 'amber') {
  return {
    tone,
    get word() {
      return t(`kit.freeze.${what}`)
    },
    get why() {
      return t(`kit.freeze.${what}Why`)
    },
  }
}
