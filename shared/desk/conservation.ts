/**
 * Compares what the venue locks for orders with what the open orders that we know need. If more is locked, there is an
 * order that we do not know: it was placed elsewhere, or was not read. The arithmetic is exact. A difference between
 * reads of different moments raises no alarm.
 */
import { CLOSED_SIDE } from '../domain/account.ts'
import type { Balance, MarginAccount, Position, PositionSide } from '../domain/account.ts'
import { notNegative, sum, sumIfKnown, ZERO, type Decimal } from '../domain/decimal.ts'
import {
  instrumentKey,
  instrumentName,
  refKey,
  type Area,
  type Contract,
  type Pair,
  type InstrumentRef,
} from '../domain/instrument.ts'
import { isTerminal, remaining, type Order } from '../domain/order.ts'

/** Rows, and when the oldest read behind them started (monotonic ms). */
export interface Reading<T> {
  readonly data: readonly T[] | null
  readonly readAt: number | null
}

export type HeldOrder = Pick<
  Order,
  'area' | 'instrument' | 'orderId' | 'side' | 'action' | 'type' | 'price' | 'quantity' | 'executed' | 'status'
>

/** When the open orders of an instrument were last read; null if never. */
export interface ReadScope extends InstrumentRef {
  readonly readAt: number | null
  readonly failure: unknown
}

type Terms = Pick<Pair, 'area' | 'symbol' | 'baseAsset' | 'quoteAsset'> | Pick<Contract, 'area' | 'name' | 'marginCoin'>

export interface ConservationView {
  readonly instruments: readonly Terms[]
  readonly balances: Reading<Pick<Balance, 'asset' | 'locked'>>
  readonly positions: Reading<Pick<Position, 'contract' | 'side' | 'pendingCloseVolume'>>
  readonly marginAccounts: Reading<Pick<MarginAccount, 'marginCoin' | 'orderMargin'>>
  readonly orders: readonly HeldOrder[]
  readonly scopes: readonly ReadScope[]
}

/**
 * What is locked: units of a Spot asset, contracts of a position side (cross and isolated together), or margin in a
 * coin.
 */
export type ConservationSubject =
  | { readonly kind: 'asset'; readonly asset: string }
  /** Cross and isolated share a row because an order does not say which margin mode it closes. */
  | { readonly kind: 'position'; readonly contract: string; readonly side: PositionSide }
  | { readonly kind: 'margin'; readonly marginCoin: string }

/**
 * An instrument whose orders could explain the residual, and whether its orders were read. The least known come first.
 */
export interface Place extends InstrumentRef {
  readonly orders: 'notRead' | 'failed' | 'read'
}

export interface ConservationRow {
  /** Unique, and stable between comparisons. */
  readonly key: string
  readonly subject: ConservationSubject
  readonly unit: string
  /** What the venue locks for orders; null if it could not be read. */
  readonly locked: Decimal | null
  /** What the known orders need; null if not known exactly. */
  readonly known: Decimal | null
  /** locked - known; null if either is null. */
  readonly residual: Decimal | null
  /**
   * `explained`: the known orders need exactly what is locked. `unexplained`: more is locked, and the same surplus was
   * seen twice, the second time in newer reads only, so there is an unknown order. `unlocked`: less is locked, so
   * nothing points to an unknown order. `notComparable`: no verdict yet, see `doubt`.
   */
  readonly state: 'explained' | 'unexplained' | 'unlocked' | 'notComparable'
  /**
   * `notReadable`: the venue's amount could not be read. `notRead`: the account or some orders were never read.
   * `failed`: the latest read of some orders failed. `changing`: a cancel is in progress. `notCountable`: a known order
   * does not say what it needs. `moments`: the reads are from different moments, and newer ones will decide.
   */
  readonly doubt: 'notReadable' | 'notRead' | 'failed' | 'changing' | 'notCountable' | 'moments' | null
  /** Where the unknown order could be. */
  readonly places: readonly Place[]
  /** The time of the newest read when this residual was first seen, monotonic ms; null if there is no residual. */
  readonly seenAt: number | null
}

/** What known orders need of one subject. */
interface Need {
  readonly subject: ConservationSubject
  amounts: Decimal[]
  /** The number of orders that do not say what they need. */
  uncounted: number
  canceling: number
}

interface Claim {
  readonly subject: ConservationSubject
  readonly unit: string
  readonly locked: Decimal | null
  readonly accountReadAt: number | null
  readonly instruments: readonly Omit<Place, 'orders'>[]
  /** False for margin, which cannot be computed exactly for opening orders: any known order explains it. */
  readonly exact: boolean
}

/**
 * One row for everything that is locked or needed, sorted by key. `before`: the rows of the previous comparison. A
 * residual becomes an alarm only when newer reads show exactly the same.
 */
