import type { Balance, MarginAccount, Position } from '#shared/domain/account.ts'
import type { Contract, Instrument, Pair } from '#shared/domain/instrument.ts'
import { instrumentName } from '#shared/domain/instrument.ts'
import type { Order } from '#shared/domain/order.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { HUBS } from '#shared/risk/valuation.ts'

/** What is known of the account so far; each part null until its first read. */
export interface Known {
  readonly instruments: readonly Instrument[]
  readonly balances: readonly Balance[] | null
  readonly marginAccounts: readonly MarginAccount[] | null
  readonly positions: readonly Position[] | null
  readonly orders: readonly Order[]
}

/** Instruments whose open orders are read: `hot` ones have orders or a position now, the others could have some. */
export interface Scope {
  readonly area: Area
  readonly instrument: string
  readonly hot: boolean
}

const pairsOf = (known: Known): readonly Pair[] => known.instruments.filter((one) => one.area === 'spot')
const contractsOf = (known: Known): readonly Contract[] => known.instruments.filter((one) => one.area === 'contract')

/**
 * Pairs that price what is held in `reportingCoin`: those that join a held asset to it or to a hub, the hubs' own, and
 * those with open orders.
 */
export function pairsToQuote(known: Known, reportingCoin: string): readonly Pair[] {
  const held = new Set<string>()
  for (const balance of known.balances ?? []) {
    if (!balance.free.plus(balance.locked).isZero()) held.add(balance.asset)
  }
  for (const account of known.marginAccounts ?? []) held.add(account.marginCoin)
  const hubs = new Set<string>([reportingCoin, ...HUBS])
  const traded = new Set(known.orders.filter((order) => order.area === 'spot').map((order) => order.instrument))
  return pairsOf(known).filter(({ symbol, baseAsset, quoteAsset }) => {
    const joinsHub = (held.has(baseAsset) && hubs.has(quoteAsset)) || (held.has(quoteAsset) && hubs.has(baseAsset))
    return joinsHub || (hubs.has(baseAsset) && hubs.has(quoteAsset)) || traded.has(symbol)
  })
}

/** Contracts with a position or an open order: their prices are read. */
export function contractsToQuote(known: Known): readonly Contract[] {
  const wanted = new Set<string>()
  for (const position of known.positions ?? []) wanted.add(position.contract)
  for (const order of known.orders) if (order.area === 'contract') wanted.add(order.instrument)
  return contractsOf(known).filter((contract) => wanted.has(contract.name))
}

/**
 * Where open orders may be: every pair of an asset that has something locked (only orders lock on Spot), every tradable
 * contract, and wherever orders or positions are known.
 */
export function orderScopes(known: Known): readonly Scope[] {
  const locked = new Set<string>()
  for (const balance of known.balances ?? []) if (!balance.locked.isZero()) locked.add(balance.asset)
  const hot = new Set(known.orders.map((order) => `${order.area}:${order.instrument}`))
  for (const position of known.positions ?? []) hot.add(`contract:${position.contract}`)
  const scopes: Scope[] = []
  for (const instrument of known.instruments) {
    const name = instrumentName(instrument)
    const isHot = hot.has(`${instrument.area}:${name}`)
    const candidate =
      instrument.area === 'spot'
        ? locked.has(instrument.baseAsset) || locked.has(instrument.quoteAsset)
        : instrument.tradable
    if (isHot || candidate) scopes.push({ area: instrument.area, instrument: name, hot: isHot })
  }
  return scopes
}
