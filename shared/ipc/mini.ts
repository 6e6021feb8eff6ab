/** All messages between main and the mini strip. */

/** The channel to the strip: what it shows now and next. */
export const MINI_TELLS = 'miniTells'
/** What the strip may ask for, one channel each: to open the native box of Flatten, and to be closed. */
export const MINI_COMMANDS = ['flatten', 'close'] as const
/** The facts it shows, from left to right; its button answers what can be done. */
export const MINI_FACTS = ['safe', 'true', 'worth', 'exposed'] as const
/** All its parts; `note`: text shown beside the facts, or instead of them. */
export const MINI_CELLS = [...MINI_FACTS, 'note', ...MINI_COMMANDS] as const

/** How long each frame is shown, ms. */
export const MINI_FRAME_MS = 500

/** All that is shown at one time: the texts of each part, and its look as CSS class names. A part left out is empty. */
export type MiniFrame = Readonly<
  Partial<Record<(typeof MINI_CELLS)[number], { readonly look: string; readonly says: readonly string[] }>>
>

export interface MiniView {
  /** When it was sent, wall clock ms: both processes have that clock, and it runs while the computer sleeps. */
  readonly sentAt: number
  /** Each frame is as of the end of the time it is shown. The last one stays, so it shows nothing that can go stale. */
  readonly frames: readonly MiniFrame[]
}
