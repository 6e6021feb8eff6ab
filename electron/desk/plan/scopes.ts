/** Where open orders are or may be: the instruments to read before one can say what is open. */
import { openingOrders } from '#shared/desk/estimate/margin-given-back.ts'
import { ORDERS_OLD_MS, type DeskView, type OrderRead } from '#shared/desk/facts.ts'
import type { MarginAccount } from '#shared/domain/account.ts'
import { sum, type Decimal } from '#shared/domain/decimal.ts'
import {
  contractsByName,
  instrumentKey,
  instrumentName,
  refKey,
  type Contract,
  type Pair,
  type InstrumentRef,
} from '#shared/domain/instrument.ts'
import { isTerminal, remaining } from '#shared/domain/order.ts'

type Known = Pick<DeskView, 'instruments' | 'positions' | 'orders' | 'orderMarginCoins' | 'balances'>

/**
 * Instruments with a known order or a position, and those that may have an unknown order: on Spot, where more is locked
 * than the known orders explain; on Contract, where margin is held back for orders and none is known.
 */
export function scopesOf(known: Known): readonly InstrumentRef[] {
  const orders = known.orders.filter(({ status }) => !isTerminal(status))
  const positions = known.positions ?? []
  return distinct([
    ...orders.map(({ area, instrument }) => ({ area, instrument })),
    ...positions.map(({ contract }) => ({ area: 'contract' as const, instrument: contract })),
    ...hiding(known).map(({ area, symbol }) => ({ area, instrument: symbol })),
    ...hidingContracts(known).map(({ area, name }) => ({ area, instrument: name })),
  ])
}

/**
 * Instruments that may have unknown orders and whose orders were last read too long ago: tradable contracts, and pairs
 * of assets that are partly locked. The longest unread come first. `isThorough`: an empty list of balances proves
 * nothing, so any pair may have orders.
 */
export function staleScopes(
  { instruments, balances }: Known,
  reads: readonly OrderRead[],
  isThorough: boolean,
): readonly InstrumentRef[] {
  const isAnyPair = isThorough && balances?.length === 0
  const locked = new Set(
    (balances ?? []).filter((balance) => balance.locked?.isZero() !== true).map(({ asset }) => asset),
  )
  const ages = new Map(reads.map(({ area, instrument, ageMs }) => [instrumentKey(area, instrument), ageMs ?? Infinity]))
  return instruments
    .filter((each) =>
      each.area === 'contract' ? each.tradable : isAnyPair || locked.has(each.baseAsset) || locked.has(each.quoteAsset),
    )
    .map((each) => ({ area: each.area, instrument: instrumentName(each) }))
    .map((scope) => ({ scope, ageMs: ages.get(refKey(scope)) ?? Infinity }))
    .filter(({ ageMs }) => ageMs > ORDERS_OLD_MS)
    .toSorted((a, b) => (a.ageMs === b.ageMs ? 0 : b.ageMs - a.ageMs))
    .map(({ scope }) => scope)
}

/**
 * Whether an instrument may have an unknown order. False only for a contract whose margin coin holds back no margin for
 * orders.
 */
export function mayHide(
  { area, instrument }: InstrumentRef,
  { instruments, marginAccounts }: Pick<Known, 'instruments'> & { readonly marginAccounts: Accounts | null },
): boolean {
  if (area === 'spot' || marginAccounts === null) return true
  const coin = contractsByName(instruments).get(instrument)?.marginCoin
  const account = marginAccounts.find(({ marginCoin }) => marginCoin === coin)
  return account === undefined || account.orderMargin?.isZero() !== true
}

type Accounts = readonly Pick<MarginAccount, 'marginCoin' | 'orderMargin'>[]

/** The scopes without repeats. */
export function distinct(scopes: readonly InstrumentRef[]): readonly InstrumentRef[] {
  return [...new Map(scopes.map((scope) => [refKey(scope), scope])).values()]
}

/** The contracts of every coin that holds back margin for orders although no order is known. */
function hidingContracts(known: Known): readonly Contract[] {
  const { instruments, orderMarginCoins = [] } = known
  const coins = new Set(orderMarginCoins.filter((coin) => openingOrders(coin, known).length === 0))
  return instruments.filter((each): each is Contract => each.area === 'contract' && coins.has(each.marginCoin))
}

/** The pairs of every asset with more locked than its known orders explain. */
function hiding({ instruments, balances, orders }: Known): readonly Pair[] {
  const pairs = instruments.filter((each): each is Pair => each.area === 'spot')
  const bySymbol = new Map(pairs.map((pair) => [pair.symbol, pair]))
  const locks = orders.flatMap((order) => {
    const pair = order.area === 'spot' && !isTerminal(order.status) ? bySymbol.get(order.instrument) : undefined
    if (pair === undefined) return []
    if (order.side === 'sell') return [{ asset: pair.baseAsset, units: remaining(order) }]
    return order.price === null ? [] : [{ asset: pair.quoteAsset, units: remaining(order).times(order.price) }]
  })
  const byAsset = Map.groupBy(locks, ({ asset }) => asset)
  const explained = (asset: string): Decimal => sum((byAsset.get(asset) ?? []).map(({ units }) => units))
  const unexplained = new Set(
    (balances ?? []).flatMap(({ asset, locked }) => (locked === null || locked.gt(explained(asset)) ? [asset] : [])),
  )
  // A sell locks its base asset; a buy locks the quote asset that it would pay.
  return pairs.filter(({ baseAsset, quoteAsset }) => unexplained.has(baseAsset) || unexplained.has(quoteAsset))
}