export function conservation(
  view: ConservationView,
  before: readonly ConservationRow[] = [],
): readonly ConservationRow[] {
  const needs = needsOf(view)
  const scopes = new Map(view.scopes.map((scope) => [refKey(scope), scope]))
  const earlier = new Map(before.map((row) => [row.key, row]))
  const needed = [...needs.of.values()].map(({ subject }) => subject)
  return [...assetClaims(view, needed), ...positionClaims(view, needed), ...marginClaims(view)]
    .map((claim) => judge(claim, needs, scopes, earlier))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

function keyOf(subject: ConservationSubject): string {
  switch (subject.kind) {
    case 'asset':
      return `asset ${subject.asset}`
    case 'position':
      return `position ${subject.contract} ${subject.side}`
    case 'margin':
      return `margin ${subject.marginCoin}`
  }
}

function assetClaims({ balances, instruments }: ConservationView, needed: readonly ConservationSubject[]): Claim[] {
  if (balances.data === null) return []
  const held = new Map<string, Decimal | null>(
    needed.flatMap((subject) => (subject.kind === 'asset' ? [[subject.asset, ZERO]] : [])),
  )
  for (const { asset, locked } of balances.data)
    if (locked?.isZero() !== true || held.has(asset)) held.set(asset, locked)
  const places = new Map<string, Omit<Place, 'orders'>[]>()
  for (const pair of instruments) {
    if (pair.area !== 'spot') continue
    const place = { area: 'spot', instrument: pair.symbol } as const
    for (const asset of new Set([pair.baseAsset, pair.quoteAsset])) if (held.has(asset)) append(places, asset, place)
  }
  return [...held].map(([asset, locked]) => ({
    subject: { kind: 'asset', asset },
    unit: asset,
    locked,
    accountReadAt: balances.readAt,
    instruments: places.get(asset) ?? [],
    exact: true,
  }))
}

function positionClaims({ positions }: ConservationView, needed: readonly ConservationSubject[]): Claim[] {
  if (positions.data === null) return []
  const pending = positions.data.filter(({ pendingCloseVolume }) => pendingCloseVolume?.isZero() !== true)
  const held = new Map<string, { contract: string; side: PositionSide; volumes: (Decimal | null)[] }>()
  const take = (contract: string, side: PositionSide, volumes: readonly (Decimal | null)[]): void => {
    const key = `${side} ${contract}`
    held.set(key, { contract, side, volumes: [...(held.get(key)?.volumes ?? []), ...volumes] })
  }
  for (const subject of needed) if (subject.kind === 'position') take(subject.contract, subject.side, [])
  for (const { contract, side, pendingCloseVolume } of pending) take(contract, side, [pendingCloseVolume])
  return [...held.values()].map(({ contract, side, volumes }) => ({
    subject: { kind: 'position', contract, side },
    unit: 'contracts',
    locked: sumIfKnown(volumes),
    accountReadAt: positions.readAt,
    instruments: [{ area: 'contract', instrument: contract }],
    exact: true,
  }))
}

/** An unreadable amount matters only for a coin that margins a listed contract; other coins are unused. */
function marginClaims({ marginAccounts, instruments }: ConservationView): Claim[] {
  const placesOfCoin = Map.groupBy(
    instruments.filter((each) => each.area === 'contract'),
    (each) => each.marginCoin,
  )
  const held = (marginAccounts.data ?? []).filter(({ marginCoin, orderMargin }) =>
    orderMargin === null ? placesOfCoin.size === 0 || placesOfCoin.has(marginCoin) : !orderMargin.isZero(),
  )
  return held.map(({ marginCoin, orderMargin }) => ({
    subject: { kind: 'margin', marginCoin },
    unit: marginCoin,
    locked: orderMargin,
    accountReadAt: marginAccounts.readAt,
    instruments: (placesOfCoin.get(marginCoin) ?? []).map(({ name }) => ({ area: 'contract', instrument: name })),
    exact: false,
  }))
}

function append<V>(lists: Map<string, V[]>, key: string, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/**
 * What the known orders need. `strays`: areas with orders on unknown instruments, which may need part of anything
 * there.
 */
function needsOf({ orders, instruments }: ConservationView) {
  const terms = new Map(instruments.map((each) => [instrumentKey(each.area, instrumentName(each)), each]))
  const of = new Map<string, Need>()
  const strays = new Set<Area>()
  for (const order of orders) {
    if (isTerminal(order.status)) continue
    const lock = lockOf(order, terms.get(refKey(order)) ?? null)
    if (lock === null) strays.add(order.area)
    else count(of, lock, order)
  }
  return { of, strays }
}

function count(needs: Map<string, Need>, { subject, amount }: Lock, order: HeldOrder): void {
  const key = keyOf(subject)
  const need = needs.get(key) ?? { subject, amounts: [], uncounted: 0, canceling: 0 }
  needs.set(key, need)
  if (amount === null) need.uncounted++
  else need.amounts.push(amount)
  if (order.status === 'canceling') need.canceling++
}

interface Lock {
  readonly subject: ConservationSubject
  /** Contracts, base units to sell or quote units to pay; null: the order does not say. */
  readonly amount: Decimal | null
}

/** What an open order locks; null if its instrument is unknown. */
export function lockOf(order: HeldOrder, terms: Terms | null): Lock | null {
  const { area, instrument, side, action } = order
  if (area === 'contract' && action === 'close')
    return {
      subject: { kind: 'position', contract: instrument, side: CLOSED_SIDE[side] },
      amount: notNegative(remaining(order)),
    }
  if (terms === null) return null
  if (terms.area === 'contract') return { subject: { kind: 'margin', marginCoin: terms.marginCoin }, amount: null }
  return {
    subject: { kind: 'asset', asset: side === 'buy' ? terms.quoteAsset : terms.baseAsset },
    amount: coinsOf(order),
  }
}

function coinsOf(order: HeldOrder): Decimal | null {
  const open = notNegative(remaining(order))
  if (order.side === 'sell') return open
  // The quantity of a market buy is in quote units, its executed part in base units.
  if (order.type === 'market') return order.executed.isZero() ? order.quantity : null
  return order.price === null ? null : open.times(order.price)
}

function judge(
  claim: Claim,
  needs: ReturnType<typeof needsOf>,
  scopes: ReadonlyMap<string, ReadScope>,
  earlier: ReadonlyMap<string, ConservationRow>,
): ConservationRow {
  const { subject, unit, locked, exact } = claim
  const key = keyOf(subject)
  const need = needs.of.get(key)
  const known = knownOf(exact, need)
  const residual = known && locked && locked.minus(known)
  const base = { key, subject, unit, locked, known, residual }
  if (residual?.isZero() || (locked !== null && residual === null && !exact)) {
    return { ...base, state: 'explained', doubt: null, places: [], seenAt: null }
  }
  const places = placesOf(claim, scopes)
  if (locked === null) return { ...base, state: 'notComparable', doubt: 'notReadable', places, seenAt: null }
  const isWhole = residual !== null && !needs.strays.has(subject.kind === 'asset' ? 'spot' : 'contract')
  if (!isWhole) return { ...base, state: 'notComparable', doubt: 'notCountable', places, seenAt: null }
  const reads = readsOf(claim, scopes)
  const last = earlier.get(key)
  const seenAt = last?.residual?.eq(residual) && last.seenAt !== null ? last.seenAt : reads.newest
  const doubt = need !== undefined && need.canceling > 0 ? 'changing' : doubtOf(reads, seenAt)
  const settled = residual.gt(0) ? 'unexplained' : 'unlocked'
  return { ...base, state: doubt === null ? settled : 'notComparable', doubt, places, seenAt }
}

function knownOf(exact: boolean, need: Need | undefined): Decimal | null {
  if (need === undefined) return ZERO
  return exact && need.uncounted === 0 ? sum(need.amounts) : null
}

function readsOf({ accountReadAt, instruments }: Claim, scopes: ReadonlyMap<string, ReadScope>) {
  const read = instruments.flatMap(({ area, instrument }) => scopes.get(instrumentKey(area, instrument)) ?? [])
  const reads = [accountReadAt, ...read.map(({ readAt }) => readAt)]
  const times = reads.filter((readAt) => readAt !== null)
  return {
    oldest: Math.min(...times),
    newest: Math.max(...times),
    isComplete: times.length === reads.length,
    isFailing: read.some(({ failure }) => failure !== null),
  }
}

function doubtOf(
  { oldest, isComplete, isFailing }: ReturnType<typeof readsOf>,
  seenAt: number,
): ConservationRow['doubt'] {
  if (!isComplete) return 'notRead'
  if (oldest > seenAt) return null
  return isFailing ? 'failed' : 'moments'
}

const LEAST_KNOWN_FIRST: readonly Place['orders'][] = ['notRead', 'failed', 'read']

function placesOf({ instruments }: Claim, scopes: ReadonlyMap<string, ReadScope>): Place[] {
  const places = instruments.map(({ area, instrument }): Place => {
    const scope = scopes.get(instrumentKey(area, instrument))
    const isRead = scope !== undefined && scope.readAt !== null
    return { area, instrument, orders: !isRead ? 'notRead' : scope.failure === null ? 'read' : 'failed' }
  })
  const rank = ({ orders }: Place): number => LEAST_KNOWN_FIRST.indexOf(orders)
  return places.sort((a, b) => rank(a) - rank(b) || (a.instrument < b.instrument ? -1 : 1))
}
