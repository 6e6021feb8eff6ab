/** What comes after a round: what is left is planned again, until a look finds nothing or nothing more may be done. */
import { areasOf, type Action, type OrderFilter } from '#shared/desk/action.ts'
import { SHORTEST_CUT_LIST, type DeskFacts } from '#shared/desk/facts.ts'
import { isInProgress, type Denial, type LegRequest, type LegState } from '#shared/desk/plan.ts'
import { hiddenFrom } from '#shared/desk/compile/cancels.ts'
import { whyPartial } from '#shared/desk/compile/unread.ts'
import { looksAgain } from '#shared/desk/estimate.ts'
import { heldBack, heldBackWords } from '#shared/desk/hidden.ts'
import type { Position } from '#shared/domain/account.ts'
import { wait } from '#shared/domain/clock.ts'
import { instrumentKey } from '#shared/domain/instrument.ts'
import { toText } from '#shared/domain/decimal.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { isTerminal } from '#shared/domain/order.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import { chase } from '../chase/chase.ts'
import { isChase } from '../chase/chase-words.ts'
import { keysInProgress, legKey } from '../claims.ts'
import { meansArea, ordersOfCancels, type Intent, type Leg } from '../intent.ts'
import type { IntentBook } from '../intents.ts'
import type { Plans } from '../plans.ts'
import type { Looking } from '../read/reads.ts'
import { laggingIn } from './lag.ts'
import type { Work } from './run.ts'
import { cancelSingly } from './singly.ts'

const MOST_ROUNDS = 3
/** And so many while lists that are cut show orders that were behind those cancelled. */
const MOST_CUT_ROUNDS = 300
/** A look that fails is tried this often, so far apart: the venue may be slow, and nothing is sent meanwhile. */
const TRIES = 3
const PAUSE_MS = 2_000
/** And this often while the list of positions contradicts itself. */
const DOUBTED_TRIES = 10
/**
 * What another intent is placing is waited for this many pauses: longer than a request can take effect and be found.
 */
const PLACING_TRIES = 30

export interface LookAgainOptions extends Looking {
  readonly book: IntentBook
  readonly plans: Pick<Plans, 'prepareNext' | 'draft' | 'newClientOrderId'>
  /** Whether the machine slept since a person asked for it: then nothing more is sent. */
  readonly slept: () => boolean
}

/**
 * What comes after the rounds of `intent`, by what was asked for. Make it when the intent begins and call it after each
 * round: it writes the next one down; null when nothing is left, or nothing more can or may be done.
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

async function lookForRest(intent: Intent, options: LookAgainOptions): Promise<Work | null> {
  const { book, signal, slept } = options
  const isPlaced = intent.action.kind !== 'flatten' || (await othersPlaced(intent, options))
  const facts = await readOften(intent, options)
  if (signal.aborted) return null
  if (facts !== null) {
    const rest = restOf(intent, facts, options)
    if (!rest.legs.ok && isClear(intent.action, facts)) {
      if (isPlaced) book.extend(intent, { legs: [], orders: [] })
      else book.giveUpLooking(intent, STILL_PLACING)
      return null
    }
    const legs = stillToDo(intent, rest, book)
    const isLast = roundsOf(intent) >= MOST_ROUNDS && behindCut(intent, legs).length === 0
    const isOver = legs.length === 0 || isLast || slept()
    const added = isOver ? null : book.extend(intent, { legs, orders: ordersOfCancels(legs, facts.orders) })
    if (added?.ok) return added.value
    book.giveUpLooking(intent, whatIsLeft(intent, rest, facts))
  } else book.giveUpLooking(intent, UNREAD)
  return null
}

/**
 * After cancels of a whole area: whether the venue holds anything back for an order that no list showed. Nothing is sent
 * for it. `isSeen`: every list was seen whole since the plan was made.
 */
async function lookForHidden(intent: Intent, options: LookAgainOptions, isSeen: boolean): Promise<null> {
  const { book, plans, read, clock, signal } = options
  const areas = everyOrderIn(intent.action)
  for (let left = areas.length > 0 ? TRIES : 0; left > 0 && !signal.aborted; left--) {
    const held = await readHeld(areas, read)
    // Only where something is held back the orders that may explain it are read.
    const orders = held === null || heldBack({ ...held, instruments: [], orders: [] }, areas).length === 0
    const facts = orders ? null : await plans.prepareNext(intent)
    const hidden = held && facts?.ok ? heldBack({ ...facts.value, ...held }, areas) : []
    if (held !== null && facts?.ok !== false && hidden.length === 0) break
    if (left > 1) await wait(clock, PAUSE_MS, signal)
    else
      book.giveUpLooking(
        intent,
        [(isSeen ? null : intent.note) ?? [], hidden.length > 0 ? heldBackWords(hidden) : NOT_SURE].flat().join(' '),
      )
  }
  if (signal.aborted || intent.look !== 'pending') return null
  // What the plan may have missed was looked for since.
  if (isSeen) book.extend(intent, { legs: [], orders: [] })
  else book.endLooking(intent)
  return null
}

