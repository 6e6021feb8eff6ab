import { heldOf, type Balance, type MarginAccount, type Position } from '#shared/domain/account.ts'
import {
  AREAS,
  instrumentKey,
  instrumentName,
  isContract,
  unlistedContract,
  type Contract,
  type Instrument,
  type Pair,
  type Area,
  type InstrumentRef,
} from '#shared/domain/instrument.ts'
import type { Order } from '#shared/domain/order.ts'
import { memoise } from '#shared/domain/memoise.ts'
import { MARKET_COIN } from '#shared/risk/cash.ts'
import { HUBS } from '#shared/risk/account/valuation.ts'
import { READS, type ReadEvery } from './reads.ts'

/** How open orders are listed: whole areas in one call, or each instrument. */
export interface OrderLists {
  /** Areas whose orders one call lists. */
  readonly areas: ReadonlySet<Area>
  /** Areas whose list was requested as a whole, and areas that must not be requested that way any more. */
  readonly asked: ReadonlySet<Area>
  readonly over: ReadonlySet<Area>
  /** Instruments whose orders are read singly although the list of their area is read too, by `instrumentKey`. */
  readonly doubted: ReadonlySet<string>
}

export const NO_LISTS: OrderLists = { areas: new Set(), asked: new Set(), over: new Set(), doubted: new Set() }

/** What is known of the account so far. Each part is null until its first read. Immutable. */
export interface Known {
  readonly instruments: readonly Instrument[]
  readonly balances: readonly Balance[] | null
  readonly marginAccounts: readonly MarginAccount[] | null
  readonly positions: readonly Position[] | null
  readonly orders: readonly Order[]
  readonly lists: OrderLists
  /** The coin in which totals are shown; for a currency at a fixed rate, the coin of that rate. */
  readonly pricedCoin: string
}

export const NOTHING_KNOWN: Known = {
  instruments: [],
  balances: null,
  marginAccounts: null,
  positions: null,
  orders: [],
  lists: NO_LISTS,
  pricedCoin: MARKET_COIN,
}
export const KNOWN_PARTS = Object.keys(NOTHING_KNOWN) as readonly (keyof Known)[]

/**
 * The listed instruments, plus every held contract that is not listed, as far as its position describes it: its orders
 * and prices are read too. Returns the same array for the same arguments.
 */
export const withUnlisted = memoise((listed: readonly Instrument[]) =>
  memoise((positions: readonly Position[]): readonly Instrument[] => {
    const names = new Set(listed.filter(isContract).map(({ name }) => name))
    const missing = positions.filter(({ contract }) => !names.has(contract))
    const held = new Map(missing.map(({ contract, marginCoin }) => [contract, unlistedContract(contract, marginCoin)]))
    return held.size === 0 ? listed : [...listed, ...held.values()]
  }),
)

/** An instrument whose open orders are read. A `hot` one has orders or a position now; others could have some. */
export interface Scope extends InstrumentRef {
  readonly hot: boolean
  /** Its orders are in the list of its whole area, and nothing contradicts that list. */
  readonly isListed: boolean
}

const pairsOf = (known: Known): readonly Pair[] => known.instruments.filter((one) => one.area === 'spot')
const contractsOf = (known: Known): readonly Contract[] => known.instruments.filter((one) => one.area === 'contract')

/**
 * The pairs whose price is needed. For each held asset, and for the reporting coin if it has prices: the pair with
 * `MARKET_COIN` or, if there is none, the pairs that lead there through a hub coin. Also the pairs with open orders.
 */
export function pairsToQuote(known: Known): readonly Pair[] {
  const pairs = pairsOf(known)
  const joining = joiningIn(pairs)
  const wanted = new Set([...assetsToPrice(known)].flatMap((asset) => waysTo(MARKET_COIN, asset, joining).flat()))
  const traded = new Set(known.orders.filter((order) => order.area === 'spot').map((order) => order.instrument))
  return pairs.filter((pair) => wanted.has(pair) || traded.has(pair.symbol))
}

/** The instruments between two coins, in either direction. */
function joiningIn<T extends Pick<Instrument, 'baseAsset' | 'quoteAsset'>>(instruments: readonly T[]) {
  const listed = Map.groupBy(instruments, ({ baseAsset, quoteAsset }) => `${baseAsset}\n${quoteAsset}`)
  return (one: string, other: string): readonly T[] => [
    ...(listed.get(`${one}\n${other}`) ?? []),
    ...(listed.get(`${other}\n${one}`) ?? []),
  ]
}

/** The steps from `asset` to `coin`: directly or, if that is impossible, through a hub coin. */
function waysTo<T>(
  coin: string,
  asset: string,
  joining: (one: string, other: string) => readonly T[],
): readonly (readonly T[])[] {
  const direct = joining(asset, coin)
  if (direct.length > 0) return [direct]
  return HUBS.flatMap((hub) => {
    const first = joining(asset, hub)
    return first.length > 0 ? [first, joining(hub, coin)] : []
  })
}

function assetsToPrice(known: Known): ReadonlySet<string> {
  const held = new Set((known.marginAccounts ?? []).map((account) => account.marginCoin))
  for (const balance of known.balances ?? []) if (heldOf(balance)?.isZero() !== true) held.add(balance.asset)
  return known.pricedCoin === MARKET_COIN ? held : held.add(known.pricedCoin)
}

