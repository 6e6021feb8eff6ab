/** The reads behind a plan. Its facts are never older than the click, or they say how old they are. */
import { leastHeld } from '#shared/desk/compile/last-known.ts'
import { lockingOrders } from '#shared/desk/compile/locks.ts'
import { unheldBy } from '#shared/desk/compile/unread.ts'
import type { Canceled, DeskFacts, DeskView, KnownQuote } from '#shared/desk/facts.ts'
import type { Denial } from '#shared/desk/plan.ts'
import type { Balance } from '#shared/domain/account.ts'
import { sum, ZERO } from '#shared/domain/decimal.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import { AREAS, instrumentKey, refKey, type Area, type InstrumentRef } from '#shared/domain/instrument.ts'
import { isTerminal, orderKey, remaining } from '#shared/domain/order.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { withPricesOf } from './read-depths.ts'
import { heldBy, readPositions, riskLater } from './held-positions.ts'
import type { Memory } from './thoroughness.ts'
import { needsOf, type Needs, type Purpose } from './needs.ts'
import { answersOf, gapsIn, isRefuted, ordersNow, readOrders, readsNow, type Answers } from './read-orders.ts'
import { by, within, type InTime } from './patience.ts'
import type { Looking, OrderReading, Reader, Reading } from './reader.ts'
import { mayHide, staleScopes } from './scopes.ts'

/** The least patience for a read that depends on the answer to another read, ms. */
const LEAST_PATIENCE_MS = 500
/** How long an exit in a pause waits for the orders it needs, ms. In a pause they are read one by one. */
const LOCKS_PATIENCE_MS = 3_000
/**
 * In a pause, how many instruments an exit reads at most because their orders were never read or no order is known at
 * all.
 */
const MOST_IN_PAUSE = 4

/** One pass of reads for one purpose. */
interface Pass extends Looking {
  readonly purpose: Purpose
  readonly needs: Needs
  readonly view: DeskView
  readonly memory: Memory
  readonly startedAt: number
  /** Whether the area is left out: in a pause, an answer would come too late for a look with little patience. */
  readonly isOut: (area: Area) => boolean
  /** Instruments that the intent has already acted on. */
  readonly touched: readonly InstrumentRef[]
}

export async function prepare(
  purpose: Purpose,
  view: DeskView,
  memory: Memory,
  looking: Looking,
): Promise<Result<DeskFacts, Denial>> {
  const { read, clock } = looking
  const needs = needsOf(purpose)
  const isOut = (area: Area): boolean => memory.look.patienceMs !== null && read.isPaused(area)
  const touched = needs.positions ? memory.touched : []
  const pass: Pass = { ...looking, purpose, needs, view, memory, startedAt: clock.mono(), isOut, touched }
  const account = await readAccount(pass)
  if (!account.ok) return account
  const { orders, stale } = await readOpenOrders(pass, account.value)
  const ended = purpose.kind === 'restore' ? await readEnds(memory.canceledBy(purpose.intentId), read) : NONE_CANCELED
  const quotes = view.quotes.map((quote) => olderBy(clock.mono() - pass.startedAt, quote))
  const { failed, cut } = gapsIn(orders)
  const now = withOrders(account.value.now, orders, pass)
  const listed = new Set(now.orders.map(orderKey))
  const ending = memory.ending?.filter((order) => !listed.has(orderKey(order))) ?? []
  return ok({
    ...now,
    readSince: pass.startedAt,
    orderReads: readsNow(view.orderReads ?? [], orders),
    quotes: purpose.kind === 'restore' ? await withPricesOf(ended.orders, quotes, looking) : quotes,
    depths: [],
    canceled: ended.orders,
    ...(ended.unproved.length > 0 && { unproved: ended.unproved }),
    unread: [...failed, ...stale.map(({ instrument }) => instrument)],
    ...(cut.length > 0 && { cut }),
    ...(ending.length > 0 && { ending }),
    ...(memory.stuck && { stuck: memory.stuck }),
    ...(memory.guard && { guard: memory.guard }),
    ...(memory.protections && { protections: memory.protections }),
  })
}

type Now = DeskView & Pick<DeskFacts, 'knownMs' | 'heldBackMs'>

