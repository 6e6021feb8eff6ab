import type { Message } from '../../domain/message.ts'
import { message } from '../../words/message.ts'
import { toFloat } from '../../domain/decimal.ts'
import type { Pair } from '../../domain/instrument.ts'
import { remaining, type Order } from '../../domain/order.ts'
import type { AccountModel } from '../account/account-model.ts'
import { liveOrders } from '../account/open-orders.ts'
import { orderMargins } from '../account/order-margin.ts'
import { usable } from '../account/position-model.ts'
import { contractFill } from './contract-fill.ts'
import { crossing, notFollowed, type Planned, type PlannedFill } from './planned-fill.ts'
import { underBetas, type ShockModel } from './shock-model.ts'

/** An open order, or the rest of one, that cannot be followed, and why. */
export interface LeftOutOrder {
  readonly orderId: string
  readonly instrument: string
  readonly reason: Message
}

/**
 * How the live orders change the account when they fill at their limits, without fees. The order margin of each is
 * released to its margin unit (see `orderMargins`), or stays outside where it is not known.
 */
export function plannedFills(
  model: AccountModel,
  orders: readonly Order[],
  pairs: ReadonlyMap<string, Pair>,
  shock: ShockModel,
) {
  const { held, unknown } = orderMargins(model, orders)
  const planned: PlannedFill[] = []
  const leftOut: LeftOutOrder[] = []
  for (const order of liveOrders(orders)) {
    const { orderId, instrument } = order
    const { fill, reason } =
      order.area === 'spot'
        ? spotFill(order, pairs.get(instrument), model, shock)
        : contractFill(order, model, held.get(orderId) ?? null, shock)
    if (fill) planned.push(fill)
    if (reason !== null) leftOut.push({ orderId, instrument, reason })
  }
  return { planned, leftOut, unknownMargin: unknown }
}

function spotFill(order: Order, pair: Pair | undefined, { pricing }: AccountModel, shock: ShockModel): Planned {
  if (!pair) return notFollowed(message('figure.pairUnlisted'))
  if (!usable(order.price)) return notFollowed(message('figure.noLimit'))
  const [base, quote] = [pricing(pair.baseAsset).rate, pricing(pair.quoteAsset).rate]
  if (!base || !quote) return notFollowed(message('figure.noPriceNow'))
  const sign = order.side === 'buy' ? 1 : -1
  const quantity = remaining(order).times(sign)
  const market = underBetas({ base: pair.baseAsset, quote: pair.quoteAsset }, shock)
  return {
    fill: {
      order,
      hasFilled: crossing(order, order.price.div(base.div(quote)), market, shock),
      change: {
        kind: 'spot',
        base: { asset: pair.baseAsset, value: toFloat(quantity.times(base)) },
        quote: { asset: pair.quoteAsset, value: toFloat(quantity.times(order.price).times(quote).neg()) },
      },
    },
    reason: null,
  }
}
