/** Compares what an account locks for orders with a list that should contain all of them. */
import type { Balance, MarginAccount, Position } from '../domain/account.ts'
import { closesSide } from '../domain/account.ts'
import { contractsByName, pairsBySymbol, type Area, type Instrument } from '../domain/instrument.ts'
import { isTerminal, type Order } from '../domain/order.ts'

interface HeldBack {
  readonly instruments: readonly Instrument[]
  readonly balances: readonly Pick<Balance, 'asset' | 'locked'>[] | null
  readonly marginAccounts: readonly Pick<MarginAccount, 'marginCoin' | 'orderMargin'>[] | null
  readonly positions: readonly Position[] | null
}

/**
 * The assets, margin coins and positions (by name or key) that are partly locked although no order in `orders` explains
 * it. `orders` should be all orders of the area. So either the list is incomplete, or something else locks them.
 */
export function withoutOrder(area: Area, orders: readonly Order[], known: HeldBack): readonly string[] {
  const open = orders.filter(({ status }) => !isTerminal(status))
  return area === 'spot' ? assetsWithout(open, known) : contractsWithout(open, known)
}

function assetsWithout(orders: readonly Order[], { instruments, balances }: HeldBack): string[] {
  const pairs = pairsBySymbol(instruments)
  const held = new Set(
    orders.map(({ instrument, side }) => pairs.get(instrument)?.[side === 'sell' ? 'baseAsset' : 'quoteAsset']),
  )
  return (balances ?? []).flatMap(({ asset, locked }) => (locked?.isZero() !== true && !held.has(asset) ? [asset] : []))
}

function contractsWithout(orders: readonly Order[], { instruments, marginAccounts, positions }: HeldBack): string[] {
  const contracts = contractsByName(instruments)
  const opening = orders.filter(({ action }) => action !== 'close')
  const coins = new Set(opening.map(({ instrument }) => contracts.get(instrument)?.marginCoin))
  const margins = (marginAccounts ?? []).flatMap(({ marginCoin, orderMargin }) =>
    orderMargin?.isZero() !== true && !coins.has(marginCoin) ? [marginCoin] : [],
  )
  const closing = (positions ?? []).flatMap((held) =>
    held.pendingCloseVolume?.isZero() !== true && !orders.some((order) => closesSide(order, held)) ? [held.key] : [],
  )
  return [...margins, ...closing]
}
