/** After each round the rest is planned again, until a look finds nothing or nothing more may be done. */
import type { DeskFacts } from '#shared/desk/facts.ts'
import { isInProgress, type LegRequest, type LegState } from '#shared/desk/plan.ts'
import { looksAgain } from '#shared/desk/estimate.ts'
import { wait } from '#shared/domain/clock.ts'
import { message } from '#shared/words/message.ts'
import { chase } from './chase/chase.ts'
import { isChase } from './chase/chase-words.ts'
import { legKey } from '../state/claims.ts'
import { ordersOfCancels, type Intent, type Leg } from '../state/intent.ts'
import { cancelMore, lookForHidden } from './after-cancels.ts'
import { giveUpLooking, EMPTY_ROUND, PAUSE_MS, TRIES, type LookAgainOptions } from './end-looking.ts'
import { isLagging, LONGEST_LAG_MS } from '../run/lagging-lists.ts'
import {
  behindCut,
  isClear,
  isDoubted,
  isExplained,
  isWhole,
  restOf,
  roundsOf,
  stillToDo,
  turnedOver,
  UNREAD,
  whatIsLeft,
} from './what-is-left.ts'
import type { Work } from '../run/run.ts'
import { cancelSingly } from '../run/cancel-singly.ts'

const MOST_ROUNDS = 3
/** How many times to read while the list of positions contradicts itself. */
const DOUBTED_TRIES = 10
/** How many times to read while a list does not yet show the effect of our orders: as long as a list may lag. */
const LAGGING_TRIES = LONGEST_LAG_MS / PAUSE_MS + 1
/**
 * How many pauses to wait for other intents. For placing: longer than a request needs to take effect and be found. For
 * closing or selling: shorter, as the same request is not sent twice meanwhile.
 */
const PLACING_TRIES = 30
const CLOSING_TRIES = 5

/**
 * Create it when the intent begins. The returned function, called after each round, journals the next round and returns
 * its work; null: nothing is left, or nothing more can or may be done.
 */
export function createLookAgain(intent: Intent, options: LookAgainOptions): () => Promise<Work | null> {
  if (looksAgain(intent.action)) return () => lookForRest(intent, options)
  if (!isChase(intent)) {
    return async () => {
      const more = await cancelMore(intent, options)
      if (more !== 'none' && more !== 'whole') return more
      return (await cancelSingly(intent, options)) ?? lookForHidden(intent, options, more === 'whole')
    }
  }
  const rounds = chase(intent, options)
  return async () => {
    const next = await rounds.next()
    return next.done === true ? null : next.value
  }
}

async function lookForRest(initial: Intent, options: LookAgainOptions): Promise<Work | null> {
  const { log, signal, slept } = options
  const isPlaced = initial.action.kind !== 'flatten' || (await othersPlaced(initial, options))
  const facts = await readOften(initial, options)
  if (signal.aborted) return null
  const intent = log.intent(initial)
  if (facts !== null) {
    const rest = restOf(intent, facts, options)
    if (!rest.legs.ok && isClear(intent.action, facts)) {
      const turned = turnedOver(intent)
      if (isPlaced && turned === null) log.extend(intent, EMPTY_ROUND)
      else giveUpLooking(intent, turned ?? message('intent.stillPlacing'), log)
      return null
    }
    const legs = stillToDo(intent, rest, facts, log)
    const isLast = roundsOf(intent) >= MOST_ROUNDS && behindCut(intent, legs).length === 0
    const isOver = legs.length === 0 || isLast || slept()
    const added = isOver ? null : log.extend(intent, { legs, orders: ordersOfCancels(legs, facts.orders) })
    if (added?.ok) return added.value
    giveUpLooking(intent, whatIsLeft(intent, rest, facts), log)
  } else giveUpLooking(intent, UNREAD, log)
  return null
}

/**
 * After one read, journals closes of contracts on which `intent` has nothing in progress, with the cancels that free
 * them. null: there are none. The last look does everything else, and it always has a round left.
 */
