/**
 * Carries out an accepted intent, round by round. In a round, cancels come first, then closes, each once its contract's
 * cancels were answered, then everything that places orders. A lost answer holds up only its own position or order.
 */
import { chaseOf } from '#shared/desk/action.ts'
import { waitedFor } from '#shared/desk/predict-time.ts'
import { wait } from '#shared/domain/clock.ts'
import { startCancels, type Cancels } from './cancels.ts'
import { runCloses } from './closes.ts'
import { execute } from './execute.ts'
import type { Intent, Leg } from '../state/intent.ts'
import { asKind } from '../state/leg-kinds.ts'
import { settle } from '../verify/settle.ts'
import { LOCK_PATIENCE_MS, type RoomOptions } from './closable-now.ts'
import { runSells, type SellOptions } from './sells.ts'

/** The legs of a round, to be sent. */
export type Work = readonly Leg[]

interface RunOptions extends SellOptions, RoomOptions {
  /** Looks at what is left after a round; null: nothing, or nothing that can be done. */
  readonly lookAgain: () => Promise<Work | null>
  /** The same while some legs take long: only what can be closed now; null: nothing. */
  readonly lookMeanwhile: () => Promise<Work | null>
}

/** Resolves when every leg of every round is settled, or `signal` aborts. */
export async function runIntent(intent: Intent, options: RunOptions): Promise<void> {
  const rounds: Promise<unknown>[] = []
  let work: Work | null = intent.legs
  while (work !== null) {
    const { closed, settled } = startRound(intent, work, options)
    rounds.push(settled)
    work = await nextWork(intent, { closed, settled: Promise.all(rounds) }, options)
  }
}

/** An order that cannot be cancelled holds up its own contract for a minute, but not the closes of others. */
async function nextWork(intent: Intent, { closed, settled }: Started, options: RunOptions): Promise<Work | null> {
  const { log, read, clock, signal, lookAgain, lookMeanwhile } = options
  const isStopped = (): boolean => signal.aborted
  const patience = closed.then(() => wait(clock, LOCK_PATIENCE_MS, signal))
  const isSettled = await Promise.race([settled.then(() => true), patience.then(() => false)])
  // The last look needs every read, so in a pause it comes later. Closes that are possible now do not wait for it.
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
  // A chase continues only once its order is seen gone.
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

/** Waits until the Spot orders that lock the coins are gone, except where the answer to a cancel was lost. */
async function unlocked(canceled: readonly Leg[], cancels: Cancels): Promise<void> {
  const doubtful = new Set(
    canceled.filter((leg) => leg.record.state === 'unknown').map((leg) => leg.request.instrument),
  )
  await cancels.settled((leg) => leg.request.area === 'spot' && !doubtful.has(leg.request.instrument))
}

/** Sends one leg and settles it, independently of the others. */
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
 * Closes positions in parallel, each once the orders that lock it are seen gone, or after `LOCK_PATIENCE_MS`.
 * `handedOver`: every position is closed as planned, or waits for the outcome of a lost answer.
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
  // An opening order locks nothing, so no close waits for its cancel.
  const locking = freed.canceled.filter((leg) => isConcerned(leg) && mayClose(log.intent(intent), leg))
  // The outcome of a lost answer is being looked for. Other closes need not wait for it.
  if (locking.some((leg) => log.leg(leg).record.state === 'unknown')) onHandedOver()
  const until = clock.mono() + LOCK_PATIENCE_MS
  if (locking.length > 0) {
    const gone = freed.cancels.settled((leg) => locking.includes(leg))
    await Promise.race([gone, wait(clock, LOCK_PATIENCE_MS, signal)])
  }
  if (signal.aborted) return
  await runCloses(own, until, onHandedOver, options)
}

/** Whether the order of a cancel may take a part of the position: every order not known to be an opening one. */
function mayClose({ orders }: Intent, { request }: Leg): boolean {
  if (request.kind !== 'cancel') return false
  const order = orders.find(({ area, orderId }) => area === request.area && orderId === request.orderId)
  return order?.action !== 'open'
}