const NOT_SURE =
  'The account could not be read after the cancels: whether it holds anything for other orders is not known.'

/** What the areas hold back, as read now; null: it could not all be read. */
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
 * More cancels of what a list that was cut did not show. Of other instruments nothing: orders placed there since were
 * not meant. `none`: no list was cut; `whole`: none is any more, and all can be read; null: it ends here, and what stays
 * unknown is said.
 */
async function cancelMore(intent: Intent, options: LookAgainOptions): Promise<Work | 'none' | 'whole' | null> {
  const { book, plans, signal, slept } = options
  if (intent.action.kind !== 'cancelMatching' || cutInstruments(intent).size === 0 || slept()) return 'none'
  const prepared = await plans.prepareNext(intent)
  if (signal.aborted) return null
  const rest = prepared.ok ? restOf(intent, prepared.value, options) : null
  const legs = rest === null ? [] : behindCut(intent, stillToDo(intent, rest, book))
  const orders = prepared.ok ? ordersOfCancels(legs, prepared.value.orders) : []
  const added = legs.length > 0 ? book.extend(intent, { legs, orders }) : null
  if (added?.ok) return added.value
  const missed = prepared.ok ? missedBy(intent.action, prepared.value) : UNREAD
  if (missed === null) return 'whole'
  book.giveUpLooking(intent, missed)
  return null
}

/** Of `legs`, the cancels of orders that a list did not show because it was cut, while there may be more rounds. */
function behindCut(intent: Intent, legs: readonly LegRequest[]): readonly LegRequest[] {
  if (roundsOf(intent) >= MOST_CUT_ROUNDS) return []
  const cut = cutInstruments(intent)
  const before = new Set(intent.legs.map(({ request }) => legKey(request)))
  return legs.filter(
    (leg) => leg.kind === 'cancel' && cut.has(instrumentKey(leg.area, leg.instrument)) && !before.has(legKey(leg)),
  )
}

/** Instruments of which so many orders were cancelled in one round that their list may have been cut. */
function cutInstruments(intent: Intent): ReadonlySet<string> {
  const cancels = intent.legs.filter(({ request }) => request.kind === 'cancel')
  const lists = Map.groupBy(
    cancels,
    ({ request, round }) => `${String(round)} ${instrumentKey(request.area, request.instrument)}`,
  )
  const long = [...lists.values()].filter(({ length }) => length >= SHORTEST_CUT_LIST)
  return new Set(long.flatMap(([leg]) => (leg ? [instrumentKey(leg.request.area, leg.request.instrument)] : [])))
}

/**
 * Closes of contracts where nothing of `intent` is under way, with the cancels that free them, by one read; null when
 * there are none. All else waits for the look at the end, and the last round is left to that.
 */
export async function lookMeanwhile(intent: Intent, options: LookAgainOptions): Promise<Work | null> {
  const { book, plans, read, signal, slept } = options
  if (!looksAgain(intent.action) || roundsOf(intent) >= MOST_ROUNDS - 1 || slept()) return null
  const prepared = await plans.prepareNext(intent, read.isPaused('contract'))
  if (!prepared.ok || signal.aborted) return null
  const facts = prepared.value
  const busy = new Set(inProgress(intent).map(({ request }) => request.instrument))
  const legs = stillToDo(intent, restOf(intent, facts, options), book).filter(
    (request) => request.area === 'contract' && !busy.has(request.instrument) && !wasCanceled(intent, request),
  )
  const closed = new Set(legs.flatMap(({ kind, instrument }) => (kind === 'close' ? [instrument] : [])))
  const urgent = legs.filter(({ instrument }) => closed.has(instrument))
  if (urgent.length === 0) return null
  const added = book.extend(intent, { legs: urgent, orders: ordersOfCancels(urgent, facts.orders) })
  return added.ok ? added.value : null
}

