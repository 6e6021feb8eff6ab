/** What the journal says, typed: one entry per row. */
import type { Action } from '#shared/desk/action.ts'
import type { Denial, LegRequest, LegState, Plan } from '#shared/desk/plan.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Order } from '#shared/domain/order.ts'
import { message } from '#shared/words/message.ts'

/** What the venue showed just before a close was sent: later reads are compared with it. */
export interface Before {
  /** Venue time of the read, ms, biased to the past; null when that clock was not known. */
  readonly at: number | null
  /** Open orders of the contract; null when they could not be read. */
  readonly orderIds: readonly string[] | null
  /** The opening ones of them, and how much of each was filled: their fills make the position larger. */
  readonly opening: readonly { readonly orderId: string; readonly executed: Decimal }[]
  /** The closing ones, and how much of each was filled. Absent: they may close another position on the same side. */
  readonly closing?: readonly { readonly orderId: string; readonly executed: Decimal }[]
  /** Contracts of the position that no closing order had locked, and those that one had. */
  readonly closable: Decimal
  readonly pendingClose: Decimal
  /** How many of those no order in the list accounts for. Absent: none. */
  readonly unexplained?: Decimal
  /** The position could not be read: both are 0 and say nothing. */
  readonly isUnread?: true
}

/** Everything known of one leg; each change is journalled as a whole. */
export interface LegRecord {
  readonly state: LegState
  readonly orderId: string | null
  readonly executed: Decimal | null
  readonly detail: Message
  readonly failure: Failure | null
  /**
   * Venue time, ms, after which a request can take no effect any more; null when that is not known: then it is counted
   * from the first look.
   */
  readonly expiresAt: number | null
  readonly before: Before | null
  /** Its order waited at its price before it came to this. Absent: it did not. */
  readonly waited?: true
  /** The trader was told that the request may still take effect, which is said once. */
  readonly isAwaited?: true
}

export const PLANNED: LegRecord = {
  state: 'planned',
  orderId: null,
  executed: null,
  detail: message('leg.waitsTurn'),
  failure: null,
  expiresAt: null,
  before: null,
}

/** What came of a protective order once the price was beyond its trigger. */
export type TriggerEffect = 'closed' | 'nothing'

export type Entry =
  /** `orders`: those the plan cancels, as last read before; what `restore` places again. */
  | {
      readonly kind: 'accepted'
      readonly plan: Plan
      readonly orders: readonly Order[]
      /** What the plan may miss of what was asked for; null: nothing. */
      readonly missed: Message | null
      /** The part of it that was left to another request. Absent: nothing was. */
      readonly left?: Message
    }
  /** What a look found still to do, numbered on from the legs before; no legs: it found nothing. */
  | { readonly kind: 'extended'; readonly legs: readonly LegRequest[]; readonly orders: readonly Order[] }
  /**
   * No further look comes. `clear`: nothing is left; `unseen`: that was not seen, and `note` says what is known
   * instead; `none`: there was nothing to look for.
   */
  | { readonly kind: 'looked'; readonly look: 'clear' | 'unseen' | 'none'; readonly note: Message | null }
  /** The position of a protective order was seen gone: one held under its key later is another. */
  | { readonly kind: 'orphaned'; readonly leg: number }
  /** The price was beyond the trigger of a protective order, which then closed its position, or nothing. */
  | { readonly kind: 'triggered'; readonly leg: number; readonly effect: TriggerEffect }
  /** A person has looked at what the intent left to the trader. */
  | { readonly kind: 'seen' }
  /** The trader left while something went on, and was told `lines` before. Has an id of its own, not an intent's. */
  | { readonly kind: 'left'; readonly lines: readonly Message[] }
  | { readonly kind: 'denied'; readonly action: Action; readonly denial: Denial }
  | { readonly kind: 'leg'; readonly leg: number; readonly record: LegRecord }
  /** A row of a later Plimsoll: counted, without meaning here, and never written. */
  | { readonly kind: 'unknown' }
