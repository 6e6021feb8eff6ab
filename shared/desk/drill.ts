/** A fire drill proves, with reads and test orders alone, that the way out works today. */
import type { Message } from '../domain/message.ts'
import type { TimeRange } from './predict-time.ts'

/** The checks of a drill, in the order they are shown. */
export const DRILL_CHECKS = [
  'key',
  'clock',
  'spot',
  'contract',
  'testOrders',
  'contracts',
  'sizes',
  'budget',
  'plan',
] as const

/** `skipped`: there was nothing to prove, or the venue offers no way to prove it. */
export const DRILL_VERDICTS = ['passed', 'warning', 'failed', 'skipped'] as const

export interface DrillCheck {
  readonly name: (typeof DRILL_CHECKS)[number]
  readonly verdict: (typeof DRILL_VERDICTS)[number]
  /** What was found, with figures, and what to do about a problem. */
  readonly found: readonly Message[]
}

/** The dated readiness card. */
export interface DrillCard {
  /** When the drill ended, wall clock ms. */
  readonly at: number
  /** How long a flatten would have taken; null if unknown. */
  readonly flatten: TimeRange | null
  /** One for each of `DRILL_CHECKS`, in that order. */
  readonly checks: readonly DrillCheck[]
}

/** The card, or the reason why the drill did not run; an earlier card then stays. */
export type DrillAnswer =
  | { readonly kind: 'card'; readonly card: DrillCard }
  | { readonly kind: 'denied'; readonly message: Message }
