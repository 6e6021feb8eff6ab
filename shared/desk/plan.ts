import type { Decimal } from '../domain/decimal.ts'
import type { Failure } from '../domain/failure.ts'
import type { Area } from '../domain/instrument.ts'
import type { MarginMode } from '../domain/account.ts'
import type { OrderSide } from '../domain/order.ts'
import type { Action } from './action.ts'

/** One concrete request of a plan. The same object is shown, journalled, sent and reported. */
export type LegRequest =
  | { readonly kind: 'cancel'; readonly area: Area; readonly instrument: string; readonly orderId: string }
  | {
      readonly kind: 'close'
      readonly area: 'contract'
      readonly instrument: string
      readonly positionKey: string
      /** Trade side: sell closes a long, buy closes a short. */
      readonly side: OrderSide
      readonly marginMode: MarginMode
      /** Contracts. */
      readonly volume: Decimal
      /** Ours, under 32 characters; the venue may not echo it. */
      readonly clientOrderId: string
    }

/** An ordered list of concrete requests that carries out one action. */
export interface Plan {
  readonly action: Action
  readonly legs: readonly LegRequest[]
}

/**
 * Where a leg is. `journalled` is on disk and may have been sent; `acknowledged` is the venue's word, not yet seen in a
 * read; `verified` was seen in a read. `unknown` is waiting for evidence; `needsHuman` has evidence that decides nothing.
 */
export type LegState =
  | 'planned'
  | 'journalled'
  | 'acknowledged'
  | 'verified'
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

export interface LegReport {
  readonly request: LegRequest
  readonly state: LegState
  /** The venue's order id of a placed order, once known. */
  readonly orderId: string | null
  /** Contracts closed, once known. */
  readonly executed: Decimal | null
  /** What we know and why, in plain English ("the venue did not answer in time; looking for the order"). */
  readonly detail: string
  readonly failure: Failure | null
  /** Wall clock ms of the newest change. */
  readonly changedAt: number
}

export interface IntentReport {
  /** Chosen by whoever asked; asking again with the same id changes nothing. */
  readonly intentId: string
  readonly action: Action
  /** Wall clock ms. */
  readonly createdAt: number
  readonly state: 'running' | 'done' | 'partial' | 'failed' | 'unknown' | 'needsHuman'
  readonly legs: readonly LegReport[]
}

export interface DeskReport {
  /** Trading opens once the journal of earlier runs is settled. */
  readonly state: 'recovering' | 'open' | 'closed'
  /** Why it is closed; null otherwise. */
  readonly reason: string | null
  /** Newest first, bounded. */
  readonly intents: readonly IntentReport[]
  /** Legs whose effect is not known yet, over all intents. */
  readonly unknownCount: number
}

/** Why the desk refused before anything was sent. */
export type DenyCode =
  | 'DESK_NOT_OPEN'
  | 'NOTHING_TO_CANCEL'
  | 'POSITION_NOT_FOUND'
  | 'POSITION_FROZEN'
  | 'NOTHING_CLOSABLE'
  | 'INSTRUMENT_UNKNOWN'
  | 'INSTRUMENT_CLOSED'
  | 'IN_FLIGHT'
  | 'JOURNAL_UNAVAILABLE'
  | 'READ_FAILED'

export interface Denial {
  readonly code: DenyCode
  /** What stopped it and what to do, in plain English. */
  readonly message: string
}

/** The answer to a click: taken on (watch the snapshot for the truth) or refused. Repeating an intent id returns the same. */
export type SubmitAnswer =
  { readonly kind: 'accepted'; readonly intentId: string } | { readonly kind: 'denied'; readonly denial: Denial }
