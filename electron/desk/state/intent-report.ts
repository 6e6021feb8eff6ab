/** What the window gets: the intents in their current state, and the protective orders we placed. */
import type { DeskView } from '#shared/desk/facts.ts'
import { isInProgress, type LegState, type Protection } from '#shared/desk/plan.ts'
import type { IntentReport, LegReport } from '#shared/desk/report.ts'
import { legKey } from './claims.ts'
import type { Moment } from './reduce.ts'
import { intentState, isFinished, type Intent, type Leg } from './intent.ts'

export function reportOf(intent: Intent): IntentReport {
  const { id, action, createdAt, estimate, legs, look, note, seenAt } = intent
  return {
    intentId: id,
    action,
    createdAt,
    tookMs: isFinished(intent) ? tookMs(intent) : null,
    estimate,
    state: intentState(
      legs.filter((leg) => !isDoneAgain(leg, legs)).map((leg) => leg.record.state),
      look,
    ),
    note,
    seenAt,
    legs: legs.map(reportOfLeg),
  }
}

/** Intents, newest first, with denials merged by time. A wall clock that was set back reorders no intents. */
export function withRefused(taken: readonly IntentReport[], refused: readonly IntentReport[]): readonly IntentReport[] {
  return refused.reduce((all: readonly IntentReport[], each) => {
    const at = all.findIndex(({ createdAt }) => createdAt < each.createdAt)
    return all.toSpliced(at === -1 ? all.length : at, 0, each)
  }, taken)
}

const NOT_DONE: ReadonlySet<LegState> = new Set(['rejected', 'notSent', 'absent'])

/** Whether a cancel that had no effect, for example in a refused batch, was sent again. */
function isDoneAgain({ request, record, round }: Leg, legs: readonly Leg[]): boolean {
  if (request.kind !== 'cancel' || !NOT_DONE.has(record.state)) return false
  return legs.some((later) => later.round > round && legKey(later.request) === legKey(request))
}

/** Never negative: the wall clock may have been set back meanwhile. */
function tookMs({ createdAt, legs, clearAt }: Intent): number {
  return Math.max(createdAt, clearAt ?? createdAt, ...legs.map((leg) => leg.changedAt)) - createdAt
}

function reportOfLeg({ request, record, round, changedAt }: Leg): LegReport {
  const { state, orderId, executed, fillPrice = null, detail, failure, waited } = record
  const traded = { orderId, executed, fillPrice }
  return { request, state, round, ...traded, detail, failure, changedAt, ...(waited && { waited }) }
}

/** Venues drop conditional orders that have not fired after about this long. */
const KEPT_BY_VENUES_MS = 14 * 86_400_000

/** The state of a protective order by the outcome of its sending. Absent: nothing was placed. */
const BELIEVED: { readonly [S in LegState]?: Protection['state'] } = {
  accepted: 'believed',
  journalled: 'unknown',
  unknown: 'unknown',
  needsHuman: 'unknown',
}

/** The protective orders that may be at the venue, newest first. `now`: both clocks. */
export function protectionsOf(placed: readonly Leg[], view: Positions, now: Moment): readonly Protection[] {
  return placed.toReversed().flatMap(({ intentId, isOrphaned, effect, request, record, changedAt, changedMono }) => {
    const believed = effect === 'nothing' ? 'overdue' : BELIEVED[record.state]
    // The monotonic clock may stand still while the machine sleeps, and the wall clock may be set back.
    const isDropped = Math.max(now.at - changedAt, now.mono - changedMono) > KEPT_BY_VENUES_MS
    if (request.kind !== 'protect' || believed === undefined || isDropped || effect === 'closed') return []
    const state = isOrphaned || isGone(request.positionKey, view) ? 'orphaned' : believed
    return [{ intentId, request, triggerId: record.orderId, placedAt: changedAt, state }]
  })
}

/** The protective orders that may still fire, or should have. */
export function stillWatched(placed: readonly Leg[]): readonly Leg[] {
  return placed.filter(
    ({ isOrphaned, effect, record }) =>
      !isOrphaned && effect !== 'closed' && BELIEVED[record.state] !== undefined && !isInProgress(record.state),
  )
}

/**
 * If an order was placed less than this long before a read, ms, the read may have begun before its position was opened.
 */
const READ_MS = 5_000

/** The protective orders whose position `view` shows gone for the first time. */
export function newlyOrphaned(placed: readonly Leg[], view: Positions, now: number): readonly Leg[] {
  return stillWatched(placed).filter(
    ({ request, changedMono }) =>
      request.kind === 'protect' && now - changedMono > READ_MS && isGone(request.positionKey, view),
  )
}

type Positions = Pick<DeskView, 'positions' | 'isPartial'>

/** Only a whole list without the position is proof. */
function isGone(key: string, { positions, isPartial }: Positions): boolean {
  return isPartial !== true && positions?.some((held) => held.key === key && held.volume.gt(0)) === false
}
