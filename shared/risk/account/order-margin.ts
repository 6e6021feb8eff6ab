import { sum, ZERO, type Decimal } from '../../domain/decimal.ts'
import { isModelled, type Contract, type Modelled } from '../../domain/instrument.ts'
import { remaining, type Order } from '../../domain/order.ts'
import type { AccountModel } from './account-model.ts'
import { valueAt } from './contract-pnl.ts'
import { liveOrders, opensSide } from './open-orders.ts'
import { usable } from './position-model.ts'

/** What open orders hold of the order margin, by order id. */
export interface OrderMargins {
  /** In the margin coin. */
  readonly held: ReadonlyMap<string, Decimal>
  /** Orders that may hold margin, and it can not be told how much. */
  readonly unknown: ReadonlySet<string>
}

interface Opening {
  readonly order: Order
  readonly contract: Contract | null
  /** V at the limit, margin coin; null without a price or a size to calculate with. */
  readonly value: Decimal | null
}

/**
 * How the order margin of each coin is shared among the orders that open, the least that each can hold: it comes back
 * to a margin unit when the order fills or is left out, and more would make that unit look safer than it is. (What
 * orders take is asked the other way round: `contractFills` says the most.) The venue only says the sum. Each has its
 * share by value at its limit, and never more than V / leverage + fee, because unlisted (condition) orders may hold the
 * rest. Not known where the contract is not held, for an order does not tell its leverage; nor for any order of a coin
 * with one that can not be valued. A contract that is not in the venue's list may be of any coin.
 */
export function orderMargins(model: AccountModel, orders: readonly Order[]): OrderMargins {
  const openings = liveOrders(orders)
    .filter((order) => order.area === 'contract' && opensSide(order) !== null)
    .map((order) => openingOf(order, model))
  const isListed = openings.every(({ contract }) => contract !== null)
  const held = new Map<string, Decimal>()
  const unknown = new Set<string>()
  for (const [coin, own] of Map.groupBy(openings, ({ contract }) => contract?.marginCoin)) {
    const whole = orderMarginOf(model, coin)
    const values = own.flatMap(({ value }) => value ?? [])
    const canShare = isListed && values.length === own.length
    for (const { order, value } of own) {
      const most = canShare && value ? mostHeld(order, value, model) : null
      if (whole?.isZero()) held.set(order.orderId, ZERO)
      else if (whole && value && most) held.set(order.orderId, lesser(whole.times(value.div(sum(values))), most))
      else unknown.add(order.orderId)
    }
  }
  return { held, unknown }
}

function openingOf(order: Order, { contracts }: AccountModel): Opening {
  const contract = contracts.get(order.instrument) ?? null
  return { order, contract, value: contract && isModelled(contract) ? valueAtLimit(order, contract) : null }
}

function orderMarginOf({ accounts }: AccountModel, coin: string | undefined): Decimal | null {
  return accounts.find(({ reported }) => reported.marginCoin === coin)?.reported.orderMargin ?? null
}

function valueAtLimit(order: Order, { direction, multiplier }: Modelled): Decimal | null {
  const size = remaining(order).times(multiplier)
  if (!usable(order.price) || !usable(size)) return null
  return valueAt({ direction, sign: 1, size, entry: order.price }, order.price)
}

/**
 * V / leverage + fee: at the leverage of the positions on its side, else of those on the other one; of several the
 * greatest, which holds least. null when nothing is held of the contract.
 */
function mostHeld(order: Order, value: Decimal, { positions }: AccountModel): Decimal | null {
  const held = positions.flatMap(({ position: { contract, side, leverage, maxFeeRate } }) =>
    contract === order.instrument && usable(leverage) ? [{ side, leverage, maxFeeRate }] : [],
  )
  const same = held.filter(({ side }) => side === opensSide(order))
  const margins = (same.length > 0 ? same : held).map(({ leverage, maxFeeRate }) =>
    value.div(leverage).plus(value.times(maxFeeRate ?? ZERO)),
  )
  return margins.length === 0 ? null : margins.reduce(lesser)
}

function lesser(one: Decimal, other: Decimal): Decimal {
  return one.lt(other) ? one : other
}
