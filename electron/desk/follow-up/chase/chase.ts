/**
 * A chase: a closing order that waits at the best price on its own side of the order book and moves with that price. A
 * move cancels the order, waits until it is gone, and places a new one for exactly what is left. Each step is a round
 * like any other.
 */
import { ownBest, wrongWay } from '#shared/desk/book-price.ts'
import { chaseOf } from '#shared/desk/action.ts'
import { holdingOf, type Holding } from '#shared/desk/compile/known.ts'
import type { CloseRequest, LegRequest } from '#shared/desk/plan.ts'
import { closable, sliceBounds } from '#shared/desk/slice.ts'
import { wait } from '#shared/domain/clock.ts'
import { asPrice, floorToUnitStep } from '#shared/domain/amounts.ts'
import { decimal, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { isTerminal, type Order } from '#shared/domain/order.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { amount, inARow, message } from '#shared/words/message.ts'
import { createRivals, type Rivalry } from './chase-rivals.ts'
import { isBlind, isInFront, MOST_BLIND, nextStep, type ChaseStep } from './chase-step.ts'
import {
  NO_REASON,
  firstClose,
  leaving,
  leftOf,
  newestClose,
  reasonOf,
  endMessages,
  type Ending,
} from './chase-words.ts'
import { ordersOf, readCloseView } from '../../verify/close-view.ts'
import type { DeskLog } from '../../log/desk-log.ts'
import type { LegRecord } from '../../log/entry.ts'
import type { Intent, Leg } from '../../state/intent.ts'
import { asKind } from '../../state/leg-kinds.ts'
import { statusOf, tradedBy } from '../../verify/evidence.ts'
import { judgeOrder, withRemainder } from '../../verify/look-close.ts'
import { endLooking, giveUpLooking, EMPTY_ROUND, type LookAgainOptions } from '../end-looking.ts'
import type { Reads } from '../../plan/reader.ts'
import { LOCK_PATIENCE_MS, LOCK_POLL_MS } from '../../run/closable-now.ts'
import type { Work } from '../../run/run.ts'

/**
 * How often to look at the order and the order book. Looks are rarer in a pause, because each one delays other exits.
 */
const LOOK_EVERY_MS = 1_000
const LOOK_EVERY_PAUSED_MS = 5_000
/** Levels read of an order book. */
const BOOK_DEPTH = 5

interface Chase extends LookAgainOptions {
  /** The intent in its current state. */
  readonly intent: () => Intent
  readonly rivals: () => Rivalry
  /** Clock.mono() when it began. */
  readonly startedAt: number
  /** The price at which the chase gives up. */
  readonly stop: Decimal
  /** Whether the desk was closed. */
  readonly isStopped: () => boolean
}

/** Why the chase ended before everything was closed; null: the position is closed, or the desk was stopped. */
type Ended = Ending | null

/** The rounds after the first: one for each cancel and each new order. Call it when the intent begins. */
export function chase(initial: Intent, options: LookAgainOptions): AsyncGenerator<Work, void> {
  const { side, price } = firstClose(initial)
  const { log, clock, signal } = options
  const intent = (): Intent => log.intent(initial)
  const stop = wrongWay(side, price ?? ZERO, decimal(chaseOf(initial.action)?.stopPercent ?? '0'))
  const isStopped = (): boolean => signal.aborted
  return rounds({ ...options, intent, rivals: createRivals(initial, log), startedAt: clock.mono(), stop, isStopped })
}

async function* rounds(chase: Chase): AsyncGenerator<Work, void> {
  const ended = yield* follow(chase)
  if (!chase.isStopped()) await end(chase, ended)
}

async function* follow(chase: Chase): AsyncGenerator<Work, Ended> {
  const { intent, rivals, isStopped } = chase
  for (let moves = 0; ; moves += 1) {
    const leg = newestClose(intent())
    if (leg?.record.state !== 'working') return afterPlacing(leg)
    const step = await watch(chase, leg, moves)
    if (isStopped() || step.kind === 'rival') return RIVAL
    if (step.kind === 'done') return reasonOf(intent(), step.why)
    // Another intent was accepted meanwhile. Look again before acting.
    if (rivals() !== 'none') continue
    const taken = yield* takeBack(chase, leg)
    if (isStopped() || !taken.ok) return taken.ok ? null : taken.error
    if (step.kind === 'stop') return reasonOf(intent(), step.why)
    const placed = yield* placeNext(chase, leg)
    if (isStopped() || !placed.ok) return placed.ok ? null : placed.error
  }
}

const RIVAL = leaving(message('intent.chase.rival'))

/** How the chase ends when its newest order is not waiting at its price. */
function afterPlacing(leg: Leg | undefined): Ending {
  return leg?.record.state === 'needsHuman'
    ? { why: message('intent.chase.placeUnknown'), tellsRest: false }
    : NO_REASON
}

/** Records the end. An order that still waits is read again first, as it may have been filled since. */
async function end(chase: Chase, ended: Ended): Promise<void> {
  const { intent, log, read, isStopped } = chase
  const leg = newestClose(intent())
  const waits = leg?.record.state === 'working'
  const order = waits ? await readOrder(leg, read.forExit) : null
  if (isStopped()) return
  if (waits && order !== null) noteOrder(leg, order, log)
  const now = intent()
  const problems = [...endMessages(now, ended, !waits || order !== null), ...(now.note === null ? [] : [now.note])]
  const isDone = problems.length === 0 && newestClose(now)?.record.state === 'verified'
  if (isDone && log.extend(now, EMPTY_ROUND).ok) return
  if (problems.length === 0) endLooking(now, log)
  else giveUpLooking(now, inARow(problems), log)
}

/**
 * Looks until there is something to do. While another intent acts on the position, only the end of our order counts.
 */
async function watch(
  { log, read, clock, signal, rivals, startedAt, stop, slept }: Chase,
  leg: Leg,
  moves: number,
): Promise<Exclude<ChaseStep, { readonly kind: 'wait' }> | { readonly kind: 'rival' }> {
  const { instrument, side, price } = asKind(leg.request, 'close')
  for (let blind = 0; ;) {
    await wait(clock, read.isPaused('contract') ? LOOK_EVERY_PAUSED_MS : LOOK_EVERY_MS, signal)
    // Rivals are checked before the reads, so that the reads show what the rivals did.
    const rivalry = rivals()
    const [order, best] = await Promise.all([readOrder(leg, read.forExit), readBest(side, instrument, read.forExit)])
    if (signal.aborted) return { kind: 'rival' }
    if (order !== null) noteOrder(leg, order, log)
    const since = { elapsedMs: clock.mono() - startedAt, hasSlept: slept() }
    const look = { order, best, side, price: price ?? ZERO, stop, moves, blind, ...since }
    const step = nextStep(look)
    if (step.kind === 'done') return step
    if (rivalry === 'over') return { kind: 'rival' }
    if (rivalry === 'none' && step.kind !== 'wait') return step
    blind = isBlind(look) ? blind + 1 : 0
  }
}

/** Reads the order by its id or, if the venue does not answer by id, from its lists. */
async function readOrder({ request, record: { orderId, before } }: Leg, read: Reads): Promise<Order | null> {
  if (orderId === null) return null
  const close = asKind(request, 'close')
  const order = await read.order('contract', close.instrument, orderId)
  if (order.ok) return order.value
  const view = before && (await readCloseView(close, before, read))
  return (view && ordersOf(view).get(orderId)) ?? null
}

async function readBest(side: CloseRequest['side'], instrument: string, read: Reads): Promise<Decimal | null> {
  const depth = await read.depth('contract', instrument, BOOK_DEPTH)
  return depth.ok ? ownBest(side, depth.value) : null
}

/** Notes the state of the order if it changed. */
function noteOrder(placed: Leg, order: Order, log: DeskLog): void {
  const leg = log.leg(placed)
  const change = changeBy(leg, order)
  const { state, executed } = leg.record
  const isNews = (change.state ?? state) !== state || change.executed?.eq(executed ?? ZERO) !== true
  if (isNews) log.noteLeg(leg, change)
}

function changeBy(leg: Leg, order: Order): Partial<LegRecord> {
  const request = asKind(leg.request, 'close')
  const { status, executed } = order
  const facts = { status: statusOf(order), executed: amount(executed), volume: amount(request.volume) }
  if (isTerminal(status) && executed.lt(request.volume)) {
    return { ...tradedBy(order), state: 'partial', detail: message('leg.chase.ended', facts) }
  }
  const judged = judgeOrder(order, request)
  const finding = leg.endsPosition ? withRemainder(judged, request, leg.record.before) : judged
  return finding.kind === 'known' ? finding.change : { ...tradedBy(order), detail: message('leg.chase.now', facts) }
}

/** Cancels the order. An error ends the chase. */
async function* takeBack(chase: Chase, leg: Leg): AsyncGenerator<Work, Result<null, Ended>> {
  const { intent, log, isStopped } = chase
  const { area, instrument } = leg.request
  const round = begin(chase, { kind: 'cancel', area, instrument, orderId: leg.record.orderId ?? '' })
  if (!round.ok) return round
  yield round.value
  if (isStopped()) return err(null)
  const [cancel] = round.value.map(log.leg)
  const state = cancel?.record.state
  if (state !== 'verified' && state !== 'alreadyGone') {
    return err(state === 'needsHuman' ? UNKNOWN_CANCEL : leaving(message('intent.chase.stuck')))
  }
  const order = await readEnded(chase, leg)
  if (order === null) {
    if (!isStopped()) log.noteLeg(leg, { state: 'needsHuman', detail: UNKNOWN_PART.why })
    return err(UNKNOWN_PART)
  }
  noteOrder(leg, order, log)
  if (order.executed.gte(asKind(leg.request, 'close').volume)) return err(null)
  return state === 'verified' ? ok(null) : err(reasonOf(intent(), 'takenBack'))
}

const UNKNOWN_CANCEL: Ending = { why: message('intent.chase.cancelUnknown'), tellsRest: false }
const UNKNOWN_PART = { why: message('intent.chase.partUnknown'), tellsRest: false }

/** The order once it has ended; null: its end could not be seen. */
async function readEnded({ read, clock, signal }: Chase, leg: Leg): Promise<Order | null> {
  for (let tries = 0; tries < MOST_BLIND && !signal.aborted; tries += 1) {
    const order = await readOrder(leg, read.forExit)
    if (order !== null && isTerminal(order.status)) return order
    await wait(clock, LOOK_EVERY_MS, signal)
  }
  return null
}

/** Places an order for the rest at the current best price. An error ends the chase. */
async function* placeNext(chase: Chase, leg: Leg): AsyncGenerator<Work, Result<null, Ended>> {
  const next = await planNext(chase, leg)
  if (chase.isStopped() || !next.ok) return next.ok ? ok(null) : next
  const request = next.value
  const round = begin(chase, request)
  if (!round.ok) return round
  const { detail } = chase.log.leg(leg).record
  const moved = message('leg.chase.moved', { price: amount(request.price ?? ZERO) })
  chase.log.noteLeg(leg, { detail: inARow([moved, detail]) })
  yield round.value
  return ok(null)
}

/** Journals a round of one leg, unless another intent acts on the position. */
function begin({ intent, log, rivals }: Chase, request: LegRequest): Result<Work, Ending> {
  if (rivals() !== 'none') return err(RIVAL)
  const added = log.extend(intent(), { legs: [request], orders: [] })
  return added.ok ? added : err(leaving(message('intent.chase.notWritten', { why: added.error.message })))
}

async function planNext(chase: Chase, leg: Leg): Promise<Result<CloseRequest, Ended>> {
  const { clock, signal, isStopped } = chase
  const until = clock.mono() + LOCK_PATIENCE_MS
  for (;;) {
    const isLast = clock.mono() >= until || isStopped()
    const next = await tryNext(chase, asKind(leg.request, 'close'), isLast)
    if (next !== null) return next
    await wait(clock, LOCK_POLL_MS, signal)
  }
}

/** Plans the next order. null: it cannot be planned yet, but the obstacle may pass. */
async function tryNext(
  chase: Chase,
  moved: CloseRequest,
  isLast: boolean,
): Promise<Result<CloseRequest, Ended> | null> {
  const { intent, plans, read, stop } = chase
  const { side, instrument, positionKey } = moved
  const [prepared, best] = await Promise.all([
    plans.prepareNext(intent(), true),
    readBest(side, instrument, read.forExit),
  ])
  if (best !== null && isInFront(side, best, stop)) return err(reasonOf(intent(), 'priceAway'))
  const holding = prepared.ok ? holdingOf(positionKey, prepared.value) : prepared
  if (best === null || (!holding.ok && holding.error.code === 'READ_FAILED')) {
    return isLast ? err(leaving(message('intent.chase.accountUnread'))) : null
  }
  if (!holding.ok) return err(holding.error.code === 'POSITION_NOT_FOUND' ? GONE : leaving(holding.error.message))
  const { volume, isLocked, min } = sizeOf(holding.value, leftOf(intent()))
  if (isLocked && !isLast) return null
  if (volume.lt(min)) return err(leaving(message('intent.chase.tooSmall', { volume: amount(min) })))
  return ok({ ...moved, volume, price: asPrice(best), clientOrderId: plans.newClientOrderId() })
}

const GONE: Ending = { why: message('intent.chase.gone'), tellsRest: false }

/** How many of `left` contracts an order can close now, and whether locks make it fewer. */
function sizeOf({ position, contract }: Holding, left: Decimal) {
  const { min, step } = sliceBounds(contract, null, 'limit')
  const free = closable(position)
  const wanted = left.lt(position.volume) ? left : position.volume
  const isLocked = free.lt(wanted)
  return { volume: floorToUnitStep(isLocked ? free : wanted, step), isLocked, min }
}
