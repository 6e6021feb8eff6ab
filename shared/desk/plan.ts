import type { z } from 'zod'
import type { Message } from '../domain/message.ts'
import type { Action } from './action.ts'
import type { legRequest, planEstimate } from './plan-schema.ts'

/**
 * One concrete request; see `plan-schema.ts` for each member. The same object is shown, journalled, sent and reported.
 * Only a price that follows the market is renewed after the plan was shown.
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

/** Whether a close ends at once: a market order, or one that drops whatever the book does not fill. */
export function takesAtOnce(close: {
  /** Null: at market. The type of a price does not matter here. */
  readonly price: unknown
  readonly timeInForce: CloseRequest['timeInForce']
}): boolean {
  return close.price === null || close.timeInForce === 'IOC'
}

/** The requests that carry out one action, in order. */
export interface Plan {
  readonly action: Action
  readonly legs: readonly LegRequest[]
  /** Null: sent at once, without being shown. */
  readonly estimate: PlanEstimate | null
}

/**
 * The state of a leg. `journalled`: written to disk, may have been sent. `acknowledged`: the venue confirmed it, but no
 * read shows it yet. `verified`: a read shows it. `working`: its order waits at its price. `canceled`: its waiting
 * order ended unfilled. `accepted`: the venue confirmed it, and no read can ever show it. `unknown`: waiting for
 * evidence. `needsHuman`: the evidence is inconclusive.
 */
export const LEG_STATES = [
  'planned',
  'journalled',
  'acknowledged',
  'verified',
  'working',
  'canceled',
  'accepted',
  'alreadyGone',
  'partial',
  'rejected',
  'notSent',
  'unknown',
  'absent',
  'needsHuman',
  'skipped',
] as const
export type LegState = (typeof LEG_STATES)[number]

const IN_PROGRESS: ReadonlySet<LegState> = new Set(['planned', 'journalled', 'acknowledged', 'unknown'])

/** Whether a leg in this state is unfinished: its effect is in flight or being verified. */
export function isInProgress(state: LegState): boolean {
  return IN_PROGRESS.has(state)
}

const SUCCEEDED: ReadonlySet<LegState> = new Set(['verified', 'alreadyGone', 'working', 'accepted'])

/** Whether a leg had its effect, as far as we can know, or found it already done. */
export function hasSucceeded(state: LegState): boolean {
  return SUCCEEDED.has(state)
}

/** A protective order that we placed. No endpoint lists it, so the venue may no longer hold it. */
export interface Protection {
  readonly intentId: string
  readonly request: ProtectRequest
  readonly triggerId: string | null
  /** Wall clock ms. */
  readonly placedAt: number
  /**
   * `orphaned`: the position it was placed for is gone; a new one may be held since. `unknown`: the venue's reply was
   * lost. `overdue`: the mark was beyond its trigger for a while and nothing was closed. Venues drop such orders after
   * about 14 days.
   */
  readonly state: 'believed' | 'unknown' | 'overdue' | 'orphaned'
}

/** Why the desk refused an action before anything was sent. */
export type DenyCode =
  | 'DESK_NOT_OPEN'
  | 'WATCH_ONLY'
  | 'NOTHING_TO_CANCEL'
  | 'NOTHING_TO_DO'
  | 'POSITION_NOT_FOUND'
  /** The venue has no such area. */
  | 'NO_SUCH_AREA'
  /** The venue has no such call. */
  | 'NOT_OFFERED'
  | 'POSITION_FROZEN'
  | 'NOTHING_CLOSABLE'
  | 'INSTRUMENT_CLOSED'
  | 'IN_FLIGHT'
  | 'JOURNAL_UNAVAILABLE'
  | 'READ_FAILED'
  /** An invalid size or price; the message names it and the valid range. */
  | 'BAD_AMOUNT'
  /** The venue's prices are too coarse for the distance that was asked for. */
  | 'NO_SUCH_PRICE'
  /** The plan that was shown is too old or unknown: make it again. */
  | 'PLAN_EXPIRED'
  | 'NOT_RESTORABLE'
  /** The orders to restore have not ended yet. The plan appears by itself once they have. */
  | 'STILL_SETTLING'
  /** The guard's codes, for orders that add risk only. */
  | 'ONLY_EXITS'
  | 'ORDER_TOO_LARGE'
  | 'PRICE_TOO_FAR'
  | 'TOO_MANY_ORDERS'

export interface Denial {
  readonly code: DenyCode
  /** What stopped the action, and what to do. */
  readonly message: Message
}