/** The account, and the orders read at the same time. */
interface AccountNow {
  readonly now: Now
  readonly lists: readonly { readonly area: Area; readonly list: Result<OrderReading, Failure> }[]
  readonly first: Answers
}

/** Reads positions and balances together with the orders of the instruments known so far. */
async function readAccount(pass: Pass): Promise<Result<AccountNow, Denial>> {
  const { needs, view, memory, read, clock, startedAt, isOut, touched } = pass
  const { isExit, patienceMs } = memory.look
  const isHeldBack = needs.positions && !isExit && isOut('contract') && view.positions !== null
  const asked = { purpose: pass.purpose, view, look: memory.look }
  const inTime = within(patienceMs, pass)
  const listed = (view.listedAreas ?? []).filter((area) => needs.everyOrderOf.includes(area) && !isOut(area))
  const wanted = [...needs.orders(view), ...touched].filter(({ area }) => !listed.includes(area))
  const [positions, balances, lists, first] = await Promise.all([
    needs.positions && !isHeldBack ? readPositions(asked, pass) : null,
    needs.balances ? (isOut('spot') ? err(PAUSED) : inTime(read.balances())) : null,
    Promise.all(listed.map(async (area) => ({ area, list: await inTime(read.areaOrders(area)) }))),
    readOrders(wanted, read, inTime, isOut),
  ])
  const tookMs = clock.mono() - startedAt
  const held = positions && heldBy(positions, asked, { clock, tookMs })
  if (held?.ok === false) return held
  const heldBack = { risk: riskLater(view.risk, tookMs), heldBackMs: view.positionsAgeMs ?? null }
  const now: Now = {
    ...view,
    ...(isHeldBack && heldBack),
    ...held?.value,
    balances: balancesNow(balances, view, memory),
    blind: AREAS.filter((area) => view.blind?.includes(area) || (area === 'spot' && hidesLocks(balances))),
    orders: ordersNow(view.orders, first, view.instruments),
  }
  return ok({ now, lists, first })
}

/** The orders of every known instrument and of those that may have some. `stale`: those not read for lack of time. */
async function readOpenOrders(
  pass: Pass,
  { now, lists, first }: AccountNow,
): Promise<{ readonly orders: Answers; readonly stale: readonly InstrumentRef[] }> {
  const { needs, view, memory, read, clock, startedAt, isOut, touched } = pass
  const { isFirst, mostSwept, patienceMs } = memory.look
  const until = patienceMs && Math.max(startedAt + patienceMs, clock.mono() + LEAST_PATIENCE_MS)
  const inTime = by(until, pass)
  const ask = (scopes: readonly InstrumentRef[], done: Answers = new Map()): Promise<Answers> =>
    readOrders(scopes, read, inTime, isOut, done)
  const isAccountRead = needs.positions && now.knownMs === undefined && now.positions !== null
  const account = {
    ...now,
    positions: now.positions ?? view.positions,
    marginAccounts: isAccountRead ? (now.marginAccounts ?? null) : (view.risk?.marginAccounts ?? null),
  }
  const areas: Answers = new Map(
    lists.flatMap(({ area, list }) => (list.ok ? [...answersOf(area, list.value, account)] : [])),
  )
  const inTimeForLocks: InTime = within(LOCKS_PATIENCE_MS, pass)
  const seen = new Map([
    ...first,
    ...(await readOrders(neededInPause(pass, now), read.forExit, inTimeForLocks, NOWHERE)),
  ])
  const wanted = [...needs.orders(now), ...touched]
  const single = new Map([...seen, ...(await ask(wanted, new Map([...areas, ...seen])))])
  const known = isRefuted(areas, single, view.orders)
    ? new Map([...single, ...(await ask(wanted, single))])
    : new Map([...areas, ...single])
  const stale = staleScopes(now, view.orderReads ?? [], !isFirst).filter(
    (scope) =>
      needs.everyOrderOf.includes(scope.area) && !known.has(refKey(scope)) && (isFirst || mayHide(scope, account)),
  )
  const swept = await ask(stale.slice(0, mostSwept))
  return { orders: new Map([...known, ...swept]), stale: stale.slice(mostSwept) }
}

