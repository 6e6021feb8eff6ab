/** What a chase has come to, in numbers and words. Pure. */
import { chaseOf } from '#shared/desk/action.ts'
import { isInProgress, type CloseRequest } from '#shared/desk/plan.ts'
import { sum, toText, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { LONGEST_MS, MOST_BLIND, MOST_MOVES, type ChaseStep } from './chase-step.ts'
import type { Intent, Leg } from '../../state/intent.ts'
import { asKind } from '../../state/leg-kinds.ts'

type Legs = Pick<Intent, 'legs'>

/** Whether there is an order to be moved, or was one. */
export function isChase(intent: Pick<Intent, 'action' | 'legs'>): boolean {
  return chaseOf(intent.action) !== null && newestClose(intent) !== undefined
}

/** Its orders, oldest first: each but the last was taken back to be moved. */
function closesOf({ legs }: Legs): readonly Leg[] {
  return legs.filter(({ request }) => request.kind === 'close')
}

export function newestClose(intent: Legs): Leg | undefined {
  return closesOf(intent).at(-1)
}

/** The order it began with: what is asked for, and at what price. Throws where there is none. */
export function firstClose(intent: Legs): CloseRequest {
  return asKind(closesOf(intent)[0]?.request, 'close')
}

/** Contracts that were asked for and are not known to be closed. */
export function leftOf(intent: Legs): Decimal {
  return firstClose(intent).volume.minus(sum(closesOf(intent).map(({ record }) => record.executed ?? ZERO)))
}

/** "its order was left at 3501.2; 3 of 10 contracts stay open.", the first half only where it was. */
function whatStays(intent: Legs, isSeen = true): string {
  const leg = newestClose(intent)
  const stays = isSeen
    ? `${toText(leftOf(intent))} of ${toText(firstClose(intent).volume)} contracts stay open.`
    : 'how much of it was filled could not be read.'
  return leg?.record.state === 'working' ? `its order was left at ${priceOf(leg)}; ${stays}` : stays
}

function priceOf({ request }: Leg): string {
  return priceText(asKind(request, 'close'))
}

function priceText({ price }: CloseRequest): string {
  return price === null ? 'market' : toText(price)
}

type Why = Exclude<ChaseStep, { readonly kind: 'wait' | 'move' }>['why']

const REASONS: { readonly [W in Exclude<Why, 'filled'>]: (intent: Intent) => string } = {
  takenBack: () => 'Its order was taken back by someone else;',
  slept: () => 'The machine slept meanwhile;',
  stillCanceling: () => `After ${LONGEST_MS / 60_000} minutes the venue is still taking its order back;`,
  unread: () => `The order or the book could not be read ${MOST_BLIND} times in a row;`,
  priceAway: (intent) =>
    `The price went ${chaseOf(intent.action)?.stopPercent ?? ''} % away from ${priceText(firstClose(intent))};`,
  tooOften: () => `The order was moved ${MOST_MOVES} times;`,
  tooLong: () => `The chase was given ${LONGEST_MS / 60_000} minutes;`,
}

/** Why a chase ended before all was closed, and whether what stays is told too. */
export interface Ending {
  /** null: what stays says it all. */
  readonly why: string | null
  readonly tellsRest: boolean
}

export function leaving(why: string): Ending {
  return { why, tellsRest: true }
}

export const BARE: Ending = { why: null, tellsRest: true }

/** null: all that was asked for is closed. */
export function reasonOf(intent: Intent, why: Why): Ending | null {
  return why === 'filled' ? null : leaving(REASONS[why](intent))
}

/**
 * Why it ended and what stays; null: all that was asked for is closed. `isSeen`: whether how its last order stands was
 * read just now, or is known for good; otherwise no figure is told.
 */
export function wordsOf(intent: Intent, ending: Ending | null, isSeen: boolean): string | null {
  if (ending === null || leftOf(intent).lte(0)) return null
  if (!ending.tellsRest) return ending.why
  return [ending.why, whatStays(intent, isSeen)].filter((each) => each !== null).join(' ')
}

/** What is said of a chase of an earlier run, which is not continued; null: all that was asked for is closed. */
export function wordsAfterRestart(intent: Legs): string | null {
  const leg = newestClose(intent)
  if (leg === undefined || isInProgress(leg.record.state)) return `${LEFT_MIDWAY} its last order is being looked for.`
  if (leg.record.state === 'working') return `${LEFT_MIDWAY} its last order waits at ${priceOf(leg)}.`
  return leftOf(intent).gt(0) ? `${LEFT_MIDWAY} ${whatStays(intent)}` : null
}

const LEFT_MIDWAY = 'Plimsoll was closed during the chase;'
