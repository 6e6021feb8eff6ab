/** Which entry may follow which: the only place that defines how a leg and an intent may change. Pure. */
import { isInProgress, type LegState } from '#shared/desk/plan.ts'
import type { Entry, LegRecord } from '../log/entry.ts'
import type { Intent } from './intent.ts'
import { intentOf } from './select.ts'
import type { DeskState } from './desk-state.ts'

/** What the venue may show about a request that was sent. */
const SHOWN = ['working', 'verified', 'canceled', 'alreadyGone', 'partial', 'rejected', 'absent', 'needsHuman'] as const

/**
 * The states that may follow each state. A state without successors is final. Only `planned` leads to `journalled`, and
 * nothing leads to `planned`: a request is sent once.
 */
export const NEXT_STATES: { readonly [S in LegState]: readonly LegState[] } = {
  planned: ['journalled', 'notSent', 'alreadyGone', 'skipped'],
  // After a full disk, the file may lack the states in between.
  journalled: ['acknowledged', 'unknown', 'accepted', 'notSent', ...SHOWN],
  acknowledged: ['acknowledged', ...SHOWN],
  unknown: ['unknown', 'acknowledged', ...SHOWN],
  // After a restart, an order that waits at its price is looked for again, like any order that the venue has accepted.
  working: ['working', 'acknowledged', 'verified', 'canceled', 'partial', 'needsHuman'],
  verified: [],
  canceled: [],
  accepted: [],
  alreadyGone: [],
  partial: [],
  rejected: [],
  notSent: [],
  absent: [],
  needsHuman: [],
  skipped: [],
}

/** Whether a leg may change from `before` to `after`. In a final state only its wording may change. */
function mayBecome(before: LegRecord, after: LegRecord): boolean {
  return NEXT_STATES[before.state].includes(after.state) || (isEnd(before.state) && isTheSame(before, after))
}

function isEnd(state: LegState): boolean {
  return NEXT_STATES[state].length === 0
}

function isTheSame(one: LegRecord, other: LegRecord): boolean {
  const isSameAmount = one.executed === null ? other.executed === null : other.executed?.eq(one.executed) === true
  return one.state === other.state && one.orderId === other.orderId && isSameAmount
}

/** Why an entry cannot follow what is known. */
export type Refusal = 'alreadyAccepted' | 'noSuchIntent' | 'noSuchLeg' | 'lookIsOver' | 'notAtItsEnd' | 'cannotFollow'

const ANY = (): null => null
const ofLeg = (
  { leg }: Extract<Entry, { kind: 'orphaned' | 'triggered' }>,
  intent: Intent | undefined,
): Refusal | null => {
  if (intent === undefined) return 'noSuchIntent'
  return intent.legs[leg]?.request.kind === 'protect' ? null : 'noSuchLeg'
}

const CHECKS: {
  readonly [K in Entry['kind']]: (entry: Extract<Entry, { kind: K }>, intent: Intent | undefined) => Refusal | null
} = {
  accepted: (_, intent) => (intent === undefined ? null : 'alreadyAccepted'),
  extended: (_, intent) => (intent === undefined ? 'noSuchIntent' : intent.look === 'pending' ? null : 'lookIsOver'),
  looked: (_, intent) => (intent === undefined ? 'noSuchIntent' : intent.look === 'clear' ? 'lookIsOver' : null),
  orphaned: ofLeg,
  triggered: ofLeg,
  seen(_, intent) {
    if (intent === undefined) return 'noSuchIntent'
    return intent.legs.some(({ record }) => isInProgress(record.state)) ? 'notAtItsEnd' : null
  },
  leg({ leg, record }, intent) {
    if (intent === undefined) return 'noSuchIntent'
    const before = intent.legs[leg]?.record
    if (before === undefined) return 'noSuchLeg'
    return mayBecome(before, record) ? null : 'cannotFollow'
  },
  left: ANY,
  denied: ANY,
  unknown: ANY,
}

/** Why `entry` cannot come next for this intent; null: it can. */
export function refusalOf(state: DeskState, intentId: string, entry: Entry): Refusal | null {
  // The compiler cannot see that the kind selects the matching check.
  const check = CHECKS[entry.kind] as (entry: Entry, intent: Intent | undefined) => Refusal | null
  return check(entry, intentOf(state, intentId))
}
