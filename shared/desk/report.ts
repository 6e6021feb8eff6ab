/** What the desk tells of itself and answers. */
import type { Decimal } from '../domain/decimal.ts'
import type { Failure } from '../domain/failure.ts'
import type { Message } from '../domain/message.ts'
import type { Action } from './action.ts'
import type { DrillCard } from './drill.ts'
import type { TradingMode } from './guard.ts'
import type { Denial, DenyCode, LegRequest, LegState, Plan, PlanEstimate, Protection } from './plan.ts'

export interface LegReport {
  readonly request: LegRequest
  readonly state: LegState
  /** 1 for the plan as previewed; from 2 on for what a look afterwards found still to do, or a chase did next. */
  readonly round: number
  /** The venue's order id of a placed order, once known. */
  readonly orderId: string | null
  /** Contracts closed or base units sold, once known. */
  readonly executed: Decimal | null
  /** What we know and why. */
  readonly detail: Message
  readonly failure: Failure | null
  /** Its order waited at its price before it came to this. Absent: it did not. */
  readonly waited?: true
  /** Wall clock ms of the newest change. */
  readonly changedAt: number
}

export interface IntentReport {
  /** That of its plan, made by main; asking again with the same id changes nothing. */
  readonly intentId: string
  readonly action: Action
  /** Wall clock ms. */
  readonly createdAt: number
  /** Wall clock ms from acceptance to the end of its last leg; null while it runs. */
  readonly tookMs: number | null
  /** What it was expected to take and cost; null for what was sent without a plan shown. */
  readonly estimate: PlanEstimate | null
  readonly state: 'running' | 'done' | 'partial' | 'failed' | 'unknown' | 'needsHuman' | 'refused'
  /** Why it was not taken on, where it is `refused`, and how often the same was in a row; `note` says it in words. */
  readonly refusal?: { readonly code: DenyCode; readonly times: number }
  /** What is known of the whole that no leg tells ("whether it is flat is not known"); null: nothing but its legs. */
  readonly note: Message | null
  /** Wall clock ms when a person said to have looked at what needed one; null: not yet, or nothing does. */
  readonly seenAt: number | null
  readonly legs: readonly LegReport[]
}

export interface DeskReport {
  /** Trading opens once the journal of earlier runs is settled. */
  readonly state: 'recovering' | 'open' | 'closed'
  /** Why it is closed; null otherwise. */
  readonly reason: Message | null
  /** Why the journal's file takes no rows, so that only cancels, closes and flatten are sent; null: it does. */
  readonly emergency: Message | null
  /** Newest first, bounded. */
  readonly intents: readonly IntentReport[]
  /** Legs whose effect is not known yet, over all intents. */
  readonly unknownCount: number
  readonly protections: readonly Protection[]
  /** What orders that add risk are held to; exits never are. */
  readonly mode: TradingMode
  /** Why the mode is none that a person chose, or it or the newest drill will not last; null: all of it is kept. */
  readonly modeNote: Message | null
  /**
   * Rows of the journal that were passed over: those that can not follow the ones before, and those of kinds not known
   * here.
   */
  readonly passedOver: { readonly outOfPlace: number; readonly laterKinds: number }
  /** The newest fire drill of this account; null: none yet. */
  readonly drill: DrillCard | null
}

/** A plan to be looked at, or why there is none. Nothing was sent and nothing was written down. */
export type PreviewAnswer =
  | { readonly kind: 'plan'; readonly planId: string; readonly plan: Plan }
  | { readonly kind: 'denied'; readonly denial: Denial }

/**
 * The answer to a click: taken on (watch the snapshot for the truth) or refused. Repeating an intent id returns the same.
 */
export type SubmitAnswer =
  { readonly kind: 'accepted'; readonly intentId: string } | { readonly kind: 'denied'; readonly denial: Denial }
