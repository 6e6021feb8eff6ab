/** The state of the desk, and its answers. */
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
  /** 1 for the plan as shown; from 2 on for what a later look found to do, or the next orders of a chase. */
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
  /** Its order waited at its price first. Absent: it did not. */
  readonly waited?: true
  /** Wall clock ms of the newest change. */
  readonly changedAt: number
}

export interface IntentReport {
  /** The id of its plan, made by main; submitting it again changes nothing. */
  readonly intentId: string
  readonly action: Action
  /** Wall clock ms. */
  readonly createdAt: number
  /** Wall clock ms from acceptance to the end of its last leg; null while it runs. */
  readonly tookMs: number | null
  /** null: sent without a shown plan. */
  readonly estimate: PlanEstimate | null
  readonly state: 'running' | 'done' | 'partial' | 'failed' | 'unknown' | 'needsHuman' | 'refused'
  /** Why it was `refused`, and how many times in a row; `note` has the words. */
  readonly refusal?: { readonly code: DenyCode; readonly times: number }
  /** A note on the whole intent ("whether it is flat is not known"); null: none. */
  readonly note: Message | null
  /** Wall clock ms when a person marked it as seen; null: not yet, or not needed. */
  readonly seenAt: number | null
  readonly legs: readonly LegReport[]
}

export interface DeskReport {
  /** `recovering` until the journal of earlier runs is settled. */
  readonly state: 'recovering' | 'open' | 'closed'
  /** Why it is closed; null otherwise. */
  readonly reason: Message | null
  /** Why the journal can not be written, so that only cancels, closes and flatten are sent; null: it can. */
  readonly emergency: Message | null
  /** Newest first, bounded. */
  readonly intents: readonly IntentReport[]
  /** Legs whose effect is not known yet, over all intents. */
  readonly unknownCount: number
  readonly protections: readonly Protection[]
  /** The mode for orders that add risk. */
  readonly mode: TradingMode
  /** Why the mode is not the chosen one, or it or the newest drill can not be stored; null: all is well. */
  readonly modeNote: Message | null
  /** Ignored rows of the journal: those that can not follow the ones before, and those of unknown kinds. */
  readonly passedOver: { readonly outOfPlace: number; readonly laterKinds: number }
  /** The newest fire drill of this account; null: none yet. */
  readonly drill: DrillCard | null
}

/** A plan to show, or why there is none. Nothing was sent or journalled. */
export type PreviewAnswer =
  | { readonly kind: 'plan'; readonly planId: string; readonly plan: Plan }
  | { readonly kind: 'denied'; readonly denial: Denial }

/** The answer to a click: accepted (the snapshot shows the result) or denied. The same id gets the same answer. */
export type SubmitAnswer =
  | { readonly kind: 'accepted'; readonly intentId: string }
  | { readonly kind: 'denied'; readonly denial: Denial }
