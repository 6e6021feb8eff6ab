/**
 * Carries an accepted intent out, round by round. In a round cancels come first, then closes, each once its contract's
 * cancels were answered, then all that places. A lost answer holds up its own position or order, nothing else.
 */
import { chaseOf } from '#shared/desk/action.ts'
import { waitedFor } from '#shared/desk/predict-time.ts'
import { wait } from '#shared/domain/clock.ts'
import { startCancels, type Cancels } from './cancels.ts'
import { runCloses, type CloseOptions } from './closes.ts'
import { execute } from './execute.ts'
import type { Intent, Leg } from '../state/intent.ts'
import { asKind } from '../state/leg-kinds.ts'
import { settle } from '../verify/settle.ts'
import { LOCK_PATIENCE_MS } from './closable-now.ts'
import { runSells, type SellOptions } from './sells.ts'

/** The legs of a round, to be sent. */
export type Work = readonly Leg[]

interface RunOptions extends CloseOptions, SellOptions {
  /** Looks at what is left when a round is over; null: nothing, or nothing that can be done. */
  readonly lookAgain: () => Promise<Work | null>
  /** The same while some of it takes long: only what can be closed now; null: nothing. */
  readonly lookMeanwhile: () => Promise<Work | null>
}

/** Ends when every leg of every round is settled, or `signal` says stop. */
export async function runIntent(intent: Intent, options: RunOptions): Promise<void> {
  const rounds: Promise<unknown>[] = []
  let work: Work | null = intent.legs
  while (work !== null) {
    const { closed, settled } = startRound(intent, work, options)
    rounds.push(settled)
    work = await nextWork(intent, { closed, settled: Promise.all(rounds) }, options)
  }
}

/** An order that can not be cancelled holds up its own contract for a minute; closes of others do not wait for it. */
async function nextWork(intent: Intent, { closed, settled }: Started, options: RunOptions): Promise<Work | null> {
  const { log, read, clock, signal, lookAgain, lookMeanwhile } = options
  const isStopped = (): boolean => signal.aborted
  const patience = closed.then(() => wait(clock, LOCK_PATIENCE_MS, signal))
  const isSettled = await Promise.race([settled.then(() => true), patience.then(() => false)])
  // The last look needs every read: in a pause it comes later, and what can be closed does not wait for it.
  const isLookNear = isSettled && !read.isPaused('contract')
  const meanwhile = isLookNear || isStopped() ? null : await lookMeanwhile()
  if (meanwhile !== null) return meanwhile
  await settled
  return isStopped() || log.intent(intent).look !== 'pending' ? null : lookAgain()
}

interface Started {
  /** Cancels were answered, and the outcome of every close is known. */
  readonly closed: Promise<unknown>
  /** The outcome of every leg is known. */
  readonly settled: Promise<unknown>
}

function startRound(intent: Intent, legs: Work, options: RunOptions): Started {
  const ofKind = (kind: Leg['request']['kind']): readonly Leg[] => legs.filter(({ request }) => request.kind === kind)
  const [sold, others] = [ofKind('sell'), [...ofKind('protect'), ...ofKind('place')]]
  const isLocking = waitedFor(legs.map(({ request }) => request))
  // A chase goes on only once its order is seen gone.
  const isWaitedFor = ({ request }: Leg): boolean => chaseOf(intent.action) !== null || isLocking(request)
  const cancels = startCancels(ofKind('cancel'), isWaitedFor, options)
  const closes = startCloses(intent, ofKind('close'), { cancels, canceled: ofKind('cancel') }, options)
  const settleOthers = async (): Promise<void> => {
    await Promise.all([cancels.answered, closes.handedOver])
    const isLocked = ofKind('cancel').some(({ request }) => request.area === 'spot')
    await Promise.all([
      runSells(sold, isLocked ? unlocked(ofKind('cancel').map(options.log.leg), cancels) : null, options),
      ...others.map((leg) => carryOut(leg, options)),
    ])
  }
  return {
    closed: Promise.all([cancels.answered, closes.settled]),
    settled: Promise.all([cancels.settled(), closes.settled, settleOthers()]),
  }
}

/** Coins to sell are locked until the orders on Spot are gone; an order whose answer is lost is not waited for. */
async function unlocked(canceled: readonly Leg[], cancels: Cancels): Promise<void> {
  const doubtful = new Set(
    canceled.filter((leg) => leg.record.state === 'unknown').map((leg) => leg.request.instrument),
  )
  await cancels.settled((leg) => leg.request.area === 'spot' && !doubtful.has(leg.request.instrument))
}

/** One call and its outcome, whatever else goes on. */
async function carryOut(leg: Leg, options: RunOptions): Promise<void> {
  if (options.signal.aborted) return
  await execute(leg, options, null)
  await settle(leg, options)
}

interface Freed {
  readonly cancels: Cancels
  /** The cancels of this round. */
  readonly canceled: readonly Leg[]
}

/**
 * Positions side by side; each once the orders that lock it are seen gone, or have had the time. `handedOver`: every
 * position is closed as planned, or what became of its order has to be looked for.
 */
function startCloses(intent: Intent, legs: readonly Leg[], freed: Freed, options: RunOptions) {
  const positions = [...Map.groupBy(legs, ({ request }) => asKind(request, 'close').positionKey).values()].map(
    (own) => {
      const handedOver = Promise.withResolvers<undefined>()
      const onHandedOver = (): void => handedOver.resolve(undefined)
      const settled = closeOne(intent, { own, onHandedOver, freed }, options).finally(onHandedOver)
      return { handedOver: handedOver.promise, settled }
    },
  )
  return {
    handedOver: Promise.all(positions.map((position) => position.handedOver)),
    settled: Promise.all(positions.map((position) => position.settled)),
  }
}

interface Own {
  readonly own: readonly Leg[]
  readonly onHandedOver: () => void
  readonly freed: Freed
}

async function closeOne(intent: Intent, { own, onHandedOver, freed }: Own, options: RunOptions): Promise<void> {
  const { log, clock, signal } = options
  const instrument = own[0]?.request.instrument ?? ''
  const isConcerned = ({ request }: Leg): boolean => request.area === 'contract' && request.instrument === instrument
  await freed.cancels.sent(isConcerned)
  // An order that opens locks nothing: no close waits for its cancel.
  const locking = freed.canceled.filter((leg) => isConcerned(leg) && mayClose(log.intent(intent), leg))
  // An answer that was lost is looked for; others need not wait for that.
  if (locking.some((leg) => log.leg(leg).record.state === 'unknown')) onHandedOver()
  const until = clock.mono() + LOCK_PATIENCE_MS
  if (locking.length > 0) {
    const gone = freed.cancels.settled((leg) => locking.includes(leg))
    await Promise.race([gone, wait(clock, LOCK_PATIENCE_MS, signal)])
  }
  if (signal.aborted) return
  await runCloses({ legs: own, until, onHandedOver }, options)
}

/** Whether the order of a cancel may take a part of the position: all but those known to open. */
function mayClose({ orders }: Intent, { request }: Leg): boolean {
  if (request.kind !== 'cancel') return false
  const order = orders.find(({ area, orderId }) => area === request.area && orderId === request.orderId)
  return order?.action !== 'open'
}
