import type { MarginMode } from '../domain/account.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { Message } from '../domain/message.ts'
import type { OrderSide } from '../domain/order.ts'
import type { Action, OrderRef } from './action.ts'

export type CancelRequest = { readonly kind: 'cancel' } & OrderRef

export interface CloseRequest {
  readonly kind: 'close'
  readonly area: 'contract'
  readonly instrument: string
  readonly positionKey: string
  /** Trade side: sell closes a long, buy closes a short. */
  readonly side: OrderSide
  readonly marginMode: MarginMode
  /** Of the position, as it was planned by: some venues take no order without it. Absent: not known. */
  readonly leverage?: Decimal
  /** Contracts. */
  readonly volume: Decimal
  /** null: at market. */
  readonly price: Decimal | null
  /** Of an order with a price: `rest` waits at it; `IOC` takes what the book has up to it and gives up what is left. */
  readonly timeInForce: 'rest' | 'IOC'
  /** How old the size was that it was planned by, ms, where the account could not be read. Absent: read for the plan. */
  readonly knownMs?: number
  /** Ours, under 32 characters; the venue may not echo it. */
  readonly clientOrderId: string
}

/** Whether a close is over as soon as it is taken: a market order, or one that gives up what the book does not give. */
export function takesAtOnce(close: {
  /** null: at market; in whatever form. */
  readonly price: unknown
  readonly timeInForce: CloseRequest['timeInForce']
}): boolean {
  return close.price === null || close.timeInForce === 'IOC'
}

/** Sells a Spot holding at market. */
export interface SellRequest {
  readonly kind: 'sell'
  readonly area: 'spot'
  readonly instrument: string
  /** The asset sold, and how much of it, base units. */
  readonly asset: string
  readonly quantity: Decimal
  /** All that was held of it when this was planned, base units. Absent: not known. */
  readonly held?: Decimal
  readonly clientOrderId: string
}

/**
 * A condition order at market that closes (a part of) a position. The venue takes no client id for it and lists it
 * nowhere.
 */
export interface ProtectRequest {
  readonly kind: 'protect'
  readonly area: 'contract'
  readonly instrument: string
  readonly positionKey: string
  readonly purpose: 'stopLoss' | 'takeProfit'
  readonly side: OrderSide
  readonly marginMode: MarginMode
  /** Contracts. */
  readonly volume: Decimal
  readonly triggerPrice: Decimal
  /** `rise`: fires when the price reaches the trigger from below; `fall`: from above. */
  readonly trigger: 'rise' | 'fall'
}

/** A limit order placed again on Spot. (A contract order does not tell its margin mode, so it can not be.) */
export interface PlaceRequest {
  readonly kind: 'place'
  readonly area: 'spot'
  readonly instrument: string
  /** The cancelled order it stands in for. */
  readonly standsFor: string
  readonly side: OrderSide
  readonly price: Decimal
  /** Base units. */
  readonly quantity: Decimal
  readonly clientOrderId: string
}

/**
 * One concrete effect wanted of the venue. The same object is shown, journalled, sent and reported; only a price that
 * follows the market by itself is renewed after it was shown.
 */
export type LegRequest = CancelRequest | CloseRequest | SellRequest | ProtectRequest | PlaceRequest

/** What one leg is expected to do, cost and take. Unknown is null, never a guess. */
export interface LegEstimate {
  /** ms from the start, at the earliest, by rate limits and the round trip. */
  readonly startsAtMs: number
  /** "frees 4 contracts", "sells about 12 at 3,501.2 (9 bps below the mark)". */
  readonly effect: Message
  /** Average price the book gives now; null where the book is not known or not deep enough. */
  readonly price: Decimal | null
  /**
   * What the trade gives away against the mark, and the fee; reporting coin. null when not known; zero for a cancel.
   */
  readonly slippage: Decimal | null
  readonly fee: Decimal | null
}

/** What a whole plan is expected to do, as of when it was made. */
export interface PlanEstimate {
  /** Calls that change something: a batch cancel counts once. */
  readonly requests: number
  /** From the first byte until every effect was seen in a read, ms: as likely as not, and 19 times in 20. */
  readonly likelyMs: number
  readonly p95Ms: number
  /** One for each leg, in the same order. */
  readonly legs: readonly LegEstimate[]
  /** Sums of what is known; `costIsPartial` when a leg's is not. Reporting coin. */
  readonly reportingCoin: string
  readonly slippage: Decimal
  readonly fee: Decimal
  readonly costIsPartial: boolean
  /** Whether a fee in it is the worst the venue may take, because what the account pays is not known. Absent: it is. */
  readonly feeIsAtMost?: boolean
  /** Whether cost and margin are of orders that wait, if they are filled at their prices. Absent: they are not. */
  readonly isIfFilled?: boolean
  /**
   * Margin rate of each margin unit the plan touches. null after: no position left; null before: not known. The same
   * after as before on a cross unit: that or better.
   */
  readonly margin: readonly { readonly unitId: string; readonly before: number | null; readonly after: number | null }[]
  /** What else happens or does not, all of it, worst first: "2 protective orders stay", "BTC/USDT could not be read". */
  readonly warnings: readonly Message[]
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
 * read; `verified` was seen in a read. `working`: an order that waits at its price, as asked; `canceled`: one that waited,
 * and ended with nothing done. `accepted`: the venue's word on something that no read can show. `unknown` is waiting for evidence; `needsHuman` has evidence that decides
 * nothing.
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