const NOWHERE = (): boolean => false

/**
 * In a pause: the instruments whose orders are read in the lane of exits. Without these orders an exit can do nothing,
 * or too little, and the plan of a cancel has nothing to show.
 */
function neededInPause({ purpose, needs, memory, view, isOut }: Pass, now: Now): readonly InstrumentRef[] {
  const isCancel = purpose.kind === 'cancelMatching'
  if (!memory.look.isExit && !isCancel) return []
  const scopes = needs.orders(now).filter(({ area }) => isOut(area))
  const isKnown = ({ area, instrument }: InstrumentRef): boolean =>
    now.orders.some((order) => order.area === area && order.instrument === instrument && !isTerminal(order.status))
  const wasRead = ({ area, instrument }: InstrumentRef): boolean =>
    view.orderReads?.some((it) => it.area === area && it.instrument === instrument && it.ageMs !== null) === true
  const neverRead = needs.everyOrderOf.length > 0 ? scopes.filter((scope) => !wasRead(scope)) : []
  const unknown = isCancel && !scopes.some(isKnown) ? scopes : neverRead
  return [...(isCancel ? [] : unexplainedLocks(scopes, now)), ...unknown.slice(0, MOST_IN_PAUSE)]
}

/** The contracts among `scopes` on which closing orders lock more than the known orders explain. */
function unexplainedLocks(scopes: readonly InstrumentRef[], view: Now): readonly InstrumentRef[] {
  const unexplained = (view.positions ?? []).filter(
    // A position known only by its last size does not count: only the part of it that no closing order locked is
    // closed.
    (position) =>
      view.knownMs?.has(position.key) !== true &&
      position.pendingCloseVolume?.lte(sum(lockingOrders([position], view).map(remaining))) !== true,
  )
  return scopes.filter(
    ({ area, instrument }) => area === 'contract' && unexplained.some(({ contract }) => contract === instrument),
  )
}

/**
 * The account with its orders. The orders limit the size of unread positions, and a closing order without a position
 * casts doubt on the list.
 */
function withOrders(now: Now, orders: Answers, { view, needs, memory }: Pass): Now {
  const open = ordersNow(view.orders, orders, view.instruments)
  const { knownMs } = now
  const taken = (key: string) => memory.takenSince?.(key, knownMs?.get(key) ?? 0) ?? ZERO
  const positions =
    now.positions?.flatMap((held) => (knownMs?.has(held.key) === true ? leastHeld([held], open, taken) : held)) ?? null
  const skipsDoubt = !needs.positions || now.isPartial === true
  const isRead = (key: string): boolean => orders.get(key)?.reading?.whole === true
  const read = skipsDoubt ? [] : open.filter(({ area, instrument }) => isRead(instrumentKey(area, instrument)))
  const unheld = unheldBy(read, positions)
  const doubted = unheld.length > 0 && { isPartial: true, doubts: unheld }
  return { ...now, positions, orders: open, ...doubted }
}

/**
 * An exit does not stop because balances are unreadable: it sells the last known ones, as far as they are still there.
 * After a sale, balances known from before it are useless.
 */
function balancesNow(
  read: Result<Reading<Balance>, Failure> | null,
  view: DeskView,
  { look }: Memory,
): DeskView['balances'] {
  if (read?.ok) return read.value.list
  return read === null || look.isFirst ? view.balances : null
}

const PAUSED = localFailure('rateLimited', 'prepare', message('intent.venuePaused'))

/** Whether balances were not read whole, so that some pairs that may have orders are unknown. */
function hidesLocks(balances: Result<Reading<Balance>, Failure> | null): boolean {
  return balances !== null && (!balances.ok || !balances.value.whole)
}

/** The quote aged by `ms`. */
function olderBy(ms: number, { ageMs = null, ...quote }: KnownQuote): KnownQuote {
  return { ...quote, ageMs: ageMs === null ? null : ageMs + ms }
}

const NONE_CANCELED: Canceled = { orders: [], unproved: [] }

/**
 * The cancelled orders as they ended: what was filled meanwhile must not be placed again. Only Spot is read, as only
 * there can orders be placed again. `unproved`: orders whose end could not be read.
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
