/** One intent and its legs: what is known of them, and what follows from it. Pure. */
import type { Action } from '#shared/desk/action.ts'
import { looksAgain } from '#shared/desk/estimate.ts'
import { hasSucceeded, isInProgress, type LegRequest, type LegState, type PlanEstimate } from '#shared/desk/plan.ts'
import type { IntentReport } from '#shared/desk/report.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Order } from '#shared/domain/order.ts'
import type { LegRecord, TriggerEffect } from '../log/entry.ts'

/** Identifies a leg. */
export interface LegRef {
  readonly intentId: string
  /** The leg's number within its intent. */
  readonly index: number
}

/** One request and everything known of it at one moment. */
export interface Leg extends LegRef {
  readonly request: LegRequest
  readonly record: LegRecord
  /** 1 for the accepted plan; from 2 on, what a later look found still to do or a chase did next. */
  readonly round: number
  /** Whether it is the last close of its round on a position that is to be closed completely. */
  readonly endsPosition: boolean
  /** The newest change: wall clock ms, and monotonic clock ms, which is unaffected when the wall clock is set. */
  readonly changedAt: number
  readonly changedMono: number
  /** For a protective order: whether its position was ever seen gone since it was placed. */
  readonly isOrphaned: boolean
  /** What it did once the price passed its trigger; null: the price was not seen to pass it. */
  readonly effect: TriggerEffect | null
}

export interface Intent {
  readonly id: string
  /** Grows with each accepted intent. */
  readonly number: number
  readonly action: Action
  /** Wall clock ms. */
  readonly createdAt: number
  readonly estimate: PlanEstimate | null
  /** Grows with each round. */
  readonly legs: readonly Leg[]
  /** The orders that it cancels, as last read before. */
  readonly orders: readonly Order[]
  /** The result of looking again after the last leg: not needed, not done yet, nothing left, or unable to see that. */
  readonly look: 'none' | 'pending' | 'clear' | 'unseen'
  /** A note on the whole intent; null: none. */
  readonly note: Message | null
  /** What the plan may have missed, and the part that was left to another request; null: nothing. */
  readonly missed: Message | null
  readonly left: Message | null
  /** Wall clock ms of the look that found nothing left; null: there was none. */
  readonly clearAt: number | null
  /** Wall clock ms when the trader marked it as seen; null: not yet. */
  readonly seenAt: number | null
}

/** The content of one round. */
export interface Round {
  readonly legs: readonly LegRequest[]
  /** The orders of its cancels, as last read. */
  readonly orders: readonly Order[]
}

export function isFinished({ legs, look }: Pick<Intent, 'legs' | 'look'>): boolean {
  return look !== 'pending' && legs.every((leg) => !isInProgress(leg.record.state))
}

/**
 * The state of the whole intent. An unknown outcome counts most, the worst one first; then the result of the last look.
 */
export function intentState(states: readonly LegState[], look: Intent['look'] = 'none'): IntentReport['state'] {
  if (states.includes('unknown')) return 'unknown'
  if (look === 'pending' || states.some(isInProgress)) return 'running'
  if (states.includes('needsHuman')) return 'needsHuman'
  if (look === 'clear') return 'done'
  if (states.every(hasSucceeded)) return look === 'unseen' ? 'partial' : 'done'
  return states.some((state) => hasSucceeded(state) || state === 'partial') ? 'partial' : 'failed'
}

/** Whether cancels among `legs` may be sent in a batch. */
export function hasBatch(legs: readonly LegRequest[]): boolean {
  const pairs = legs.flatMap((leg) => (leg.kind === 'cancel' && leg.area === 'spot' ? [leg.instrument] : []))
  return new Set(pairs).size < pairs.length
}

/** The orders in `orders` that cancels among `legs` cancel. */
export function ordersOfCancels(legs: readonly LegRequest[], orders: readonly Order[]): readonly Order[] {
  const canceled = new Set(legs.flatMap((leg) => (leg.kind === 'cancel' ? [`${leg.area} ${leg.orderId}`] : [])))
  return orders.filter(({ area, orderId }) => canceled.has(`${area} ${orderId}`))
}

/** Whether the leg is the last close of its position among `legs`, and the action closes that position completely. */
export function endsItsPosition(action: Action, legs: readonly LegRequest[], index: number): boolean {
  const request = legs[index]
  if (request?.kind !== 'close' || !wantsAll(action)) return false
  return !legs.slice(index + 1).some((later) => later.kind === 'close' && later.positionKey === request.positionKey)
}

function wantsAll(action: Action): boolean {
  if (action.kind === 'closePosition') return action.size.kind === 'percent' && action.size.percent === 100
  return looksAgain(action)
}
