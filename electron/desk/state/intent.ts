/** One intent and its legs: what is known of them, and what follows from it. Pure. */
import type { Action } from '#shared/desk/action.ts'
import { looksAgain } from '#shared/desk/estimate.ts'
import { hasSucceeded, isInProgress, type LegRequest, type LegState, type PlanEstimate } from '#shared/desk/plan.ts'
import type { IntentReport } from '#shared/desk/report.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Order } from '#shared/domain/order.ts'
import type { LegRecord, TriggerEffect } from '../log/entry.ts'

/** Which leg of which intent. */
export interface LegRef {
  readonly intentId: string
  /** Its number in its intent. */
  readonly index: number
}

/** One request and all that is known of it at one moment. */
export interface Leg extends LegRef {
  readonly request: LegRequest
  readonly record: LegRecord
  /** 1 for the plan as accepted; from 2 on for what a look afterwards found still to do, or a chase did next. */
  readonly round: number
  /** Whether it is the last close of its round on a position that is to be closed completely. */
  readonly endsPosition: boolean
  /** The newest change: wall clock ms, and ms by the monotonic clock, which setting the wall clock does not move. */
  readonly changedAt: number
  readonly changedMono: number
  /** Of a protective order: whether the position it was placed for was ever seen gone since. */
  readonly isOrphaned: boolean
  /** What came of it once the price was beyond its trigger; null: it was not, as far as was seen. */
  readonly effect: TriggerEffect | null
}

/**
 * What came of looking again after the last leg: not asked for, not done yet, nothing was left, or that was not seen.
 */
type Look = 'none' | 'pending' | 'clear' | 'unseen'

export interface Intent {
  readonly id: string
  /** Grows with each intent that is accepted. */
  readonly number: number
  readonly action: Action
  /** Wall clock ms. */
  readonly createdAt: number
  readonly estimate: PlanEstimate | null
  /** Grows with each round. */
  readonly legs: readonly Leg[]
  /** The orders its cancels are about, as last read before them. */
  readonly orders: readonly Order[]
  readonly look: Look
  /** What no single leg tells of the intent; null: nothing. */
  readonly note: Message | null
  /** What the plan may have missed, and the part of it that was left to another request; null: nothing. */
  readonly missed: Message | null
  readonly left: Message | null
  /** Wall clock ms of the look that found nothing left; null without one. */
  readonly clearAt: number | null
  /** Wall clock ms when a person said to have looked at it; null: not yet. */
  readonly seenAt: number | null
}

/** What one round is to do. */
export interface Round {
  readonly legs: readonly LegRequest[]
  /** Those of the cancels, as last read. */
  readonly orders: readonly Order[]
}

export function isFinished({ legs, look }: Pick<Intent, 'legs' | 'look'>): boolean {
  return look !== 'pending' && legs.every((leg) => !isInProgress(leg.record.state))
}

/** The state of the whole intent: first what is not known yet, the worst first; then what the last look saw. */
export function intentState(states: readonly LegState[], look: Look = 'none'): IntentReport['state'] {
  if (states.includes('unknown')) return 'unknown'
  if (look === 'pending' || states.some(isInProgress)) return 'running'
  if (states.includes('needsHuman')) return 'needsHuman'
  if (look === 'clear') return 'done'
  if (states.every(hasSucceeded)) return look === 'unseen' ? 'partial' : 'done'
  return states.some((state) => hasSucceeded(state) || state === 'partial') ? 'partial' : 'failed'
}

/** Whether cancels among `legs` may go out in a batch. */
export function hasBatch(legs: readonly LegRequest[]): boolean {
  const pairs = legs.flatMap((leg) => (leg.kind === 'cancel' && leg.area === 'spot' ? [leg.instrument] : []))
  return new Set(pairs).size < pairs.length
}

/** The orders that cancels among `legs` are about, as far as `orders` knows them. */
export function ordersOfCancels(legs: readonly LegRequest[], orders: readonly Order[]): readonly Order[] {
  const canceled = new Set(legs.flatMap((leg) => (leg.kind === 'cancel' ? [`${leg.area} ${leg.orderId}`] : [])))
  return orders.filter(({ area, orderId }) => canceled.has(`${area} ${orderId}`))
}

/** Whether the leg is the last close of its position among `legs`, and the action wants all of that position gone. */
export function endsItsPosition(action: Action, legs: readonly LegRequest[], index: number): boolean {
  const request = legs[index]
  if (request?.kind !== 'close' || !wantsAll(action)) return false
  return !legs.slice(index + 1).some((later) => later.kind === 'close' && later.positionKey === request.positionKey)
}

function wantsAll(action: Action): boolean {
  if (action.kind === 'closePosition') return action.size.kind === 'percent' && action.size.percent === 100
  return looksAgain(action)
}
