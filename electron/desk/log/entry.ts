/** The typed contents of the journal: one entry per row. */
import type { Action } from '#shared/desk/action.ts'
import type { Denial, LegRequest, LegState, Plan } from '#shared/desk/plan.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Order, OrderSide } from '#shared/domain/order.ts'
import { message } from '#shared/words/message.ts'

/** What the venue showed just before a close was sent. Later reads are compared with it. */
export interface BeforeClose {
  /** Venue time of the read, ms, biased to the past; null when that clock was not known. */
  readonly at: number | null
  /** Open orders of the contract; null: they could not be read. */
  readonly orderIds: readonly string[] | null
  /** The opening orders among them, and how much of each was filled: those fills make the position larger. */
  readonly opening: readonly { readonly orderId: string; readonly executed: Decimal }[]
  /** The closing orders, and how much of each was filled. Absent: they may close another position on the same side. */
  readonly closing?: readonly { readonly orderId: string; readonly executed: Decimal }[]
  /** Contracts of the position not locked by a closing order, and those locked by one. */
  readonly closable: Decimal
  readonly pendingClose: Decimal
  /** Locked contracts that no listed order accounts for. Absent: none. */
  readonly unexplained?: Decimal
  /** The position could not be read, so both amounts are a meaningless 0. */
  readonly isUnread?: true
  /** Contracts last known of a position that could not be read, less what our closes took since. */
  readonly lastHeld?: Decimal
}

/** Everything known of one leg. Each change is journalled as a whole record. */
export interface LegRecord {
  readonly state: LegState
  readonly orderId: string | null
  readonly executed: Decimal | null
  /** Average price of what was executed, as the venue gives it with the order. Absent: not known. */
  readonly fillPrice?: Decimal
  readonly detail: Message
  readonly failure: Failure | null
  /**
   * Venue time, ms, after which the request can no longer take effect. null: unknown; it is then counted from the first
   * look.
   */
  readonly expiresAt: number | null
  readonly before: BeforeClose | null
  /**
   * Contracts that a cancelled closing order freed when it ended, taken from the order itself. Absent: we did not see
   * it.
   */
  readonly freed?: { readonly side: OrderSide; readonly volume: Decimal }
  /** Its order waited at its price before this state. Absent: it did not. */
  readonly waited?: true
  /** The trader was warned that the request may still take effect. The warning is shown once. */
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

/** What a protective order did once the price passed its trigger. */
export type TriggerEffect = 'closed' | 'nothing'

export type Entry =
  /** `orders`: the orders that the plan cancels, as last read before. `restore` places them again. */
  | {
      readonly kind: 'accepted'
      readonly plan: Plan
      readonly orders: readonly Order[]
      /** The part of the action that the plan may miss; null: none. */
      readonly missed: Message | null
      /** The part of the action that was left to another intent. Absent: none. */
      readonly left?: Message
    }
  /** The further legs that a look planned. Numbering continues from the earlier legs. No legs: nothing is left. */
  | { readonly kind: 'extended'; readonly legs: readonly LegRequest[]; readonly orders: readonly Order[] }
  /**
   * The last look. `clear`: nothing is left. `unseen`: whether anything is left is unknown, and `note` says what is
   * known. `none`: there was nothing to look for.
   */
  | { readonly kind: 'looked'; readonly look: 'clear' | 'unseen' | 'none'; readonly note: Message | null }
  /** The position of a protective order was seen gone. A position held later under the same key is another one. */
  | { readonly kind: 'orphaned'; readonly leg: number }
  /** The price passed the trigger of a protective order. `effect`: whether the order then closed its position. */
  | { readonly kind: 'triggered'; readonly leg: number; readonly effect: TriggerEffect }
  /** The trader marked the intent as seen. */
  | { readonly kind: 'seen' }
  /**
   * The trader left while something was in progress, after seeing `lines`. It has its own id, not that of an intent.
   */
  | { readonly kind: 'left'; readonly lines: readonly Message[] }
  | { readonly kind: 'denied'; readonly action: Action; readonly denial: Denial }
  | { readonly kind: 'leg'; readonly leg: number; readonly record: LegRecord }
  /** A row of a later Plimsoll. It is counted and ignored, and never written. */
  | { readonly kind: 'unknown' }
