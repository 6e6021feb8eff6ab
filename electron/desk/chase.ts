/**
 * A chase: the order of a close that waits at the best price of its own side of the book is moved after that price. To move
 * it is to take it back, see it gone, and place a new one for exactly what is left; each is a round like any other.
 */
import { chasePrice, chaseStop } from '#shared/desk/compile/chase.ts'
import { holdingOf, type Holding } from '#shared/desk/compile/known.ts'
import type { CloseRequest, LegRequest } from '#shared/desk/plan.ts'
import { closable, sliceBounds } from '#shared/desk/slice.ts'
import { wait } from '#shared/domain/clock.ts'
import { decimal, floorToStep, toText, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { isTerminal, type Order } from '#shared/domain/order.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { createRivals, type Rivalry } from './chase-rivals.ts'
import { isBlind, isInFront, MOST_BLIND, nextStep, type ChaseStep } from './chase-step.ts'
import { endingWords, firstClose, leftOf, newestClose, stopPercentOf, whatStays } from './chase-words.ts'
import { ordersOf, sightClose } from './close-sight.ts'
import type { Before } from './entries.ts'
import type { Intent, Leg } from './intents.ts'
import { asKind } from './leg-kinds.ts'
import { judgeOrder, tellRest } from './look-close.ts'
import type { LookAgainOptions } from './look-again.ts'
import type { Reader } from './reads.ts'
import type { Work } from './run.ts'

/** How often the order and the book are looked at, and how deep. */
const LOOK_EVERY_MS = 1_000
const BOOK_DEPTH = 5
/** How long contracts of an order that is gone may still show as locked or a read fail, and how often that is looked at. */
const PATIENCE_MS = 5_000
const POLL_MS = 500

interface Chase extends LookAgainOptions {
  readonly intent: Intent
  readonly rivals: () => Rivalry
  /** Clock.mono() when it began. */
  readonly begun: number
  /** Where it gives up. */
  readonly stop: Decimal
}

/** What stays undone and why; null: nothing does. */
type Ended = string | null

/** The rounds after the first: one for each order taken back and each placed. Call when the intent begins. */
export function chase(intent: Intent, options: LookAgainOptions): AsyncGenerator<Work, void> {
  const { side, price } = firstClose(intent)
  const stop = chaseStop(side, price ?? ZERO, decimal(stopPercentOf(intent.action) ?? '0'))
  return rounds({ ...options, intent, rivals: createRivals(intent, options.book), begun: options.clock.mono(), stop })
}

async function* rounds(chase: Chase): AsyncGenerator<Work, void> {
  const why = yield* follow(chase)
  if (!chase.signal.aborted) end(chase, why)
}

async function* follow(chase: Chase): AsyncGenerator<Work, Ended> {
  const { intent, rivals, signal } = chase
  const isStopped = (): boolean => signal.aborted
  for (let moves = 0; ; moves += 1) {
    const leg = newestClose(intent)
    if (leg?.record.state !== 'working') return wordsAfterPlacing(intent, leg)
    const step = await watch(chase, leg, moves)
    if (isStopped() || step.kind === 'rival') return `${RIVAL} ${whatStays(intent)}`
    if (step.kind === 'done') return endingWords(intent, step.why)
    // Asked for in this very moment: what comes of that is looked at.
    if (rivals() !== 'none') continue
    const taken = yield* takeBack(chase, leg)
    if (isStopped() || !taken.ok) return taken.ok ? null : taken.error
    if (step.kind === 'stop') return endingWords(intent, step.why)
    const placed = yield* placeNext(chase, leg)
    if (isStopped() || !placed.ok) return placed.ok ? null : placed.error
  }
}

const RIVAL = 'Something else was asked for this position, so the chase ended;'

/** What its newest order came to when it does not wait. */
function wordsAfterPlacing(intent: Intent, leg: Leg | undefined): Ended {
  if (leg?.record.state === 'needsHuman')
    return 'Whether its last order was placed is not known: nothing more was sent.'
  return leftOf(intent).gt(0) ? whatStays(intent) : null
}

function end({ intent, book }: Chase, why: Ended): void {
  const words = [why, intent.note].filter((each) => each !== null).join(' ')
  const isDone = words === '' && newestClose(intent)?.record.state === 'verified'
  if (isDone && book.extend(intent, { legs: [], orders: [] }).ok) return
  if (words === '') book.endLooking(intent)
  else book.giveUpLooking(intent, words)
}

type Seen = Exclude<ChaseStep, { readonly kind: 'wait' }> | { readonly kind: 'rival' }

/** Looks until something is to be done; while others act on the position, only at what becomes of the order. */
async function watch({ read, clock, signal, rivals, begun, stop }: Chase, leg: Leg, moves: number): Promise<Seen> {
  const { instrument, side, price } = asKind(leg.request, 'close')
  for (let blind = 0; ;) {
    await wait(clock, LOOK_EVERY_MS, signal)
    // Before the reads, so that they show what has come of it.
    const rivalry = rivals()
    const [order, best] = await Promise.all([readOrder(leg, read), readBest(side, instrument, read)])
    if (signal.aborted) return { kind: 'rival' }
    if (order !== null) noteOrder(leg, order)
    const look = { order, best, side, price: price ?? ZERO, stop, moves, elapsedMs: clock.mono() - begun, blind }
    const step = nextStep(look)
    if (step.kind === 'done') return step
    if (rivalry === 'over') return { kind: 'rival' }
    if (rivalry === 'none' && step.kind !== 'wait') return step
    blind = isBlind(look) ? blind + 1 : 0
  }
}

/** The order by its id; where the venue does not answer for one, as its lists have it. */
async function readOrder({ request, record: { orderId, before } }: Leg, read: Reader): Promise<Order | null> {
  if (orderId === null) return null
  const close = asKind(request, 'close')
  const order = await read.order('contract', close.instrument, orderId)
  if (order.ok) return order.value
  const sight = before && (await sightClose(close, before, read))
  return (sight && ordersOf(sight).get(orderId)) ?? null
}

async function readBest(side: CloseRequest['side'], instrument: string, read: Reader): Promise<Decimal | null> {
  const depth = await read.depth('contract', instrument, BOOK_DEPTH)
  return depth.ok ? chasePrice(side, depth.value) : null
}

/** Notes how the order stands, if that is news. */
function noteOrder(leg: Leg, order: Order): void {
  const request = asKind(leg.request, 'close')
  if (isTerminal(order.status) && order.executed.lt(request.volume)) {
    leg.note({
      state: 'partial',
      executed: order.executed,
      detail: `The order was ${order.status}; ${partOf(leg, order)}.`,
    })
    return
  }
  const judged = judgeOrder(order, request)
  const finding = leg.endsPosition ? tellRest(judged, request, leg.record.before) : judged
  if (finding.kind !== 'known') return
  const { state, executed } = leg.record
  const isNews = finding.change.state !== state || finding.change.executed?.eq(executed ?? ZERO) !== true
  if (isNews) leg.note(finding.change)
}

/** "3 of 10 contracts closed" */
function partOf({ request }: Leg, { executed }: Order): string {
  return `${toText(executed)} of ${toText(asKind(request, 'close').volume)} contracts closed`
}

/** Takes the order back; an error is the end of the chase. */
async function* takeBack(chase: Chase, leg: Leg): AsyncGenerator<Work, Result<null, Ended>> {
  const { intent, signal } = chase
  const isStopped = (): boolean => signal.aborted
  const { area, instrument } = leg.request
  const round = begin(chase, { kind: 'cancel', area, instrument, orderId: leg.record.orderId ?? '' }, null)
  if (!round.ok) return round
  yield round.value
  if (isStopped()) return err(null)
  const state = round.value.legs[0]?.record.state
  if (state !== 'verified' && state !== 'alreadyGone') {
    return err(state === 'needsHuman' ? UNKNOWN_CANCEL : `It could not be moved; ${whatStays(intent)}`)
  }
  const order = await readEnded(chase, leg)
  if (order === null) {
    if (!isStopped()) leg.note({ state: 'needsHuman', detail: UNKNOWN_PART })
    return err(UNKNOWN_PART)
  }
  noteOrder(leg, order)
  if (order.executed.gte(asKind(leg.request, 'close').volume)) return err(null)
  return state === 'verified' ? ok(null) : err(endingWords(intent, 'takenBack'))
}

const UNKNOWN_CANCEL =
  "Whether its order was taken back is not known: nothing more was sent. Look at it on the venue's own site or app."
const UNKNOWN_PART =
  "Its order is gone; how much of it was filled could not be read: nothing more was sent. Look on the venue's own site or app."

/** The order once it is seen to have ended; null: it is not seen. */
async function readEnded({ read, clock, signal }: Chase, leg: Leg): Promise<Order | null> {
  for (let tries = 0; tries < MOST_BLIND && !signal.aborted; tries += 1) {
    const order = await readOrder(leg, read)
    if (order !== null && isTerminal(order.status)) return order
    await wait(clock, LOOK_EVERY_MS, signal)
  }
  return null
}

/** Places an order for what is left, at the best price there is now; an error is the end of the chase. */
async function* placeNext(chase: Chase, leg: Leg): AsyncGenerator<Work, Result<null, Ended>> {
  const next = await planNext(chase, leg)
  if (chase.signal.aborted || !next.ok) return next.ok ? ok(null) : next
  const { request, before } = next.value
  const round = begin(chase, request, before)
  if (!round.ok) return round
  leg.note({ detail: `Moved to ${toText(request.price ?? ZERO)}. ${leg.record.detail}` })
  yield round.value
  return ok(null)
}

/** Writes a round of one leg down, unless somebody else is at it. */
function begin({ intent, book, rivals }: Chase, request: LegRequest, before: Next['before']): Result<Work, string> {
  if (rivals() !== 'none') return err(`${RIVAL} ${whatStays(intent)}`)
  const added = book.extend(intent, { legs: [request], orders: [] })
  if (!added.ok) return err(`Nothing more was sent (${added.error}); ${whatStays(intent)}`)
  return ok({
    legs: added.value,
    before: new Map(before && request.kind === 'close' ? [[request.positionKey, before]] : []),
  })
}

interface Next {
  readonly request: CloseRequest
  /** The position as read for it. */
  readonly before: Before | null
}

async function planNext(chase: Chase, leg: Leg): Promise<Result<Next, string>> {
  const { clock, signal } = chase
  const until = clock.mono() + PATIENCE_MS
  for (;;) {
    const isLast = clock.mono() >= until || signal.aborted
    const next = await tryNext(chase, asKind(leg.request, 'close'), isLast)
    if (next !== null) return next
    await wait(clock, POLL_MS, signal)
  }
}

/** null: what stands in the way may pass. */
async function tryNext(chase: Chase, moved: CloseRequest, isLast: boolean): Promise<Result<Next, string> | null> {
  const { intent, plans, read, stop } = chase
  const { side, instrument, positionKey } = moved
  const [prepared, best] = await Promise.all([plans.prepareNext(intent), readBest(side, instrument, read)])
  if (best !== null && isInFront(side, best, stop)) return err(endingWords(intent, 'priceAway') ?? '')
  const holding = prepared.ok ? holdingOf(positionKey, prepared.value.facts) : prepared
  if (best === null || (!holding.ok && holding.error.code === 'READ_FAILED')) {
    return isLast ? err(`The position or the book could not be read; ${whatStays(intent)}`) : null
  }
  if (!holding.ok) {
    const isGone = holding.error.code === 'POSITION_NOT_FOUND'
    return err(isGone ? 'The rest of the position is closed already.' : `${holding.error.message} ${whatStays(intent)}`)
  }
  const { volume, isLocked, min } = sizeOf(holding.value, leftOf(intent))
  if (isLocked && !isLast) return null
  if (volume.lt(min)) return err(`The smallest order is ${toText(min)}; ${whatStays(intent)}`)
  const request = { ...moved, volume, price: best, clientOrderId: plans.newClientOrderId() }
  return ok({ request, before: (prepared.ok && prepared.value.before.get(positionKey)) || null })
}

/** Of `left` contracts, those that an order can close now, and whether that may become more. */
function sizeOf({ position, contract }: Holding, left: Decimal) {
  const { min, step } = sliceBounds(contract, null, 'limit')
  const free = closable(position)
  const wanted = left.lt(position.volume) ? left : position.volume
  const isLocked = free.lt(wanted)
  return { volume: floorToStep(isLocked ? free : wanted, step), isLocked, min }
}