/** In a pause the orders known are those of before it: what this intent saw gone since is not canceled again. */
function wasCanceled({ legs }: Intent, request: LegRequest): boolean {
  if (request.kind !== 'cancel') return false
  const key = legKey(request)
  return legs.some(({ request: own, record: { state } }) => legKey(own) === key && GONE.has(state))
}

const GONE: ReadonlySet<LegState> = new Set(['verified', 'alreadyGone'])

function inProgress({ legs }: Intent): readonly Leg[] {
  return legs.filter(({ record }) => isInProgress(record.state))
}

function roundsOf({ legs }: Intent): number {
  return legs.at(-1)?.round ?? 0
}

/** What a plan made again asks for. */
interface Rest {
  /** Without closes of what lags; or why there is no plan. */
  readonly legs: Result<readonly LegRequest[], Denial>
  /** Positions of which the list does not show yet what our orders closed. */
  readonly lagging: readonly Position[]
}

function restOf({ action }: Intent, facts: DeskFacts, { book, plans }: LookAgainOptions): Rest {
  const lagging = laggingIn(facts.positions, book.all())
  const keys = new Set(lagging.map(({ key }) => key))
  const drafted = plans.draft(action, facts)
  const legs = drafted.ok
    ? ok(drafted.value.legs.filter((leg) => leg.kind !== 'close' || !keys.has(leg.positionKey)))
    : drafted
  return { legs, lagging }
}

/** What of it may be sent: nothing whose like is under way or in doubt, or was refused. */
function stillToDo(intent: Intent, { legs }: Rest, book: IntentBook): readonly LegRequest[] {
  const blocked = new Set([...doubtfulKeys(intent), ...keysInProgress(book.all(), intent.id)])
  return (legs.ok ? legs.value : []).filter((request) => !blocked.has(legKey(request)) && !wasRefused(intent, request))
}

/**
 * Waits until nothing is being placed again by another intent: an order on its way is in no list, and would stand after
 * a look that has found nothing. False: it was still on its way after a minute.
 */
async function othersPlaced({ id }: Intent, { book, clock, signal }: LookAgainOptions): Promise<boolean> {
  const isPlacing = (): boolean =>
    book
      .all()
      .some(
        (other) =>
          other.id !== id &&
          other.legs.some(({ request, record }) => request.kind === 'place' && isInProgress(record.state)),
      )
  for (let left = PLACING_TRIES; left > 0 && isPlacing() && !signal.aborted; left--) await wait(clock, PAUSE_MS, signal)
  return !isPlacing()
}

const STILL_PLACING =
  'Orders that were being placed again may still come: whether anything is left is not known. Look at Orders in a moment.'

const UNREAD =
  "The last look at the account failed: whether anything is left is not known. Look on the venue's own site or app."

/** What a last look found that nothing more was or could be done about. */
function whatIsLeft(intent: Intent, { legs, lagging }: Rest, facts: DeskFacts): string {
  const hidden = intent.action.kind === 'flatten' ? hiddenFrom(EVERYTHING, facts) : []
  const unread = facts.positions === null ? 'No' : facts.isPartial === true ? 'Not every' : null
  const doubts = facts.doubts ?? []
  const unlisted = [
    ...(doubts.length > 0 ? [whyPartial(facts)] : unread === null ? [] : [`${unread} position could be read.`]),
    ...heldBackWords(heldBack(facts, everyOrderIn(intent.action))),
  ]
  const unknown = [...unlisted, ...hidden]
  const left = legs.ok
    ? stillToMake(intent, legs.value, lagging, facts)
    : unknown.length > 0
      ? 'Whether anything is left is not known.'
      : `The last look found something left: ${legs.error.message}`
  return [left, ...unknown].join(' ')
}

function stillToMake(
  intent: Intent,
  legs: readonly LegRequest[],
  lagging: readonly Position[],
  facts: DeskFacts,
): string {
  const refused = legs.flatMap((leg) => (leg.kind === 'sell' && wasRefused(intent, leg) ? [leg.asset] : []))
  const others = legs.length - refused.length
  const behind = lagging.map(
    ({ contract, side, volume }) =>
      `The venue still lists ${toText(volume)} contracts of ${contract} ${side}, of which our orders closed some a moment ago: look at Positions again.`,
  )
  const stays = refused.length > 0 ? [`The venue refused to sell ${refused.join(', ')}: that stays.`] : []
  const locked = legs.some(({ kind }) => kind === 'cancel') ? lockedWords(facts) : []
  const more = others > 0 ? [`The last look found ${others} requests still to make: not all is done.`] : []
  return [...more, ...locked, ...behind, ...stays].join(' ')
}

