/** The outcome of a chase, in figures and messages. Pure. */
import { chaseOf } from '#shared/desk/action.ts'
import { isInProgress, type CloseRequest } from '#shared/desk/plan.ts'
import { sum, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import type { Message } from '#shared/domain/message.ts'
import { amount, message } from '#shared/words/message.ts'
import { LONGEST_MS, MOST_BLIND, MOST_MOVES, type ChaseStep } from './chase-step.ts'
import type { Intent, Leg } from '../../state/intent.ts'
import { asKind } from '../../state/leg-kinds.ts'

type Legs = Pick<Intent, 'legs'>

/** Whether the intent has, or had, an order to move. */
export function isChase(intent: Pick<Intent, 'action' | 'legs'>): boolean {
  return chaseOf(intent.action) !== null && newestClose(intent) !== undefined
}

/** The closing orders of the chase, oldest first: all but the last were cancelled to be moved. */
function closesOf({ legs }: Legs): readonly Leg[] {
  return legs.filter(({ request }) => request.kind === 'close')
}

export function newestClose(intent: Legs): Leg | undefined {
  return closesOf(intent).at(-1)
}

/** The order that the chase began with. Throws if there is none. */
export function firstClose(intent: Legs): CloseRequest {
  return asKind(closesOf(intent)[0]?.request, 'close')
}

/** The contracts that the chase was to close, less those that we know are closed. */
export function leftOf(intent: Legs): Decimal {
  return firstClose(intent).volume.minus(sum(closesOf(intent).map(({ record }) => record.executed ?? ZERO)))
}

/** How much of the position stays open. If the order of the chase still waits, also its price. */
function whatStays(intent: Legs, isSeen = true): readonly Message[] {
  const leg = newestClose(intent)
  const facts = { left: amount(leftOf(intent)), volume: amount(firstClose(intent).volume) }
  const stays = isSeen ? message('intent.chase.stays', facts) : message('intent.chase.fillUnread')
  return leg?.record.state === 'working'
    ? [message('intent.chase.orderStays', { price: priceOf(asKind(leg.request, 'close')) }), stays]
    : [stays]
}

/** An order of a chase has a price. */
function priceOf({ price }: CloseRequest) {
  return amount(price ?? ZERO)
}

type Why = Exclude<ChaseStep, { readonly kind: 'wait' | 'move' }>['why']

const REASONS: { readonly [W in Exclude<Why, 'filled'>]: (intent: Intent) => Message } = {
  takenBack: () => message('intent.chase.takenBack'),
  slept: () => message('intent.chase.slept'),
  stillCanceling: () => message('intent.chase.stillCanceling', { time: { ms: LONGEST_MS } }),
  unread: () => message('intent.chase.unread', { times: MOST_BLIND }),
  priceAway: (intent) =>
    message('intent.chase.priceAway', {
      percent: chaseOf(intent.action)?.stopPercent ?? '',
      price: priceOf(firstClose(intent)),
    }),
  tooOften: () => message('intent.chase.tooOften', { times: MOST_MOVES }),
  tooLong: () => message('intent.chase.tooLong', { time: { ms: LONGEST_MS } }),
}

/** Why a chase ended before it had closed everything. */
export interface Ending {
  /** Why the chase ended; null: the report of the part that stays open is enough. */
  readonly why: Message | null
  /** Whether to report the part that stays open too. */
  readonly tellsRest: boolean
}

export function leaving(why: Message): Ending {
  return { why, tellsRest: true }
}

export const NO_REASON: Ending = { why: null, tellsRest: true }

/** null: everything is closed. */
export function reasonOf(intent: Intent, why: Why): Ending | null {
  return why === 'filled' ? null : leaving(REASONS[why](intent))
}

/**
 * Why the chase ended and what stays open; empty: everything is closed. `isSeen`: the state of its last order was just
 * read or is final; otherwise no figure is given.
 */
export function endMessages(intent: Intent, ending: Ending | null, isSeen: boolean): readonly Message[] {
  if (ending === null || leftOf(intent).lte(0)) return []
  const why = ending.why === null ? [] : [ending.why]
  return ending.tellsRest ? [...why, ...whatStays(intent, isSeen)] : why
}

/** The report on a chase from an earlier run, which is not continued; empty: everything is closed. */
export function restartMessages(intent: Legs): readonly Message[] {
  const leg = newestClose(intent)
  const midway = message('intent.chase.leftMidway')
  if (leg === undefined || isInProgress(leg.record.state)) return [midway, message('intent.chase.lookedFor')]
  if (leg.record.state === 'working') {
    return [midway, message('intent.chase.waits', { price: priceOf(asKind(leg.request, 'close')) })]
  }
  return leftOf(intent).gt(0) ? [midway, ...whatStays(intent)] : []
}
