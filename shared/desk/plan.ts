import type { z } from 'zod'
import type { Message } from '../domain/message.ts'
import type { Action } from './action.ts'
import type { legRequest, planEstimate } from './plan-schema.ts'

/**
 * One concrete effect wanted of the venue; `plan-schema.ts` says what each member means. The same object is shown,
 * journalled, sent and reported; only a price that follows the market by itself is renewed after it was shown.
 */
export type LegRequest = z.infer<typeof legRequest>
export type RequestOf<K extends LegRequest['kind']> = Extract<LegRequest, { readonly kind: K }>
export type CancelRequest = RequestOf<'cancel'>
export type CloseRequest = RequestOf<'close'>
export type SellRequest = RequestOf<'sell'>
export type ProtectRequest = RequestOf<'protect'>
export type PlaceRequest = RequestOf<'place'>

export type PlanEstimate = z.infer<typeof planEstimate>
export type LegEstimate = PlanEstimate['legs'][number]

/** Whether a close is over as soon as it is taken: a market order, or one that gives up what the book does not give. */
export function takesAtOnce(close: {
  /** null: at market; in whatever form. */
  readonly price: unknown
  readonly timeInForce: CloseRequest['timeInForce']
}): boolean {
  return close.price === null || close.timeInForce === 'IOC'
}

/**
 * An ordered list of concrete requests that carries out one action. Previewed, executed, journalled and reported as it
 * is.
 */
export interface Plan {
  readonly action: Action
  readonly legs: readonly LegRequest[]
  /** null for what is sent at once, without a look at it first. */
  readonly estimate: PlanEstimate | null
}

/**
 * Where a leg is. `journalled` is on disk and may have been sent; `acknowledged` is the venue's word, not yet seen in a
 * read; `verified` was seen in a read. `working`: an order that waits at its price, as asked; `canceled`: one that
 * waited, and ended with nothing done. `accepted`: the venue's word on something that no read can show. `unknown` is
 * waiting for evidence; `needsHuman` has evidence that decides nothing.
 */
export type LegState =
  | 'planned'
  | 'journalled'
  | 'acknowledged'
  | 'verified'
  | 'working'
  | 'canceled'
  | 'accepted'
  | 'alreadyGone'
  | 'partial'
  | 'rejected'
  | 'notSent'
  | 'unknown'
  | 'absent'
  | 'needsHuman'
  | 'skipped'

const IN_PROGRESS: ReadonlySet<LegState> = new Set(['planned', 'journalled', 'acknowledged', 'unknown'])

/** Whether a leg in this state is not at its end yet: its effect is still on its way, or being looked for. */
export function isInProgress(state: LegState): boolean {
  return IN_PROGRESS.has(state)
}

const SUCCEEDED: ReadonlySet<LegState> = new Set(['verified', 'alreadyGone', 'working', 'accepted'])

/** Whether a leg did what it was to do, as far as that can be known, or found it done. */
export function hasSucceeded(state: LegState): boolean {
  return SUCCEEDED.has(state)
}

/** A protective order of ours. No endpoint lists it: this is what we placed, not what the venue says it has. */
export interface Protection {
  readonly intentId: string
  readonly request: ProtectRequest
  readonly triggerId: string | null
  /** Wall clock ms. */
  readonly placedAt: number
  /**
   * `orphaned`: the position it was placed for is gone; another may be held since. `unknown`: its reply was lost.
   * `overdue`: the mark was beyond its trigger for a while and nothing was closed. Venues drop them after about 14 days.
   */
  readonly state: 'believed' | 'unknown' | 'overdue' | 'orphaned'
}

/** Why the desk refused before anything was sent. */
export type DenyCode =
  | 'DESK_NOT_OPEN'
  | 'NOTHING_TO_CANCEL'
  | 'NOTHING_TO_DO'
  | 'POSITION_NOT_FOUND'
  /** It is about an area the venue does not have. */
  | 'NO_SUCH_AREA'
  /** The venue has no call for it. */
  | 'NOT_OFFERED'
  | 'POSITION_FROZEN'
  | 'NOTHING_CLOSABLE'
  | 'INSTRUMENT_UNKNOWN'
  | 'INSTRUMENT_CLOSED'
  | 'IN_FLIGHT'
  | 'JOURNAL_UNAVAILABLE'
  | 'READ_FAILED'
  /** A size or a price that can not be sent: which, and what it may be, is in the message. */
  | 'BAD_AMOUNT'
  /** The plan that was looked at is too old, or unknown: look again. */
  | 'PLAN_EXPIRED'
  | 'NOT_RESTORABLE'
  /** What is to be restored has not come to its end yet: no refusal, the plan comes by itself. */
  | 'STILL_SETTLING'
  /** The guard's own, only ever for orders that add risk. */
  | 'ONLY_EXITS'
  | 'ORDER_TOO_LARGE'
  | 'PRICE_TOO_FAR'
  | 'TOO_MANY_ORDERS'

export interface Denial {
  readonly code: DenyCode
  /** What stopped it and what to do. */
  readonly message: Message
}
