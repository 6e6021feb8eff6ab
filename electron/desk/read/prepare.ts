/** The reads a plan is made from: what is acted on is never older than the click. */
import type { Action } from '#shared/desk/action.ts'
import type { Draft } from '#shared/desk/compile/draft.ts'
import { lastKnownMs, leastHeld } from '#shared/desk/compile/last-known.ts'
import { lockingOrders } from '#shared/desk/compile/locks.ts'
import type { Canceled, DeskFacts, DeskView, KnownQuote } from '#shared/desk/facts.ts'
import type { Denial } from '#shared/desk/plan.ts'
import type { Balance, Position } from '#shared/domain/account.ts'
import { wait, type Clock } from '#shared/domain/clock.ts'
import { sum, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import { AREAS, instrumentKey, type Area } from '#shared/domain/instrument.ts'
import { isTerminal, remaining, type Order } from '#shared/domain/order.ts'
import type { Depth } from '#shared/domain/quote.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { answersOf, gapsIn, isRefuted, ordersNow, readOrders, readsNow, type Answers, type InTime } from './orders.ts'
import type { Looking, Positions, Reader, Reading, Reads } from './reads.ts'
import { distinct, mayHide, scopesOf, staleScopes, type Scope } from './scopes.ts'

const FIRST_PATIENCE_MS = 1_500
/** What a read has at least that is asked for because of the answer to another, ms. */
const LEAST_PATIENCE_MS = 500
/** How long an exit waits for the orders that lock its position, ms: in a pause they leave one by one. */
const LOCKS_PATIENCE_MS = 3_000

/** How thorough the reads are. */
export interface Look {
  /** Before anything was sent; otherwise what was known of balances before says nothing any more. */
  readonly isFirst: boolean
  /**
   * Whether an exit is under way. It can not do without the positions, so they are read as exits go. While the venue
   * asks to slow down a look with little patience reads nothing else that is known from before.
   */
  readonly isExit: boolean
  /** How many instruments that nobody knows an order of are read besides; the others are told as unread. */
  readonly mostSwept: number
  /**
   * How long the reads of orders and balances may take, ms, before one goes on with what is known;
   * null: until answered.
   */
  readonly patienceMs: number | null
}

/** What is shown before anybody has asked for it. */
export const FIRST_LOOK: Look = { isFirst: true, isExit: false, mostSwept: 12, patienceMs: FIRST_PATIENCE_MS }
/** A way out must not wait for long. */
export const EXIT_LOOK: Look = { ...FIRST_LOOK, isExit: true }
/** What can be closed already, while the rest takes its time. */
export const HASTY_LOOK: Look = { ...EXIT_LOOK, isFirst: false, mostSwept: 0 }
/** Afterwards there is time. */
export const LATER_LOOK: Look = { isFirst: false, isExit: false, mostSwept: 200, patienceMs: null }

/** What is known besides the account. */
export interface Memory extends Pick<DeskFacts, 'guard' | 'protections' | 'stuck'> {
  readonly look: Look
  /** Instruments an intent has acted on already: a look afterwards reads them too. */
  readonly touched: readonly Scope[]
  /** What an earlier intent cancelled. */
  readonly canceledBy: (intentId: string) => Canceled
  /** The most contracts that closes of ours may have taken of a position in the last so many ms; absent: none. */
  readonly takenSince?: (positionKey: string, ms: number) => Decimal
}

/** What can be closed by the last known size. */
const CLOSING: ReadonlySet<Purpose['kind']> = new Set(['closePosition', 'closeSide', 'reduce', 'flatten'])

/** What a plan of one kind needs to be read. */
interface Needs {
  readonly positions: boolean
  readonly balances: boolean
  /** Whose orders, by what is known, and then by what was just read. */
  readonly orders: (known: DeskView) => readonly Scope[]
  /** Where orders are looked for that nobody knows of: all that are there are meant. */
  readonly everyOrderOf: readonly Area[]
}

const NOTHING: Needs = { positions: false, balances: false, orders: () => [], everyOrderOf: [] }

/** What one wants to know the account for: to carry out an action, or to rank ways back to a margin rate. */
export type Purpose = Action | { readonly kind: 'rescue' }

const NEEDS: { readonly [K in Purpose['kind']]: (purpose: Extract<Purpose, { kind: K }>) => Needs } = {
  // What is named is cancelled whatever a read says.
  cancelOrder: () => NOTHING,
  cancelOrders: () => NOTHING,
  cancelMatching: ({ filter: { area, instrument } }) => {
    if (area !== null && instrument !== null) return { ...NOTHING, orders: () => [{ area, instrument }] }
    const isMeant = (scope: Scope): boolean =>
      (area === null || scope.area === area) && (instrument === null || scope.instrument === instrument)
    const areas = AREAS.filter((each) => area === null || each === area)
    return {
      positions: false,
      balances: instrument === null && areas.includes('spot'),
      orders: (known) => scopesOf(known).filter(isMeant),
      everyOrderOf: instrument === null ? areas : [],
    }
  },
  closePosition: ({ positionKey }) => onPositions(({ key }) => key === positionKey),
  closeSide: ({ side }) => onPositions((position) => position.side === side),
  reduce: ({ closes }) => onPositions(({ key }) => closes.some(({ positionKey }) => positionKey === key)),
  flatten: () => ({ positions: true, balances: true, orders: scopesOf, everyOrderOf: AREAS }),
  protect: ({ positionKey }) => onPositions(({ key }) => key === positionKey),
  restore: () => NOTHING,
  // The margin that orders hold back is told by coin: which orders hold it is known from those of all its contracts.
  rescue: () => ({
    ...NOTHING,
    positions: true,
    orders: (known) => scopesOf(known).filter(({ area }) => area === 'contract'),
    everyOrderOf: ['contract'],
  }),
}

function onPositions(isMeant: (position: Position) => boolean): Needs {
  return {
    ...NOTHING,
    positions: true,
    orders: ({ positions }) =>
      (positions ?? []).filter(isMeant).map(({ contract }) => ({ area: 'contract', instrument: contract })),
  }
}

function needsOf(purpose: Purpose): Needs {
  // The compiler can not see that its kind picks the function that takes it.
  const its = NEEDS[purpose.kind] as (purpose: Purpose) => Needs
  return its(purpose)
}

export async function prepare(
  purpose: Purpose,
  view: DeskView,
  memory: Memory,
  { read, clock, signal }: Looking,
): Promise<Result<DeskFacts, Denial>> {
  const needs = needsOf(purpose)
  const { mostSwept, patienceMs, isExit } = memory.look
  // An answer that comes after the pause is too late for who has little patience.
  const isOut = (area: Area): boolean => patienceMs !== null && read.isPaused(area)
  const isKnown = needs.positions && !isExit && isOut('contract') && view.positions !== null
  const isRead = needs.positions && !isKnown
  const startedAt = clock.mono()
  const until = patienceMs && startedAt + patienceMs
  const inTime: InTime = (reading) =>
    orLate(reading, until && Math.max(LEAST_PATIENCE_MS, until - clock.mono()), clock, signal)
  const touched = needs.positions ? memory.touched : []
  const listed = (view.listedAreas ?? []).filter((area) => needs.everyOrderOf.includes(area) && !isOut(area))
  const isSingle = ({ area }: Scope): boolean => !listed.includes(area)
  const [positions, balances, lists, first] = await Promise.all([
    isRead ? readPositions(isExit ? read.forExit : read, clock, signal) : null,
    needs.balances ? (isOut('spot') ? err(PAUSED) : inTime(read.balances())) : null,
    Promise.all(listed.map(async (area) => ({ area, list: await inTime(read.areaOrders(area)) }))),
    readOrders([...needs.orders(view), ...touched].filter(isSingle), read, inTime, isOut),
  ])
  const isCloseable = positions?.ok === false && memory.look.isFirst && CLOSING.has(purpose.kind)
  const knownMs = isCloseable ? lastKnownMs(view) : null
  const isByLastKnown = knownMs !== null && !isExit
  // Nothing can be closed then, and yet orders that open can be cancelled; a look afterwards closes.
  if (positions?.ok === false && purpose.kind !== 'flatten' && !isByLastKnown) {
    return readFailed(positions.error, knownMs)
  }
  const held = positions?.ok ? positions.value : null
  const now: DeskView = {
    ...view,
    ...(isKnown && { risk: riskLater(view.risk, clock.mono() - startedAt) }),
    ...(isRead && {
      positions: held?.list ?? (isByLastKnown ? view.positions : null),
      isPartial: held?.whole === false,
      doubts: held?.doubts ?? [],
      orderMarginCoins: held?.orderMarginCoins ?? [],
      marginAccounts: held?.marginAccounts ?? [],
      risk: held ? riskNow(view.risk, held, clock.mono()) : riskLater(view.risk, clock.mono() - startedAt),
    }),
    balances: balancesNow(balances, view, memory),
    blind: AREAS.filter((area) => view.blind?.includes(area) || (area === 'spot' && hidesLocks(balances))),
    orders: ordersNow(view.orders, first, view.instruments),
  }
  const account = {
    ...now,
    positions: now.positions ?? view.positions,
    marginAccounts: held?.marginAccounts ?? view.risk?.marginAccounts ?? null,
  }
  const areas: Answers = new Map(
    lists.flatMap(({ area, list }) => (list.ok ? [...answersOf(area, list.value, account)] : [])),
  )
  const locks = isExit && isOut('contract') ? unexplainedLocks(needs.orders(now), now) : []
  const inTimeForLocks: InTime = (reading) => orLate(reading, LOCKS_PATIENCE_MS, clock, signal)
  const seen = new Map([...first, ...(await readOrders(locks, read.forExit, inTimeForLocks, NOWHERE))])
  const wanted = [...needs.orders(now), ...touched]
  const rest = await readOrders(wanted, read, inTime, isOut, new Map([...areas, ...seen]))
  const single = new Map([...seen, ...rest])
  const known = isRefuted(areas, single, view.orders)
    ? new Map([...single, ...(await readOrders(wanted, read, inTime, isOut, single))])
    : new Map([...areas, ...single])
  const stale = staleScopes(now, view.orderReads ?? []).filter(
    (scope) =>
      needs.everyOrderOf.includes(scope.area) &&
      !known.has(instrumentKey(scope.area, scope.instrument)) &&
      (memory.look.isFirst || mayHide(scope, account)),
  )
  const orders = new Map([...known, ...(await readOrders(stale.slice(0, mostSwept), read, inTime, isOut))])
  const { failed, cut } = gapsIn(orders)
  const ended = purpose.kind === 'restore' ? await readEnds(memory.canceledBy(purpose.intentId), read) : NONE_CANCELED
  const quotes = view.quotes.map((quote) => olderBy(clock.mono() - startedAt, quote))
  const open = ordersNow(view.orders, orders, view.instruments)
  const least = leastHeld(now.positions ?? [], open, (key) => memory.takenSince?.(key, knownMs ?? 0) ?? ZERO)
  return ok({
    ...now,
    ...(isByLastKnown && { positions: least, knownMs, isPartial: true }),
    orders: open,
    orderReads: readsNow(view.orderReads ?? [], orders),
    quotes: purpose.kind === 'restore' ? await withPricesOf(ended.orders, quotes, read) : quotes,
    depths: [],
    ...(isKnown && { heldBackMs: ageOf(view.risk) }),
    canceled: ended.orders,
    ...(ended.unproved.length > 0 && { unproved: ended.unproved }),
    unread: [...failed, ...stale.slice(mostSwept).map(({ instrument }) => instrument)],
    ...(cut.length > 0 && { cut }),
    ...(memory.stuck && { stuck: memory.stuck }),
    ...(memory.guard && { guard: memory.guard }),
    ...(memory.protections && { protections: memory.protections }),
  })
}

/**
 * Balances that can not be read now stand in the way of no exit: those known are sold as far as they are still there.
 * After a sale those known before it say nothing any more.
 */
function balancesNow(
  read: Result<Reading<Balance>, Failure> | null,
  view: DeskView,
  { look }: Memory,
): DeskView['balances'] {
  if (read?.ok) return read.value.list
  return read === null || look.isFirst ? view.balances : null
}

/** A reply that contradicts itself is asked for again at once: it may be of a moment in between. */
const DOUBTED_TRIES = 3
const DOUBTED_PAUSE_MS = 300

async function readPositions(read: Reads, clock: Clock, signal: AbortSignal): Promise<Result<Positions, Failure>> {
  for (let left = DOUBTED_TRIES; ; left--) {
    const positions = await read.positions()
    const isDoubted = positions.ok && (positions.value.doubts ?? []).length > 0
    if (!isDoubted || left <= 1 || signal.aborted) return positions
    await wait(clock, DOUBTED_PAUSE_MS, signal)
  }
}

const PAUSED = localFailure('rateLimited', 'prepare', 'the venue asked to slow down')
const NOWHERE = (): boolean => false

/** How old the positions are that are known, ms; null: not known. */
function ageOf(risk: RiskInputs | null): number | null {
  return risk?.positionsReadAt == null ? null : risk.now - risk.positionsReadAt
}

/** Of `scopes` the contracts of positions of which closing orders lock more than the known ones explain. */
function unexplainedLocks(scopes: readonly Scope[], view: DeskView): readonly Scope[] {
  // What could not be read is explained by nothing.
  const unexplained = (view.positions ?? []).filter(
    (position) => position.pendingCloseVolume?.lte(sum(lockingOrders([position], view).map(remaining))) !== true,
  )
  return scopes.filter(
    ({ area, instrument }) => area === 'contract' && unexplained.some(({ contract }) => contract === instrument),
  )
}

/** Whether what is locked, and so on which pairs there may be orders, was asked for and is not known whole. */
function hidesLocks(balances: Result<Reading<Balance>, Failure> | null): boolean {
  return balances !== null && (!balances.ok || !balances.value.whole)
}

async function orLate<T>(
  reading: Promise<Result<T, Failure>>,
  patienceMs: number | null,
  clock: Clock,
  signal: AbortSignal,
): Promise<Result<T, Failure>> {
  if (patienceMs === null) return reading
  const late = localFailure('timeout', 'prepare', `no answer in ${patienceMs} ms`)
  const stop = new AbortController()
  const patience = wait(clock, patienceMs, AbortSignal.any([signal, stop.signal]))
  return Promise.race([reading, patience.then(() => err(late))]).finally(() => stop.abort())
}

/** Reading took `ms`: what was known before that has aged meanwhile. */
function olderBy(ms: number, { ageMs = null, ...quote }: KnownQuote): KnownQuote {
  return { ...quote, ageMs: ageMs === null ? null : ageMs + ms }
}

/** Margin rates are reckoned from the positions and the accounts that were read together with them. */
function riskNow(known: RiskInputs | null, { list, marginAccounts }: Positions, now: number): RiskInputs | null {
  if (known === null || marginAccounts === undefined) return known
  return { ...known, positions: list, marginAccounts, positionsReadAt: now, now }
}

/** What is known from before has aged meanwhile. */
function riskLater(known: RiskInputs | null, ms: number): RiskInputs | null {
  return known && { ...known, now: known.now + ms }
}

const NONE_CANCELED: Canceled = { orders: [], unproved: [] }

/**
 * The cancelled orders as they ended: what was filled of them meanwhile must not be placed again. On Spot, where they
 * can be; one whose end can not be read is told apart.
 */
async function readEnds({ orders, unproved }: Canceled, read: Reader): Promise<Canceled> {
  const ends = await Promise.all(
    orders.map(async (order) => {
      if (order.area === 'contract') return order
      const now = await read.order('spot', order.instrument, order.orderId)
      return now.ok && isTerminal(now.value.status) ? now.value : null
    }),
  )
  const unread = orders.filter((_, index) => ends[index] === null)
  return {
    orders: ends.filter((order) => order !== null),
    unproved: [...unproved, ...unread.map(({ area, instrument, orderId }) => ({ area, instrument, orderId }))],
  }
}

/** Books read for what is shown, and how deep. */
const MOST_BOOKS = 12
const BOOK_DEPTH = 50
/** Levels that show the best price. */
const TOP = 5

/**
 * `quotes` with what the books of the pairs of `orders` say now:
 * nobody quotes a pair that is not held or ordered any more.
 */
async function withPricesOf(
  orders: readonly Order[],
  quotes: readonly KnownQuote[],
  read: Reader,
): Promise<readonly KnownQuote[]> {
  const books = await readBooks(distinct(orders.filter(({ area }) => area === 'spot')), TOP, read)
  const others = { last: null, mark: null, index: null, fundingRate: null }
  const seen = books.map(({ area, instrument, bids, asks }): KnownQuote => {
    return { area, instrument, bid: bids[0]?.[0] ?? null, ask: asks[0]?.[0] ?? null, ...others, ageMs: 0 }
  })
  const keys = new Set(seen.map(({ area, instrument }) => instrumentKey(area, instrument)))
  return [...quotes.filter(({ area, instrument }) => !keys.has(instrumentKey(area, instrument))), ...seen]
}

/** The books of what a plan closes and sells. */
export function tradedBy({ legs }: Pick<Draft, 'legs'>): readonly Scope[] {
  const traded = legs.filter(({ kind }) => kind === 'close' || kind === 'sell')
  return traded.map(({ area, instrument }) => ({ area, instrument }))
}

/** The books of these, the first ones where they are many; without those that can not be read. */
export function readDepths(traded: readonly Scope[], read: Reader): Promise<readonly Depth[]> {
  return readBooks(distinct(traded).slice(0, MOST_BOOKS), BOOK_DEPTH, read)
}

/** In a pause none: what comes after it is no price of now. */
async function readBooks(scopes: readonly Scope[], levels: number, read: Reader): Promise<readonly Depth[]> {
  const near = scopes.filter(({ area }) => !read.isPaused(area))
  const depths = await Promise.all(near.map(({ area, instrument }) => read.depth(area, instrument, levels)))
  return depths.flatMap((depth) => (depth.ok ? [depth.value] : []))
}

/** `knownMs`: how old the positions are that a plan that is looked at first may close by; null: it may not. */
function readFailed({ message }: Failure, knownMs: number | null): Result<never, Denial> {
  const way =
    knownMs === null ? '' : ` Look at the plan: it can close by the size of ${Math.ceil(knownMs / 1_000)} s ago.`
  return err({ code: 'READ_FAILED', message: `Nothing was sent: the account could not be read (${message}).${way}` })
}
