/** The messages between a desk that will be killed and the process that kills it. */
import type { DeskReport } from '#shared/desk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { Whereabouts } from '#test/support/desk-at-venue.ts'

/** How fast the clocks of both sides run. A lost answer is looked for as long as the request could take effect. */
export const CLOCK_SPEED = 10

export type Command =
  | { readonly kind: 'live'; readonly venue: Whereabouts; readonly journal: string }
  /** `looksFirst`: it previews a plan first, as the window does, and then carries that plan out. */
  | { readonly kind: 'flatten'; readonly intentId: string; readonly looksFirst: boolean }
  | { readonly kind: 'leave' }
export type Word =
  | { readonly kind: 'ready' }
  /** What the journal left open was settled, and trading is open. */
  | { readonly kind: 'recovered'; readonly report: Encoded<DeskReport> }
  | { readonly kind: 'sending' }
  /** The intent has ended. */
  | { readonly kind: 'ended'; readonly report: Encoded<DeskReport> }
  | { readonly kind: 'left' }
  | { readonly kind: 'denied'; readonly code: string; readonly message: string }
