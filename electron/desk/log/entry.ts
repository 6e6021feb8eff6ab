/** What the journal says, typed: one entry per row. */
import type { Action } from '#shared/desk/action.ts'
import type { Denial, LegRequest, LegState, Plan } from '#shared/desk/plan.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Order } from '#shared/domain/order.ts'
import { message } from '#shared/words/message.ts'

/** What was true of the venue just before a close was sent: what later reads are held against. */
export interface Before {
  /** Venue time of the read, ms, biased to the past; null when that clock was not known. */
  readonly at: number | null
  /** Open orders of the contract; null when they could not be read. */
  readonly orderIds: readonly string[] | null
  /** Those of them that open, and how much of each was filled: their fills make the position larger. */
  readonly opening: readonly { readonly orderId: string; readonly executed: Decimal }[]
  /** Those that close it, and how much of each was filled. Absent: another position on its side may be what they close. */
  readonly closing?: readonly { readonly orderId: string; readonly executed: Decimal }[]
  /** Contracts of the position no closing order had taken, and those one had. */
  readonly closable: Decimal
  readonly pendingClose: Decimal
  /** The position could not be read: both are 0 and say nothing. */
  readonly isUnread?: true
}

/** Everything known of one leg; each change is journalled whole. */
export interface LegRecord {
  readonly state: LegState
  readonly orderId: string | null
  readonly executed: Decimal | null
  readonly detail: Message
  readonly failure: Failure | null
  /**
   * Venue time, ms, after which a request that has had no effect can have none any more; null when that moment is not
   * known, and then it is counted from when looking for it begins.
   */
  readonly expiresAt: number | null
  readonly before: Before | null
  /** Its order waited at its price before it came to this. Absent: it did not. */
  readonly waited?: true
  /** It was told that an answer is missing and the request may still take effect: that is said once. */
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
  /** What a look after all legs found still to do, numbered on from them; no legs: it found nothing. */
  | { readonly kind: 'extended'; readonly legs: readonly LegRequest[]; readonly orders: readonly Order[] }
  /**
   * No further look at the account comes. `clear`: nothing is left; `unseen`: that was not seen, and `note` tells what is
   * known instead; `none`: there was nothing to look for.
   */
  | { readonly kind: 'looked'; readonly look: 'clear' | 'unseen' | 'none'; readonly note: Message | null }
  /** The position a protective order was placed for was seen gone: what is held under its key later is another one. */
  | { readonly kind: 'orphaned'; readonly leg: number }
  /**
   * The price was beyond the trigger of a protective order: it closed what it was for, or it should have and closed
   * nothing.
   */
  | { readonly kind: 'triggered'; readonly leg: number; readonly effect: TriggerEffect }
  /** A person has looked at what the intent left to one. */
  | { readonly kind: 'seen' }
  /** Plimsoll was left although something went on: what was told of it before. Under an id of its own, no intent's. */
  | { readonly kind: 'left'; readonly lines: readonly Message[] }
  | { readonly kind: 'denied'; readonly action: Action; readonly denial: Denial }
  | { readonly kind: 'leg'; readonly leg: number; readonly record: LegRecord }
  /** A row of a later Plimsoll. It is kept and counted, means nothing here, and is never written. */
  | { readonly kind: 'unknown' }
