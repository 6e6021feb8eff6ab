import { heldOf, type Balance } from '../../domain/account.ts'
import { asBaseQuantity, floorToUnitStep, type BaseQuantity } from '../../domain/amounts.ts'
import { decimal, floorToStep, notNegative, smaller, sum, ZERO, type Decimal } from '../../domain/decimal.ts'
import type { Instrument, Pair } from '../../domain/instrument.ts'
import { remaining, type Order } from '../../domain/order.ts'
import { MARKET_COIN } from '../../risk/cash.ts'
import { cashOf, sellingPairs } from '../../risk/liquidity/exits.ts'
import { message } from '../../words/message.ts'
import type { DeskFacts } from '../facts.ts'
import type { SellRequest } from '../plan.ts'
import { MAX_SLICES, slice } from '../slice.ts'
import { isCancelable } from './cancel-legs.ts'
import type { Draft } from './draft.ts'
import { pairNamed } from './known.ts'

/** Sells every asset except cash at market: the free part, and what cancelling its open orders will free. */
export function draftSells(facts: DeskFacts, newClientOrderId: () => string): Draft {
  const { areas, balances, risk, orders, instruments, stuck = [] } = facts
  if (areas?.includes('spot') === false) return { legs: [], warnings: [message('plan.noSpotSold')] }
  if (balances === null) return { legs: [], warnings: [message('plan.balancesUnsold')] }
  if (risk === null || !instruments.some(({ area }) => area === 'spot')) {
    return { legs: [], warnings: [message('plan.unreadUnsold')] }
  }
  const cash = cashOf(risk)
  const pairOf = sellingPairs(cash, instruments)
  const freed = freedByCancels(
    orders.filter((order) => isCancelable(order) && !stuck.includes(order.orderId)),
    instruments,
  )
  const legs: SellRequest[] = []
  const unsold: string[] = []
  const dust: string[] = []
  const kept: string[] = []
  const unread: string[] = []
  for (const balance of balances.toSorted((a, b) => (a.asset < b.asset ? -1 : 1))) {
    const { asset } = balance
    const available = sellable(balance, freed.get(asset) ?? ZERO)
    const held = heldOf(balance)
    if (held === null) unread.push(asset)
    if (available.isZero()) continue
    if (cash.includes(asset)) {
      if (asset !== MARKET_COIN) kept.push(asset)
      continue
    }
    const pair = pairOf(asset)
    const quantity = pair && floorToUnitStep(available, stepOf(pair))
    if (!pair || !quantity) unsold.push(asset)
    else if (quantity.isZero() || pair.minMarketSell?.gt(quantity) === true) dust.push(asset)
    else {
      for (const part of inOrders(inParts(quantity, balance.free ?? ZERO, pair), pair)) {
        const clientOrderId = newClientOrderId()
        const order = { asset, quantity: part, ...(held && { held }), clientOrderId }
        legs.push({ kind: 'sell', area: 'spot', instrument: pair.symbol, ...order })
      }
    }
  }
  return {
    legs,
    warnings: [
      ...(unsold.length > 0 ? [message('plan.unsold', { names: unsold })] : []),
      ...(dust.length > 0 ? [message('plan.dust', { names: dust })] : []),
      ...(unread.length > 0 ? [message('plan.balanceUnread', { names: unread })] : []),
      ...(kept.length > 0 ? [message('plan.cashStays', { names: kept })] : []),
    ],
  }
}

/**
 * Splits a sale into the free and the locked part, so that a refused cancel stops only the second. One order if either
 * part would be too small, or the minimum size is unknown.
 */
function inParts(quantity: BaseQuantity, free: Decimal, pair: Pair): readonly BaseQuantity[] {
  const { minMarketSell } = pair
  const first = floorToUnitStep(free, stepOf(pair))
  const second = asBaseQuantity(quantity.minus(first))
  const isTaken = (part: Decimal): boolean => minMarketSell !== null && part.gt(0) && part.gte(minMarketSell)
  return isTaken(first) && isTaken(second) ? [first, second] : [quantity]
}

/**
 * Splits each part into orders of at most the venue's maximum size. What does not fit into one plan is left to a later
 * look.
 */
function inOrders(parts: readonly BaseQuantity[], pair: Pair): readonly BaseQuantity[] {
  const { minMarketSell, maxSell } = pair
  if (!maxSell) return parts
  const step = stepOf(pair)
  const max = floorToStep(maxSell, step)
  return parts.flatMap((part) => slice(part, { min: minMarketSell ?? step, max, step })).slice(0, MAX_SLICES)
}

/** The quantity step of the pair. */
function stepOf({ quantityPrecision }: Pair): BaseQuantity {
  return asBaseQuantity(decimal(10).pow(-quantityPrecision))
}

/** What can certainly be sold once the orders that lock `freed` are gone. */
function sellable({ free, locked }: Balance, freed: Decimal): Decimal {
  return notNegative((free ?? ZERO).plus(locked === null ? ZERO : smaller(freed, locked)))
}

/** Units of each asset locked by Spot orders: the base asset for a sell, the quote asset for a buy. */
function freedByCancels(orders: readonly Order[], instruments: readonly Instrument[]): ReadonlyMap<string, Decimal> {
  const held = orders.flatMap((order) => {
    const pair = order.area === 'spot' ? pairNamed(instruments, order.instrument) : undefined
    if (!pair) return []
    if (order.side === 'sell') return [{ asset: pair.baseAsset, units: remaining(order) }]
    return order.price ? [{ asset: pair.quoteAsset, units: remaining(order).times(order.price) }] : []
  })
  const byAsset = Map.groupBy(held, ({ asset }) => asset)
  return new Map([...byAsset].map(([asset, own]) => [asset, sum(own.map(({ units }) => units))]))
}
