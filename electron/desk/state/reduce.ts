/** The desk's state after one more entry. All state is built here: live, after a restart and for history. Pure. */
import { chaseOf } from '#shared/desk/action.ts'
import { looksAgain } from '#shared/desk/estimate.ts'
import type { DenyCode, LegRequest } from '#shared/desk/plan.ts'
import { PLANNED, type Entry } from '../log/entry.ts'
import { endsItsPosition, hasBatch, isFinished, type Intent, type Leg, type Round } from './intent.ts'
import { withRefusal } from './refused.ts'
import type { DeskState } from './desk-state.ts'
import { refusalOf } from './transitions.ts'

/** How many finished intents are reported: the newest ones. */
export const REPORTED = 50

/** The time of an entry, by the wall clock and by the monotonic clock, ms. */
export interface Moment {
  readonly at: number
  readonly mono: number
}

/** An entry of one intent, and when it was written. */
interface WrittenEntry extends Moment {
  readonly intentId: string
  readonly entry: Entry
}

/** An entry that cannot follow is ignored and counted. None is ever written, so only a damaged file can hold one. */
export function reduce(state: DeskState, written: WrittenEntry): DeskState {
  const { entry, intentId } = written
  if (refusalOf(state, intentId, entry) !== null) return { ...state, quarantined: state.quarantined + 1 }
  // The compiler cannot see that the kind selects the matching function.
  const its = REDUCERS[entry.kind] as (state: DeskState, entry: Entry, written: WrittenEntry) => DeskState
  return its(state, entry, written)
}

const REDUCERS: {
  readonly [K in Entry['kind']]: (
    state: DeskState,
    entry: Extract<Entry, { kind: K }>,
    written: WrittenEntry,
  ) => DeskState
} = {
  accepted: (state, entry, written) =>
    withinBounds({ ...state, intents: [...state.intents, newIntent(state, entry, written)] }),
  extended: (state, round, written) =>
    withIntent(state, written, (intent) =>
      round.legs.length > 0
        ? withRound(intent, round, written)
        : { ...intent, look: 'clear', note: null, clearAt: written.at },
    ),
  looked: (state, { look, note }, written) => withIntent(state, written, (intent) => ({ ...intent, look, note })),
  seen: (state, _, written) =>
    withIntent(state, written, (intent) => ({ ...intent, seenAt: intent.seenAt ?? written.at })),
  leg: (state, { leg, record }, written) =>
    withLeg(state, written, leg, { record, changedAt: written.at, changedMono: written.mono }),
  orphaned: (state, { leg }, written) => withLeg(state, written, leg, { isOrphaned: true }),
  triggered: (state, { leg, effect }, written) => withLeg(state, written, leg, { effect }),
  denied: (state, { action, denial }, { intentId, at }) => ({
    ...state,
    crossed: CROSSED.has(denial.code) ? [...state.crossed, action].slice(-REPORTED) : state.crossed,
    refused: withRefusal(state.refused, { id: intentId, action, denial, at }),
  }),
  left: (state) => state,
  unknown: (state) => ({ ...state, unknownKinds: state.unknownKinds + 1 }),
}

const CROSSED: ReadonlySet<DenyCode> = new Set(['IN_FLIGHT', 'NOTHING_TO_CANCEL', 'NOTHING_TO_DO', 'NOTHING_CLOSABLE'])

function newIntent(state: DeskState, entry: Extract<Entry, { kind: 'accepted' }>, written: WrittenEntry): Intent {
  const { plan, orders, missed, left = null } = entry
  const { action, legs, estimate } = plan
  // After a refused batch, its cancels are sent one by one; after a cancel of all, unlisted orders are looked for.
  const mayNeedMore = hasBatch(legs) || action.kind === 'cancelMatching'
  const goesOn = looksAgain(action) || chaseOf(action) !== null || mayNeedMore
  const look: Intent['look'] = goesOn ? 'pending' : missed === null ? 'none' : 'unseen'
  const number = (state.intents.at(-1)?.number ?? 0) + 1
  const about = {
    id: written.intentId,
    number,
    action,
    createdAt: written.at,
    estimate,
    missed,
    left,
    note: missed,
    look,
  }
  return withRound({ ...about, legs: [], orders: [], clearAt: null, seenAt: null }, { legs, orders }, written)
}

function withRound(intent: Intent, { legs, orders }: Round, written: WrittenEntry): Intent {
  const added = legs.map((_, index) => newLeg(intent, legs, index, written))
  return { ...intent, legs: [...intent.legs, ...added], orders: [...intent.orders, ...orders] }
}

function newLeg(
  { id, legs, action }: Intent,
  requests: readonly LegRequest[],
  index: number,
  written: WrittenEntry,
): Leg {
  return {
    intentId: id,
    index: legs.length + index,
    // `index` always lies within the requests.
    request: requests[index] as LegRequest,
    record: PLANNED,
    round: (legs.at(-1)?.round ?? 0) + 1,
    endsPosition: endsItsPosition(action, requests, index),
    changedAt: written.at,
    changedMono: written.mono,
    isOrphaned: false,
    effect: null,
  }
}

function withLeg(state: DeskState, written: WrittenEntry, index: number, change: Partial<Leg>): DeskState {
  return withIntent(state, written, (intent) => {
    const leg = intent.legs[index]
    return leg === undefined ? intent : { ...intent, legs: intent.legs.with(index, { ...leg, ...change }) }
  })
}

function withIntent(state: DeskState, { intentId }: WrittenEntry, change: (intent: Intent) => Intent): DeskState {
  const isIt = ({ id }: Intent): boolean => id === intentId
  const at = state.intents.findLastIndex(isIt)
  const found = state.intents[at]
  if (found !== undefined) return { ...state, intents: state.intents.with(at, change(found)) }
  return { ...state, remembered: state.remembered.map((intent) => (isIt(intent) ? change(intent) : intent)) }
}

/** Drops the oldest finished intents beyond those that are reported. */
function withinBounds(state: DeskState): DeskState {
  let surplus = state.intents.length - REPORTED
  if (surplus <= 0) return state
  const isKept = (intent: Intent): boolean => !(surplus > 0 && isFinished(intent) && surplus-- > 0)
  const [intents, gone] = divided(state.intents, isKept)
  const [remembered, forgotten] = divided(gone, isRemembered)
  const orderIds = forgotten.flatMap(({ legs }) => legs.flatMap(({ record }) => record.orderId ?? []))
  return {
    ...state,
    intents,
    // Only their orders are needed later.
    remembered: [...state.remembered, ...remembered.map((intent) => ({ ...intent, estimate: null, orders: [] }))],
    pastOrderIds: withIds(state.pastOrderIds, orderIds),
  }
}

function divided<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  const first = new Set(all.filter(isFirst))
  return [[...first], all.filter((one) => !first.has(one))]
}

function isRemembered({ legs }: Intent): boolean {
  return legs.some(({ request: { kind } }) => kind === 'protect' || kind === 'place')
}

/** Immutable sets of decreasing size, so that adding a few ids copies few others. */
function withIds(sets: readonly ReadonlySet<string>[], ids: readonly string[]): readonly ReadonlySet<string>[] {
  if (ids.length === 0) return sets
  const last = sets.at(-1)
  return last !== undefined && last.size <= 2 * ids.length
    ? withIds(sets.slice(0, -1), [...last, ...ids])
    : [...sets, new Set(ids)]
}
