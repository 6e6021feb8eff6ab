/**
 * What happens after a cancel of everything: looks for orders that a list left out, and for orders that no list shows.
 */
import { heldBack, heldBackWords } from '#shared/desk/hidden.ts'
import type { DeskFacts } from '#shared/desk/facts.ts'
import { hasSucceeded, type Denial, type LegRequest } from '#shared/desk/plan.ts'
import { wait } from '#shared/domain/clock.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Result } from '#shared/domain/result.ts'
import { inARow, message, withoutRepeats } from '#shared/words/message.ts'
import { legKey } from '../state/claims.ts'
import { ordersOfCancels, type Intent, type Leg } from '../state/intent.ts'
import { endLooking, giveUpLooking, EMPTY_ROUND, PAUSE_MS, TRIES, type LookAgainOptions } from './end-looking.ts'
import { missedBy } from '../plan/plans.ts'
import { everyOrderIn, behindCut, cutInstruments, restOf, stillToDo, unexplained, UNREAD } from './what-is-left.ts'
import type { Work } from '../run/run.ts'

/**
 * After a cancel of everything, looks for funds that the venue holds back for an unlisted order, and for orders that
 * are listed only now. Sends nothing. `isSeen`: every list was read whole since the plan was made; otherwise the lists
 * that could not be read for the plan are read now.
 */
export async function lookForHidden(initial: Intent, options: LookAgainOptions, isSeen: boolean): Promise<null> {
  const { log, clock, signal } = options
  const areas = everyOrderIn(initial.action)
  let found = areas.length > 0 ? await findHidden(initial, areas, options) : NOTHING_HIDDEN
  for (let left = TRIES; left > 1 && !found.isSure && !signal.aborted; left--) {
    await wait(clock, PAUSE_MS, signal)
    found = await findHidden(initial, areas, options)
  }
  const { note, left } = log.intent(initial)
  const checksLists = areas.length > 0 && (isSeen || note !== null)
  const missed = checksLists ? await lookForMissed(initial, isSeen ? left : note, found, options) : []
  const intent = log.intent(initial)
  if (signal.aborted || intent.look !== 'pending') return null
  const problems = withoutRepeats([...missed, ...found.problems])
  if (problems.length > 0) giveUpLooking(intent, inARow(problems), log)
  else if (checksLists) log.extend(intent, EMPTY_ROUND)
  else endLooking(intent, log)
  return null
}

/**
 * What the trader must still be told. `unread`: why the plan may have missed something, or what it left to another
 * request; null: neither. This is settled once every list was read whole and shows no further order to cancel.
 */
async function lookForMissed(
  initial: Intent,
  unread: Message | null,
  { read }: Hidden,
  options: LookAgainOptions,
): Promise<readonly Message[]> {
  const facts = read?.ok === true ? read : await options.plans.prepareNext(options.log.intent(initial))
  if (!facts.ok) return [unread ?? UNREAD]
  const intent = options.log.intent(initial)
  const { legs } = restOf(intent, facts.value, options)
  const listed = legs.ok ? legs.value : []
  const missed = missedBy(intent.action, facts.value)
  const newlyListed = newlyListedIn(intent, listed)
  const why = missed === null && newlyListed.length === 0 ? null : (unread ?? missed)
  return [...(why === null ? [] : [why]), ...newlyListed, ...undoneIn(intent, listed)]
}

/** Counts the orders that `legs` would cancel and this intent never tried to: a list hid them, or they are newer. */
function newlyListedIn(intent: Intent, legs: readonly LegRequest[]): readonly Message[] {
  const own = new Set(intent.legs.map(({ request }) => legKey(request)))
  const newlyListed = legs.filter((leg) => !own.has(legKey(leg))).length
  return newlyListed > 0 ? [message('intent.listedLate', { count: newlyListed })] : []
}

/** Counts the orders that this intent tried to cancel, without proof of success, and that `legs` would cancel again. */
function undoneIn({ legs: own }: Intent, legs: readonly LegRequest[]): readonly Message[] {
  const keysOf = (some: readonly Leg[]) => new Set(some.map(({ request }) => legKey(request)))
  const [tried, done] = [keysOf(own), keysOf(own.filter(({ record }) => hasSucceeded(record.state)))]
  const undone = legs.filter((leg) => tried.has(legKey(leg)) && !done.has(legKey(leg))).length
  return undone > 0 ? [message('intent.stillOpen', { count: undone })] : []
}

interface Hidden {
  /** Another look would show nothing new. */
  readonly isSure: boolean
  readonly problems: readonly Message[]
  /** What was read; null: no read was needed. */
  readonly read: Result<DeskFacts, Denial> | null
}

const NOTHING_HIDDEN: Hidden = { isSure: true, problems: [], read: null }

async function findHidden(initial: Intent, areas: readonly Area[], options: LookAgainOptions): Promise<Hidden> {
  const { log, plans, read } = options
  const held = await readHeld(areas, read)
  // Orders are read only if the venue holds funds back that orders may explain.
  if (held !== null && heldBack({ ...held, instruments: [], orders: [] }, areas).length === 0) return NOTHING_HIDDEN
  const facts = await plans.prepareNext(log.intent(initial))
  const intent = log.intent(initial)
  if (held === null || !facts.ok) return { isSure: false, problems: [message('intent.holdsUnread')], read: facts }
  const hidden = unexplained(intent.action, { ...facts.value, ...held })
  if (hidden.length > 0) return { isSure: false, problems: heldBackWords(hidden), read: facts }
  const newlyListed = newlyListedIn(intent, stillToDo(intent, restOf(intent, facts.value, options), facts.value, log))
  return { isSure: true, problems: newlyListed, read: facts }
}

/** The funds that the venue holds back in these areas now; null: not everything could be read. */
async function readHeld(areas: readonly Area[], read: LookAgainOptions['read']) {
  const [balances, positions] = await Promise.all([
    areas.includes('spot') ? read.balances() : null,
    areas.includes('contract') ? read.positions() : null,
  ])
  if (balances && !(balances.ok && balances.value.whole)) return null
  if (positions && !(positions.ok && positions.value.whole)) return null
  const { list = null, marginAccounts = [] } = positions?.ok ? positions.value : {}
  return { balances: balances?.ok ? balances.value.list : null, positions: list, marginAccounts }
}

/**
 * More cancels, for orders that a cut list did not show. Other instruments get none, as orders may have been placed
 * there since. `none`: nothing to do here (another action, no cut list, or the machine slept). `whole`: no list is cut
 * any more and all were read. null: the looks end with a note of what stays unknown, or the desk was stopped.
 */
export async function cancelMore(initial: Intent, options: LookAgainOptions): Promise<Work | 'none' | 'whole' | null> {
  const { log, plans, signal, slept } = options
  if (initial.action.kind !== 'cancelMatching' || cutInstruments(log.intent(initial)).size === 0 || slept())
    return 'none'
  const prepared = await plans.prepareNext(log.intent(initial))
  if (signal.aborted) return null
  const intent = log.intent(initial)
  const rest = prepared.ok ? stillToDo(intent, restOf(intent, prepared.value, options), prepared.value, log) : []
  const legs = behindCut(intent, rest)
  const orders = prepared.ok ? ordersOfCancels(legs, prepared.value.orders) : []
  const added = legs.length > 0 ? log.extend(intent, { legs, orders }) : null
  if (added?.ok) return added.value
  const missed = prepared.ok ? missedBy(intent.action, prepared.value) : UNREAD
  if (missed === null) return 'whole'
  giveUpLooking(intent, missed, log)
  return null
}
