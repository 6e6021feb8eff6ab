/** What a leg does, in plain English. */
import { groupThousands, parseDecimal, roundTo, toText, type Decimal } from '../../domain/decimal.ts'
import type { Instrument } from '../../domain/instrument.ts'
import { remaining, type Order } from '../../domain/order.ts'
import { chaseOf, type Action } from '../action.ts'
import { wrongWay } from '../book-price.ts'
import { contractNamed, markOf, pairNamed } from '../compile/known.ts'
import type { DeskFacts } from '../facts.ts'
import type { CancelRequest, CloseRequest, LegRequest, ProtectRequest } from '../plan.ts'
import type { LegCost } from './costs.ts'

export function effectOf(cost: LegCost, action: Action, facts: DeskFacts, reportingCoin: string): string {
  const { leg } = cost
  const price = (value: Decimal): string => priceText(value, leg, facts.instruments)
  switch (leg.kind) {
    case 'cancel':
      return cancelEffect(leg, facts.orders, price)
    case 'close':
      return closeEffect(leg, cost, action, price) + feeWords(cost, reportingCoin)
    case 'sell':
      return `sells ${groupThousands(toText(leg.quantity))} ${leg.asset} ${atMarket(cost, price)}`
    case 'protect':
      return protectEffect(leg, facts, price)
    case 'place': {
      const asset = pairNamed(facts.instruments, leg.instrument)?.baseAsset ?? leg.instrument
      return `${leg.side === 'sell' ? 'sells' : 'buys'} ${groupThousands(toText(leg.quantity))} ${asset} at ${price(leg.price)}, waits in the book behind others`
    }
  }
}

type PriceText = (value: Decimal) => string

/** By how much a chase may go the wrong way, percent; null: the action is none. */
function stopOf(action: Action): Decimal | null {
  const chase = chaseOf(action)
  return chase && parseDecimal(chase.stopPercent)
}

function feeWords({ fee, feeIsAtMost }: LegCost, reportingCoin: string): string {
  const bound = feeIsAtMost ? 'at most' : 'about'
  return fee?.gt(0) ? `, fee ${bound} ${groupThousands(roundTo(fee, 2, 'up').toFixed(2))} ${reportingCoin}` : ''
}

function closeEffect(leg: CloseRequest, cost: LegCost, action: Action, price: PriceText): string {
  const verb = leg.side === 'sell' ? 'sells' : 'buys'
  const what = `${verb} ${contracts(leg.volume)}`
  if (leg.price === null) return `${what} ${atMarket(cost, price)}`
  const at = price(leg.price)
  if (leg.timeInForce === 'IOC') {
    const isCap = action.kind === 'closePosition' && action.tactic.kind === 'capped'
    const effect = cappedEffect(verb, leg.volume, cost, at, price)
    return isCap ? effect : `${effect}; the bound is renewed when it is sent`
  }
  const stopPercent = stopOf(action)
  if (stopPercent === null) return `${what} at ${at} or better, ${restingEffect(leg, cost, price)}`
  const stop = price(wrongWay(leg.side, leg.price, stopPercent))
  const until = `gives up ${toText(stopPercent)} % away from there (now at ${stop})`
  return `${what} at ${at} (renewed when it is sent), follows the book until filled, ${until}; how long that takes is not known`
}

/** What an order that waits takes at once because it crosses the book; that the rest waits. */
function restingEffect({ volume }: CloseRequest, cost: LegCost, price: PriceText): string {
  const { filled } = cost
  if (filled === null) return 'waits until it is filled'
  const now = filled.gte(volume) ? 'all of it' : groupThousands(toText(filled))
  const rest = filled.gte(volume)
    ? ''
    : `; the other ${groupThousands(toText(volume.minus(filled)))} wait until they are filled`
  return `takes ${now} at once ${atMarket(cost, price)}${rest}`
}

/** What the book gives by `at`, and that the rest may stay. */
function cappedEffect(verb: string, volume: Decimal, cost: LegCost, at: string, price: PriceText): string {
  const { filled } = cost
  if (filled === null) {
    return `${verb} ${contracts(volume)} at once at ${at} or better, gives up the rest; how much that is is not known`
  }
  if (filled.isZero()) return `finds nothing in the book at ${at} or better; about ${contracts(volume)} may stay`
  if (filled.gte(volume)) return `${verb} ${contracts(volume)} ${atMarket(cost, price)}, at worst at ${at}`
  const rest = `about ${contracts(volume.minus(filled))} may stay`
  return `${verb} about ${groupThousands(toText(filled))} of ${contracts(volume)} ${atMarket(cost, price)}, at worst at ${at}; ${rest}`
}

function cancelEffect(
  { area, instrument, orderId }: CancelRequest,
  orders: readonly Order[],
  price: PriceText,
): string {
  const order = orders.find((each) => each.area === area && each.instrument === instrument && each.orderId === orderId)
  if (!order) return 'takes the order back'
  const rest = remaining(order)
  if (order.action === 'close') return `frees ${contracts(rest)}`
  const at = order.price ? ` at ${price(order.price)}` : ''
  return `takes back: ${order.side} ${groupThousands(toText(rest))}${at}`
}

function protectEffect(
  { side, volume, trigger, triggerPrice, positionKey }: ProtectRequest,
  facts: DeskFacts,
  price: PriceText,
): string {
  const what = `${side === 'sell' ? 'sells' : 'buys'} ${contracts(volume)} at market`
  const position = facts.positions?.find(({ key }) => key === positionKey)
  const mark = position ? markOf(position, facts) : null
  const away = mark
    ? ` (${roundTo(triggerPrice.div(mark).minus(1).abs().times(100), 2, 'half-even').toFixed(2)} % from here)`
    : ''
  return `${what} once the price ${trigger === 'fall' ? 'falls' : 'rises'} to ${price(triggerPrice)}${away}`
}

function atMarket({ price, market }: LegCost, text: PriceText): string {
  if (!price) return 'at market; at what price is not known'
  return `at about ${text(price)}${market ? ` (${gap(price, market)})` : ''}`
}

/** "9.0 bps below the mark". */
function gap(price: Decimal, market: Decimal): string {
  const bps = price.div(market).minus(1).times(10_000)
  const size = bps.abs().toFixed(1)
  if (size === '0.0') return 'at the mark'
  return `${groupThousands(size)} bps ${bps.gt(0) ? 'above' : 'below'} the mark`
}

function contracts(volume: Decimal): string {
  return `${groupThousands(toText(volume))} ${volume.eq(1) ? 'contract' : 'contracts'}`
}

/** With as many digits as the venue prints. */
function priceText(value: Decimal, { area, instrument }: LegRequest, instruments: readonly Instrument[]): string {
  const known = area === 'contract' ? contractNamed(instruments, instrument) : pairNamed(instruments, instrument)
  const places = known?.pricePrecision ?? null
  return groupThousands(toText(places === null ? value : roundTo(value, places, 'half-even')))
}