export async function lookMeanwhile(initial: Intent, options: LookAgainOptions): Promise<Work | null> {
  const { log, plans, read, signal, slept } = options
  if (!looksAgain(initial.action) || roundsOf(log.intent(initial)) >= MOST_ROUNDS - 1 || slept()) return null
  const prepared = await plans.prepareNext(log.intent(initial), read.isPaused('contract'))
  if (!prepared.ok || signal.aborted) return null
  const intent = log.intent(initial)
  const facts = prepared.value
  const busy = new Set(inProgress(intent).map(({ request }) => request.instrument))
  const legs = stillToDo(intent, restOf(intent, facts, options), facts, log).filter(
    (request) => request.area === 'contract' && !busy.has(request.instrument) && !wasCanceled(intent, request),
  )
  const closed = new Set(legs.flatMap(({ kind, instrument }) => (kind === 'close' ? [instrument] : [])))
  const urgent = legs.filter(({ instrument }) => closed.has(instrument))
  if (urgent.length === 0) return null
  const added = log.extend(intent, { legs: urgent, orders: ordersOfCancels(urgent, facts.orders) })
  return added.ok ? added.value : null
}

/** During a pause the known orders are old. An order that this intent has seen gone since is not cancelled again. */
function wasCanceled({ legs }: Intent, request: LegRequest): boolean {
  if (request.kind !== 'cancel') return false
  const key = legKey(request)
  return legs.some(({ request: own, record: { state } }) => legKey(own) === key && GONE.has(state))
}

const GONE: ReadonlySet<LegState> = new Set(['verified', 'alreadyGone'])

function inProgress({ legs }: Intent): readonly Leg[] {
  return legs.filter(({ record }) => isInProgress(record.state))
}

/**
 * Waits until no other intent is placing orders. No list shows an order that is still on its way, so a look that found
 * nothing could be followed by an open order. Also waits a few seconds for the closes and sales of other intents.
 * False: an order was still on its way when the patience ran out.
 */
async function othersPlaced({ id }: Intent, { log, clock, signal }: LookAgainOptions): Promise<boolean> {
  const others = (...kinds: readonly LegRequest['kind'][]): boolean =>
    log
      .known()
      .intents.some(
        (other) => other.id !== id && inProgress(other).some(({ request: { kind } }) => kinds.includes(kind)),
      )
  for (let tried = 0; tried < PLACING_TRIES && !signal.aborted; tried++) {
    if (!others('place') && (tried >= CLOSING_TRIES || !others('close', 'sell'))) break
    await wait(clock, PAUSE_MS, signal)
  }
  return !others('place')
}

async function readOften(initial: Intent, options: LookAgainOptions): Promise<DeskFacts | null> {
  const { log, plans, read, clock, signal } = options
  const { action } = initial
  for (let tried = 1; !signal.aborted; tried++) {
    // A close needs only the positions: one read, which need not wait for the end of a pause.
    const prepared = await plans.prepareNext(
      log.intent(initial),
      action.kind !== 'flatten' && read.isPaused('contract'),
    )
    const intent = log.intent(initial)
    if (!prepared.ok && tried >= TRIES) return null
    if (prepared.ok) {
      const facts = prepared.value
      const lags = isLagging(intent, facts, log.known())
      const isSteady = (isWhole(facts) || isClear(action, facts)) && !lags
      const most = isDoubted(facts) ? DOUBTED_TRIES : lags ? LAGGING_TRIES : TRIES
      if (tried >= most || (isSteady && (isExplained(action, facts) || hasWork(intent, facts, options)))) return facts
    }
    await wait(clock, PAUSE_MS, signal)
  }
  return null
}

/** Whether there is something to do now, although the reads do not explain everything yet. */
function hasWork(intent: Intent, facts: DeskFacts, options: LookAgainOptions): boolean {
  return stillToDo(intent, restOf(intent, facts, options), facts, options.log).length > 0
}
