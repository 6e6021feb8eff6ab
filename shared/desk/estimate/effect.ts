/** Describes what the legs of a plan do. */
import { parseDecimal, roundTo, toFloat, type Decimal } from '../../domain/decimal.ts'
import type { Instrument } from '../../domain/instrument.ts'
import type { Amount, Message } from '../../domain/message.ts'
import { orderKey, remaining, type Order, type OrderSide } from '../../domain/order.ts'
import { amount, message } from '../../words/message.ts'
import { chaseOf, tacticOf, type Action } from '../action.ts'
import { wrongWay } from '../book-price.ts'
import { contractNamed, markOf, pairNamed } from '../compile/known.ts'
import type { DeskFacts } from '../facts.ts'
import type { CloseRequest, LegRequest, ProtectRequest } from '../plan.ts'
import type { LegCost } from './costs.ts'

/** Returns a function that says what a leg of the plan of `action` does. */
export function effectsIn(action: Action, facts: DeskFacts, reportingCoin: string): (cost: LegCost) => Message {
  const orders = new Map(facts.orders.map((order) => [orderKey(order), order]))
  return (cost) => effectOf(cost, action, facts, reportingCoin, orders)
}

function effectOf(
  cost: LegCost,
  action: Action,
  facts: DeskFacts,
  reportingCoin: string,
  orders: ReadonlyMap<string, Order>,
): Message {
  const { leg } = cost
  const price = (value: Decimal): Amount => printed(value, leg, facts.instruments)
  switch (leg.kind) {
    case 'cancel':
      return cancelEffect(orders.get(orderKey(leg)), price)
    case 'close':
      return withFee(closeEffect(leg, cost, action, price), cost, reportingCoin)
    case 'sell': {
      const size = message('plan.quantity', { quantity: amount(leg.quantity), asset: leg.asset })
      return atMarket('sell', size, cost, price)
    }
    case 'protect':
      return protectEffect(leg, facts, price)
    case 'place': {
      const asset = pairNamed(facts.instruments, leg.instrument)?.baseAsset ?? leg.instrument
      const size = message('plan.quantity', { quantity: amount(leg.quantity), asset })
      return message('plan.places', { trade: tradeOf(leg.side, size), price: price(leg.price) })
    }
  }
}

/** Formats a price with the venue's number of digits. */
type Printed = (value: Decimal) => Amount

function withFee(effect: Message, { fee, feeIsAtMost }: LegCost, coin: string): Message {
  if (!fee?.gt(0)) return effect
  const facts = { effect, fee: amount(roundTo(fee, 2, 'up'), 2), coin }
  return message(feeIsAtMost ? 'plan.withFeeAtMost' : 'plan.withFee', facts)
}

function closeEffect(leg: CloseRequest, cost: LegCost, action: Action, price: Printed): Message {
  if (leg.price === null) return atMarket(leg.side, contracts(leg.volume), cost, price)
  const bound = price(leg.price)
  if (leg.timeInForce === 'IOC') {
    const effect = cappedEffect(leg, cost, bound, price)
    return tacticOf(action).kind === 'capped' ? effect : message('plan.boundRenewed', { effect })
  }
  const chase = chaseOf(action)
  const percent = chase && parseDecimal(chase.stopPercent)
  const trade = tradeOf(leg.side, contracts(leg.volume))
  if (percent === null) return restingEffect(leg, trade, cost, bound, price)
  const stop = price(wrongWay(leg.side, leg.price, percent))
  return message('plan.chases', { trade, price: bound, percent: amount(percent), stop })
}

/** What a waiting order fills at once because it crosses the book, and what is left to wait. */
function restingEffect(
  { volume }: CloseRequest,
  trade: Message,
  cost: LegCost,
  bound: Amount,
  price: Printed,
): Message {
  const { filled } = cost
  if (filled === null) return message('plan.waits', { trade, bound })
  const facts = { trade, bound, price: marketPrice(cost, price) }
  if (filled.gte(volume)) return message('plan.takesAll', facts)
  return message('plan.takesPart', { ...facts, taken: amount(filled), rest: amount(volume.minus(filled)) })
}

/** What the book fills within `bound`; the rest may stay open. */
function cappedEffect({ side, volume }: CloseRequest, cost: LegCost, bound: Amount, price: Printed): Message {
  const { filled } = cost
  const whole = contracts(volume)
  if (filled === null) return message('plan.cappedUnknown', { trade: tradeOf(side, whole), bound })
  if (filled.isZero()) return message('plan.cappedNothing', { bound, contracts: whole })
  const facts = { bound, price: marketPrice(cost, price) }
  if (filled.gte(volume)) return message('plan.cappedAll', { ...facts, trade: tradeOf(side, whole) })
  const trade = tradeOf(side, message('plan.aboutOf', { part: amount(filled), whole }))
  return message('plan.cappedPart', { ...facts, trade, contracts: contracts(volume.minus(filled)) })
}

function cancelEffect(order: Order | undefined, price: Printed): Message {
  if (!order) return message('plan.takesBack')
  const rest = remaining(order)
  if (order.action === 'close') return message('plan.frees', { contracts: contracts(rest) })
  const facts = { side: message(`side.${order.side}`), quantity: amount(rest) }
  return order.price
    ? message('plan.takesBackOrderAt', { ...facts, price: price(order.price) })
    : message('plan.takesBackOrder', facts)
}

function protectEffect(
  { side, volume, trigger, triggerPrice, positionKey }: ProtectRequest,
  facts: DeskFacts,
  price: Printed,
): Message {
  const position = facts.positions?.find(({ key }) => key === positionKey)
  const mark = position ? markOf(position, facts) : null
  const at = price(triggerPrice)
  const away = mark && { share: toFloat(triggerPrice.div(mark).minus(1).abs()), places: 2 }
  return message(trigger === 'fall' ? 'plan.onceFalls' : 'plan.onceRises', {
    trade: tradeOf(side, contracts(volume)),
    trigger: away ? message('plan.fromHere', { price: at, away }) : at,
  })
}

function tradeOf(side: OrderSide, size: Message): Message {
  return message(side === 'sell' ? 'plan.sells' : 'plan.buys', { size })
}

function atMarket(side: OrderSide, size: Message, cost: LegCost, price: Printed): Message {
  return message('plan.trades', { trade: tradeOf(side, size), price: marketPrice(cost, price) })
}

/** "at about 3,501.2 (9.0 bps below the mark)". */
function marketPrice({ price, market }: LegCost, text: Printed): Message {
  if (!price) return message('plan.priceUnknown')
  const facts = { price: text(price) }
  if (!market) return message('plan.priceAbout', facts)
  const bps = price.div(market).minus(1).times(10_000)
  const size = bps.abs().toDecimalPlaces(1)
  if (size.isZero()) return message('plan.priceAtMark', facts)
  return message(bps.gt(0) ? 'plan.priceAbove' : 'plan.priceBelow', { ...facts, bps: amount(size, 1) })
}

function contracts(volume: Decimal): Message {
  return message('contracts', { count: amount(volume) })
}

function printed(value: Decimal, { area, instrument }: LegRequest, instruments: readonly Instrument[]): Amount {
  const known = area === 'contract' ? contractNamed(instruments, instrument) : pairNamed(instruments, instrument)
  const places = known?.pricePrecision ?? null
  return amount(places === null ? value : roundTo(value, places, 'half-even'))
}