/** What orders that are not gone keep from being sold. */
function lockedWords({ balances }: DeskFacts): string[] {
  return (balances ?? []).flatMap(({ asset, locked }) =>
    locked?.isZero() !== true
      ? [
          `${locked ? toText(locked) : 'An unknown amount of'} ${asset} stays locked on Spot by orders that are still open.`,
        ]
      : [],
  )
}

/**
 * A sale of the very same size that was refused twice would be again: it is smaller than the venue takes. Once may be
 * for what cancelled orders had not let go of yet.
 */
function wasRefused({ legs }: Intent, request: LegRequest): boolean {
  if (request.kind !== 'sell') return false
  const refused = legs.filter(
    ({ request: earlier, record: { failure } }) =>
      earlier.kind === 'sell' &&
      earlier.asset === request.asset &&
      earlier.quantity.eq(request.quantity) &&
      failure?.outcome === 'rejected',
  )
  return refused.length > 1
}

/** Orders this intent could not cancel: what they lock is not counted on again. */
export function stuckOrders({ legs }: Intent): readonly string[] {
  return legs.flatMap(({ request, record: { state } }) =>
    request.kind === 'cancel' && (state === 'rejected' || state === 'needsHuman') ? [request.orderId] : [],
  )
}

const EVERYTHING: OrderFilter = { area: null, instrument: null, side: null, closing: true }

/** What the plan of a cancel may miss, as nobody looks again after it; null: nothing. */
export function missedBy(action: Action, facts: DeskFacts): string | null {
  return action.kind === 'cancelMatching' ? hiddenFrom(action.filter, facts).join(' ') || null : null
}

async function readOften(intent: Intent, options: LookAgainOptions): Promise<DeskFacts | null> {
  const { book, plans, clock, signal } = options
  for (let tried = 1; !signal.aborted; tried++) {
    const prepared = await plans.prepareNext(intent)
    if (!prepared.ok && tried >= TRIES) return null
    if (prepared.ok) {
      const facts = prepared.value
      const isSteady = isWhole(facts) && laggingIn(facts.positions, book.all()).length === 0
      const most = isDoubted(facts) ? DOUBTED_TRIES : TRIES
      if (tried >= most || (isSteady && (isExplained(intent.action, facts) || hasWork(intent, facts, options))))
        return facts
    }
    await wait(clock, PAUSE_MS, signal)
  }
  return null
}

/** What can be done already does not wait until the rest is understood. */
function hasWork(intent: Intent, facts: DeskFacts, options: LookAgainOptions): boolean {
  return stillToDo(intent, restOf(intent, facts, options), options.book).length > 0
}

function isDoubted({ doubts = [] }: DeskFacts): boolean {
  return doubts.length > 0
}

/** Whether nothing of what was read speaks of something that is not listed. */
function isExplained(action: Action, facts: DeskFacts): boolean {
  return !isDoubted(facts) && heldBack(facts, everyOrderIn(action)).length === 0
}

/** Where an action means every order there is. */
function everyOrderIn(action: Action): readonly Area[] {
  return action.kind === 'flatten' || meansArea(action) ? areasOf(action) : []
}

function isWhole({ positions, unread, blind = [] }: DeskFacts): boolean {
  return positions !== null && unread.length === 0 && blind.length === 0
}

/** Whether what was read shows that nothing is left of what the action is to end. */
function isClear(action: Action, facts: DeskFacts): boolean {
  const { positions, isPartial, orders, balances, risk, cut = [] } = facts
  if (positions === null || isPartial === true || cut.length > 0) return false
  const held = positions.filter(({ volume }) => volume.gt(0))
  if (action.kind === 'closePosition') return held.every(({ key }) => key !== action.positionKey)
  if (action.kind === 'closeSide') return held.every(({ side }) => side !== action.side)
  const isSold = action.kind !== 'flatten' || action.spot === 'keep' || (balances !== null && risk !== null)
  return (
    held.length === 0 &&
    isWhole(facts) &&
    isExplained(action, facts) &&
    isSold &&
    orders.every(({ status }) => isTerminal(status))
  )
}

/** What became of these is not known, so nothing more is sent for what they act on. */
const DOUBTFUL: ReadonlySet<LegState> = new Set(['journalled', 'acknowledged', 'unknown', 'needsHuman'])

function doubtfulKeys({ legs }: Intent): ReadonlySet<string> {
  return new Set(legs.filter((leg) => DOUBTFUL.has(leg.record.state)).map((leg) => legKey(leg.request)))
}
