import { smaller, sum, ZERO, type Decimal } from '../../domain/decimal.ts'
import { isModelled, type Modelled } from '../../domain/instrument.ts'
import { remaining, type Order } from '../../domain/order.ts'
import type { AccountModel } from './account-model.ts'
import { valueAt } from './contract-pnl.ts'
import { liveOrders, opensSide } from './open-orders.ts'
import { usable } from './position-model.ts'

/**
 * The least order margin that each opening order can hold (`contractFills` gives the most). This margin returns to a
 * margin unit when the order fills or is left out; if it were too high, the unit would look safer than it is. The venue
 * reports only the sum per coin. Each order gets its share of that by value at its limit, but at most V / leverage +
 * fee, because conditional orders, which no list shows, may hold the rest. The share of an order is unknown if its
 * contract has no position, because an order does not state its leverage. If one order of a coin cannot be valued, the
 * shares of all its orders are unknown. A contract that the venue does not list may be of any coin. `held`: by order
 * id, in the margin coin. `unknown`: ids of orders that may hold margin, but it is unknown how much.
 */
export function orderMargins(model: AccountModel, orders: readonly Order[]) {
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
      else if (whole && value && most) held.set(order.orderId, smaller(whole.times(value.div(sum(values))), most))
      else unknown.add(order.orderId)
    }
  }
  return { held, unknown }
}

/** `value`: V at the limit, margin coin; null without a usable price or size. */
function openingOf(order: Order, { contracts }: AccountModel) {
  const contract = contracts.get(order.instrument) ?? null
  return { order, contract, value: contract && isModelled(contract) ? valueAtLimit(order, contract) : null }
}

function orderMarginOf({ accounts }: AccountModel, coin: string | undefined): Decimal | null {
  return accounts.find(({ reported }) => reported.marginCoin === coin)?.reported.orderMargin ?? null
}

function valueAtLimit(order: Order, { direction, multiplier }: Modelled): Decimal | null {
  const size = remaining(order).times(multiplier)
  if (!usable(order.price) || !usable(size)) return null
  return valueAt({ direction, size }, order.price)
}

/**
 * V / leverage + fee, at the leverage of the positions on the order's side, or else of those on the other side. Of
 * several positions, the one with the highest leverage counts, because it holds least. null: the contract has no
 * position.
 */
function mostHeld(order: Order, value: Decimal, { positions }: AccountModel): Decimal | null {
  const held = positions.flatMap(({ position: { contract, side, leverage, maxFeeRate } }) =>
    contract === order.instrument && usable(leverage) ? [{ side, leverage, maxFeeRate }] : [],
  )
  const same = held.filter(({ side }) => side === opensSide(order))
  const margins = (same.length > 0 ? same : held).map(({ leverage, maxFeeRate }) =>
    value.div(leverage).plus(value.times(maxFeeRate ?? ZERO)),
  )
  return margins.length === 0 ? null : margins.reduce((least, margin) => smaller(least, margin))
}