/**
 * Contracts whose prices are read: those with a position or an open order, and those whose index gives the value of a
 * held asset that has no pair with a hub coin.
 */
export const contractsToQuote = memoise((known: Known): readonly Contract[] => {
  const wanted = new Set<string>()
  for (const position of known.positions ?? []) wanted.add(position.contract)
  for (const order of known.orders) if (order.area === 'contract') wanted.add(order.instrument)
  const contracts = contractsOf(known)
  const paired = new Set([MARKET_COIN])
  for (const { baseAsset, quoteAsset } of pairsOf(known)) {
    if (HUBS.includes(quoteAsset)) paired.add(baseAsset)
    if (HUBS.includes(baseAsset)) paired.add(quoteAsset)
  }
  const joining = joiningIn(contracts.filter(({ kind }) => kind !== 'test'))
  for (const asset of assetsToPrice(known)) {
    // One contract per pair of coins is enough, as the index is the same for all.
    for (const [one] of paired.has(asset) ? [] : waysTo(MARKET_COIN, asset, joining)) if (one) wanted.add(one.name)
  }
  return contracts.filter((contract) => wanted.has(contract.name))
})

/** Every quoted instrument, by `instrumentKey`. */
export function keysToQuote(known: Known): ReadonlySet<string> {
  return new Set([
    ...pairsToQuote(known).map(({ symbol }) => instrumentKey('spot', symbol)),
    ...contractsToQuote(known).map(({ name }) => instrumentKey('contract', name)),
  ])
}

/**
 * Where open orders may be: instruments with known orders or positions, listed or not; every pair of an asset that is
 * partly locked (on Spot only orders lock); and every tradable contract. The scopes come in that order. Pairs whose
 * base coin is locked come before pairs of which only the quote coin is locked.
 */
export const orderScopes = memoise((known: Known): readonly Scope[] => {
  const locked = new Set<string>()
  for (const balance of known.balances ?? []) if (balance.locked?.isZero() !== true) locked.add(balance.asset)
  const hot = new Map<string, InstrumentRef>()
  for (const { contract } of known.positions ?? []) {
    hot.set(instrumentKey('contract', contract), { area: 'contract', instrument: contract })
  }
  for (const { area, instrument } of known.orders) hot.set(instrumentKey(area, instrument), { area, instrument })
  const scopeOf = (area: Area, instrument: string, isHot: boolean): Scope => {
    const isListed = known.lists.areas.has(area) && !known.lists.doubted.has(instrumentKey(area, instrument))
    return { area, instrument, hot: isHot, isListed }
  }
  const isCandidate = (one: Instrument): boolean =>
    one.area === 'spot' ? locked.has(one.baseAsset) || locked.has(one.quoteAsset) : one.tradable
  // A locked coin is being sold in one of its own pairs. Locked dollars may be in any pair.
  const isLikely = (one: Instrument): boolean => one.area === 'spot' && locked.has(one.baseAsset)
  const cold = known.instruments.filter(
    (one) => isCandidate(one) && !hot.has(instrumentKey(one.area, instrumentName(one))),
  )
  return [
    ...[...hot.values()].map(({ area, instrument }) => scopeOf(area, instrument, true)),
    ...[...cold.filter(isLikely), ...cold.filter((one) => !isLikely(one))].map((one) =>
      scopeOf(one.area, instrumentName(one), false),
    ),
  ]
})

/** How often the open orders of a scope are read. */
export function orderReads({ hot, isListed }: Pick<Scope, 'hot' | 'isListed'>): ReadEvery {
  if (isListed) return READS.auditOrders
  return hot ? READS.hotOrders : READS.coldOrders
}

/** The scopes that determine the age of open orders: those with orders or a position, or all if there are none. */
export function datingScopes(scopes: readonly Scope[]): readonly Scope[] {
  const hot = scopes.filter((scope) => scope.hot)
  return hot.length > 0 ? hot : scopes
}

/**
 * How often each of these scopes is read, ms, with one start per `paceMs` and area. The more scopes there are, the
 * longer it takes. `areaEveryMs`: how often one call reads a whole area.
 */
export function ordersEveryMs(scopes: readonly Scope[], paceMs: number, areaEveryMs: number): number {
  const dating = datingScopes(scopes)
  const single = dating.filter(({ isListed }) => !isListed)
  const sweeps = AREAS.map((area) => single.filter((scope) => scope.area === area).length * paceMs)
  const isHot = dating.some(({ hot }) => hot)
  const listed = single.length < dating.length ? areaEveryMs : 0
  const usual = single.length === 0 && dating.length > 0 ? 0 : READS[isHot ? 'hotOrders' : 'coldOrders'].everyMs
  return Math.max(listed, usual, ...sweeps)
}

/** Whether two lists have the same scopes, equally hot, in the same order. */
export function sameScopes(some: readonly Scope[], others: readonly Scope[]): boolean {
  if (some === others) return true
  const isSame = (one: Scope, other: Scope | undefined): boolean =>
    one.area === other?.area &&
    one.instrument === other.instrument &&
    one.hot === other.hot &&
    one.isListed === other.isListed
  return some.length === others.length && some.every((one, index) => isSame(one, others[index]))
}
