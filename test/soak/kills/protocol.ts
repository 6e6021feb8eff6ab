/** What is said between a desk that is to be killed and the one that kills it. */
import type { DeskReport } from '#shared/desk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { Whereabouts } from '#test/support/desk-at-venue.ts'

/** How fast the clocks of both sides run: a lost answer is looked for as long as it could still take effect. */
export const CLOCK_SPEED = 10

export type Command =
  | { readonly kind: 'live'; readonly venue: Whereabouts; readonly journal: string }
  /** `looksFirst`: at a plan, as the window does, which is then carried out as it was shown. */
  | { readonly kind: 'flatten'; readonly intentId: string; readonly looksFirst: boolean }
  | { readonly kind: 'leave' }
export type Word =
  | { readonly kind: 'ready' }
  /** What the journal left open was settled, and trading is open. */
  | { readonly kind: 'recovered'; readonly report: Encoded<DeskReport> }
  | { readonly kind: 'sending' }
  /** What was asked for has come to its end. */
  | { readonly kind: 'ended'; readonly report: Encoded<DeskReport> }
  | { readonly kind: 'left' }
  | { readonly kind: 'denied'; readonly code: string; readonly message: string }
