/** What main and the mini strip say to each other: all of it. */

/** What the strip is told: what it shows now and next. */
export const MINI_TELLS = 'miniTells'
/** What it may ask for, each a channel: the native box of Flatten, and to be closed. */
export const MINI_COMMANDS = ['flatten', 'close'] as const
/** The facts it shows, from left to right; what can be done is its button. */
export const MINI_FACTS = ['safe', 'true', 'worth', 'exposed'] as const
/** All its parts; `note`: what is said beside the facts, or instead of them. */
export const MINI_CELLS = [...MINI_FACTS, 'note', ...MINI_COMMANDS] as const

/** How long each frame is shown, ms. */
export const MINI_FRAME_MS = 500

/** All that is shown at one time: of each part its texts, and its look as names of classes. What is left out is empty. */
export type MiniFrame = Readonly<
  Partial<Record<(typeof MINI_CELLS)[number], { readonly look: string; readonly says: readonly string[] }>>
>

export interface MiniView {
  /** By the wall clock, ms: the one that both processes have, and that goes on while the computer sleeps. */
  readonly toldAt: number
  /** The first as it will be at the end of its time, and so on. The last stays, so it tells nothing that grows old. */
  readonly frames: readonly MiniFrame[]
}
