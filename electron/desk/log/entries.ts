/** What the journal says, typed: one entry per row, written as JSON text and read back through a schema. */
import type { Action } from '#shared/desk/action.ts'
import type { Denial, LegRequest, LegState, Plan } from '#shared/desk/plan.ts'
import { encode, type Decimal } from '#shared/domain/decimal.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Order } from '#shared/domain/order.ts'
import { entrySchema } from './entry-schema.ts'

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
  readonly detail: string
  readonly failure: Failure | null
  /**
   * Venue time, ms, after which a request that has had no effect can have none any more; null when that moment is not
   * known, and then it is counted from when looking for it begins.
   */
  readonly expiresAt: number | null
  readonly before: Before | null
  /** Its order waited at its price before it came to this. Absent: it did not. */
  readonly waited?: true
}

export const PLANNED: LegRecord = {
  state: 'planned',
  orderId: null,
  executed: null,
  detail: 'Waiting for its turn.',
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
      readonly missed: string | null
    }
  /** What a look after all legs found still to do, numbered on from them; no legs: it found nothing. */
  | { readonly kind: 'extended'; readonly legs: readonly LegRequest[]; readonly orders: readonly Order[] }
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
  | { readonly kind: 'left'; readonly lines: readonly string[] }
  | { readonly kind: 'denied'; readonly action: Action; readonly denial: Denial }
  | { readonly kind: 'leg'; readonly leg: number; readonly record: LegRecord }

/** An entry as it is stored: what the hash of a row covers, besides the hash of the row before it. */
export interface Row {
  readonly seq: number
  /** Wall clock ms. */
  readonly at: number
  readonly account: string
  readonly intent: string
  /** Which leg changed; null for what is about the intent. */
  readonly leg: number | null
  /** The kind of the entry; of a leg's the state it came to. */
  readonly kind: string
  /** The entry, encoded. */
  readonly body: string
}

/** One line of JSON; amounts as decimal text. Never holds a key, a signature or a secret: none of its types can. */
export function encodeEntry(value: Entry): string {
  return JSON.stringify(encode(value))
}

/** The entry written in `line`, or null if it is not one. */
export function decodeEntry(line: string): Entry | null {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    return null
  }
  const parsed = entrySchema.safeParse(json)
  return parsed.success ? parsed.data : null
}
