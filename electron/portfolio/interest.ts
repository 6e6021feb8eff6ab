import type { Balance, MarginAccount, Position } from '#shared/domain/account.ts'
import type { Contract, Instrument, Pair } from '#shared/domain/instrument.ts'
import { AREAS, instrumentKey, instrumentName } from '#shared/domain/instrument.ts'
import type { Order } from '#shared/domain/order.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { oncePer } from '#shared/domain/once-per.ts'
import { HUBS } from '#shared/risk/account/valuation.ts'
import { READS } from './reads.ts'
import type { ReadEvery } from './reads.ts'

/** What is known of the account so far; each part null until its first read. Never changed, only replaced. */
export interface Known {
  readonly instruments: readonly Instrument[]
  readonly balances: readonly Balance[] | null
  readonly marginAccounts: readonly MarginAccount[] | null
  readonly positions: readonly Position[] | null
  readonly orders: readonly Order[]
}

export const NOTHING_KNOWN: Known = {
  instruments: [],
  balances: null,
  marginAccounts: null,
  positions: null,
  orders: [],
}
export const KNOWN_PARTS = Object.keys(NOTHING_KNOWN) as readonly (keyof Known)[]

/** Instruments whose open orders are read: `hot` ones have orders or a position now, the others could have some. */
export interface Scope {
  readonly area: Area
  readonly instrument: string
  readonly hot: boolean
}

const pairsOf = (known: Known): readonly Pair[] => known.instruments.filter((one) => one.area === 'spot')
const contractsOf = (known: Known): readonly Contract[] => known.instruments.filter((one) => one.area === 'contract')

/**
 * Pairs whose price is needed: one that joins each held asset to `reportingCoin`, or where there is none those that
 * join it to a hub and the hub onward; and those with open orders.
 */
export function pairsToQuote(known: Known, reportingCoin: string): readonly Pair[] {
  const pairs = pairsOf(known)
  const listed = Map.groupBy(pairs, ({ baseAsset, quoteAsset }) => `${baseAsset}\n${quoteAsset}`)
  const joining = (one: string, other: string): readonly Pair[] => [
    ...(listed.get(`${one}\n${other}`) ?? []),
    ...(listed.get(`${other}\n${one}`) ?? []),
  ]
  const wanted = new Set<Pair>()
  for (const asset of heldAssets(known)) {
    const direct = joining(asset, reportingCoin)
    const viaHubs = HUBS.flatMap((hub) => {
      const first = joining(asset, hub)
      return first.length > 0 ? [...first, ...joining(hub, reportingCoin)] : []
    })
    for (const pair of direct.length > 0 ? direct : viaHubs) wanted.add(pair)
  }
  const traded = new Set(known.orders.filter((order) => order.area === 'spot').map((order) => order.instrument))
  return pairs.filter((pair) => wanted.has(pair) || traded.has(pair.symbol))
}

function heldAssets(known: Known): ReadonlySet<string> {
  const held = new Set((known.marginAccounts ?? []).map((account) => account.marginCoin))
  for (const { asset, free, locked } of known.balances ?? []) if (!free.plus(locked).isZero()) held.add(asset)
  return held
}

/** Contracts with a position or an open order: their prices are read. */
export const contractsToQuote = oncePer((known: Known): readonly Contract[] => {
  const wanted = new Set<string>()
  for (const position of known.positions ?? []) wanted.add(position.contract)
  for (const order of known.orders) if (order.area === 'contract') wanted.add(order.instrument)
  return contractsOf(known).filter((contract) => wanted.has(contract.name))
})

/**
 * Where open orders may be: every pair of an asset that has something locked (only orders lock on Spot), every tradable
 * contract, and wherever orders or positions are known.
 */
export const orderScopes = oncePer((known: Known): readonly Scope[] => {
  const locked = new Set<string>()
  for (const balance of known.balances ?? []) if (!balance.locked.isZero()) locked.add(balance.asset)
  const hot = new Set(known.orders.map((order) => instrumentKey(order.area, order.instrument)))
  for (const position of known.positions ?? []) hot.add(instrumentKey('contract', position.contract))
  const scopes: Scope[] = []
  for (const instrument of known.instruments) {
    const name = instrumentName(instrument)
    const isHot = hot.has(instrumentKey(instrument.area, name))
    const candidate =
      instrument.area === 'spot'
        ? locked.has(instrument.baseAsset) || locked.has(instrument.quoteAsset)
        : instrument.tradable
    if (isHot || candidate) scopes.push({ area: instrument.area, instrument: name, hot: isHot })
  }
  return scopes
})

/** How often open orders of one scope are read. */
export function orderReads({ hot }: Pick<Scope, 'hot'>): ReadEvery {
  return hot ? READS.hotOrders : READS.coldOrders
}

/** The scopes that matter to how old open orders are: those with orders or a position, all when there is none. */
export function datingScopes(scopes: readonly Scope[]): readonly Scope[] {
  const hot = scopes.filter((scope) => scope.hot)
  return hot.length > 0 ? hot : scopes
}

/**
 * How often by plan each of those is read anew, ms, at one start per `paceMs` and area: with nothing open they are all
 * swept at leisure, and many of them take longer than few.
 */
export function ordersEveryMs(scopes: readonly Scope[], paceMs: number): number {
  const dating = datingScopes(scopes)
  const sweeps = AREAS.map((area) => dating.filter((scope) => scope.area === area).length * paceMs)
  return Math.max(orderReads({ hot: dating.some(({ hot }) => hot) }).everyMs, ...sweeps)
}

/** Whether two lists name the same scopes, as hot, in the same order. */
export function sameScopes(some: readonly Scope[], others: readonly Scope[]): boolean {
  if (some === others) return true
  const isSame = (one: Scope, other: Scope | undefined): boolean =>
    one.area === other?.area && one.instrument === other.instrument && one.hot === other.hot
  return some.length === others.length && some.every((one, index) => isSame(one, others[index]))
}
