import type { Position } from '#shared/domain/account.ts'

/** Why a position can not be acted on: the desk refuses a close of it, and so does the screen. null: it can. */
export const FREEZE_WORDS: Record<
  Position['freeze'],
  { readonly word: string; readonly why: string; readonly tone: 'red' | 'amber' } | null
> = {
  none: null,
  // The venue's word for its state is not one we know: it can be tried.
  unknown: null,
  liquidation: {
    word: 'in liquidation',
    why: 'liquidation in progress: the venue accepts no orders for it',
    tone: 'red',
  },
  delivery: { word: 'in delivery', why: 'delivery in progress: the venue accepts no orders for it', tone: 'amber' },
}
