/** The state of the desk and its answers, as the window sees them. */
import type { Decimal } from '../domain/decimal.ts'
import type { Failure } from '../domain/failure.ts'
import type { Message } from '../domain/message.ts'
import type { Action, SpotPolicy } from './action.ts'
import type { DrillCard } from './drill.ts'
import type { TradingMode } from './guard.ts'
import type { OrderLimits } from './order-limits.ts'
import type { Denial, DenyCode, LegRequest, LegState, Plan, PlanEstimate, Protection } from './plan.ts'

export interface LegReport {
  readonly request: LegRequest
  readonly state: LegState
  /** 1 for the plan as shown; 2 and up for what a later look found to do, or for the next orders of a chase. */
  readonly round: number
  /** The venue's order id of a placed order, once known. */
  readonly orderId: string | null
  /** Contracts closed or base units sold, once known. */
  readonly executed: Decimal | null
  /** Average price of what was executed; null: the venue did not give it. */
  readonly fillPrice: Decimal | null
  /** What we know and why. */
  readonly detail: Message
  readonly failure: Failure | null
  /** Set if its order first waited at its price. */
  readonly waited?: true
  /** Wall clock ms of the newest change. */
  readonly changedAt: number
}

export interface IntentReport {
  /** The id of the plan, made by main. Submitting it twice changes nothing. */
  readonly intentId: string
  readonly action: Action
  /** Wall clock ms. */
  readonly createdAt: number
  /** Wall clock ms from acceptance to the end of its last leg; null while it runs. */
  readonly tookMs: number | null
  /** null: sent without a shown plan. */
  readonly estimate: PlanEstimate | null
  readonly state: 'running' | 'done' | 'partial' | 'failed' | 'unknown' | 'needsHuman' | 'refused'
  /** Why the intent was `refused`, and how many times in a row; `note` holds the sentence. */
  readonly refusal?: { readonly code: DenyCode; readonly times: number }
  /** A note on the whole intent ("whether it is flat is not known"); null if none. */
  readonly note: Message | null
  /** When a person marked it as seen, wall clock ms; null if not yet, or not needed. */
  readonly seenAt: number | null
  readonly legs: readonly LegReport[]
}

export interface DeskReport {
  /** `recovering` until everything open in the journal of earlier runs is settled. */
  readonly state: 'recovering' | 'open' | 'closed'
  /** Why it is closed; null otherwise. */
  readonly reason: Message | null
  /** Why the journal cannot be written, so that only cancels, closes and flatten are sent; null if it can. */
  readonly emergency: Message | null
  /** Newest first, bounded. */
  readonly intents: readonly IntentReport[]
  /** The number of legs, over all intents, whose effect is unknown. */
  readonly unknownCount: number
  readonly protections: readonly Protection[]
  /** The mode for orders that add risk. */
  readonly mode: TradingMode
  /** The limits on those orders. */
  readonly limits: OrderLimits
  /** What every flatten of this account does with Spot holdings, wherever it is asked for. */
  readonly spotPolicy: SpotPolicy
  /**
   * Why the mode is not the chosen one, or why the mode, the limits, the policy or the newest drill cannot be stored;
   * null if not.
   */
  readonly modeNote: Message | null
  /**
   * The number of journal rows ignored: `outOfPlace` cannot follow the rows before them, `laterKinds` are of unknown
   * kinds.
   */
  readonly passedOver: { readonly outOfPlace: number; readonly laterKinds: number }
  /** The newest fire drill of this account; null: none yet. */
  readonly drill: DrillCard | null
}

/** A plan to show, or the reason why there is none. Nothing was sent or journalled. */
export type PreviewAnswer =
  | { readonly kind: 'plan'; readonly planId: string; readonly plan: Plan }
  | { readonly kind: 'denied'; readonly denial: Denial }

/**
 * The answer to a click: accepted (the snapshot will show the result) or denied. The same id always gets the same
 * answer.
 */
export type SubmitAnswer =
  | { readonly kind: 'accepted'; readonly intentId: string }
  | { readonly kind: 'denied'; readonly denial: Denial }
