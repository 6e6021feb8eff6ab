/**
 * The one rule for what may be sent: a preview in the window, binding in main. Exits are never denied; orders that add
 * risk are, by mode and by limits that catch typing errors.
 */
import { notional } from '../domain/amounts.ts'
import { decimal, toFloat, type Decimal } from '../domain/decimal.ts'
import type { Message } from '../domain/message.ts'
import { amount, message } from '../words/message.ts'
import type { Denial, DenyCode, LegRequest, PlaceRequest } from './plan.ts'

/**
 * `reducing`: only orders that reduce a position or holding, such as a Spot sell. `halted`: exits only. Kept over
 * restarts. The loosest is the first.
 */
export const TRADING_MODES = ['active', 'reducing', 'halted'] as const
export type TradingMode = (typeof TRADING_MODES)[number]

/** Whether `mode` lets through more than `than`. */
export function isLooser(mode: TradingMode, than: TradingMode): boolean {
  return TRADING_MODES.indexOf(mode) < TRADING_MODES.indexOf(than)
}

/** The mode in force: the chosen one, or exits only for a key whose probe has not passed. */
export type GuardMode = TradingMode | 'unproved'

/** null: no limit. */
export interface GuardLimits {
  /** Base units of one order: assets differ, so there is no default. */
  readonly quantity: Decimal | null
  /** Value of one order, reporting coin. */
  readonly notional: Decimal | null
  /** How much worse than the market an order's price may be, a fraction. */
  readonly priceBand: Decimal | null
  readonly ordersPerMinute: number | null
}

export const DEFAULT_LIMITS: GuardLimits = {
  quantity: null,
  notional: decimal(100_000),
  priceBand: decimal('0.05'),
  ordersPerMinute: 120,
}

/** The terms for every order. */
export interface GuardTerms {
  readonly mode: GuardMode
  readonly limits: GuardLimits
  /** Orders that add risk sent in the last minute, or accepted and about to be. */
  readonly placedLastMinute: number
}

/** The terms for one order. */
export interface GuardState extends GuardTerms {
  /** The market price of its instrument, and reporting coins per quote coin; null: not known. */
  readonly market: Decimal | null
  readonly rate: Decimal | null
  readonly reportingCoin: string
}

/** The codes of the guard. */
type GuardCode = Extract<DenyCode, 'ONLY_EXITS' | 'ORDER_TOO_LARGE' | 'PRICE_TOO_FAR' | 'TOO_MANY_ORDERS'>

type GuardDenial = Denial & { readonly code: GuardCode }

/** Why `request` may not be sent; null: it may. An order that can not be checked is denied. */
export function guard(request: LegRequest, state: GuardState): GuardDenial | null {
  return request.kind === 'place' ? firstDenial(CHECKS, request, state) : null
}

/** The same for all of a plan, by the terms that may have changed since it was made and need no read. */
export function guardAgain(requests: readonly LegRequest[], terms: GuardTerms): GuardDenial | null {
  const placed = requests.filter((request) => request.kind === 'place')
  for (const [before, order] of placed.entries()) {
    const denial = firstDenial(TERMS_CHECKS, order, { ...terms, placedLastMinute: terms.placedLastMinute + before })
    if (denial !== null) return denial
  }
  return null
}

type Check<State = GuardState> = (order: PlaceRequest, state: State) => readonly [GuardCode, Message] | null

/** The first denial counts. */
const TERMS_CHECKS: readonly Check<GuardTerms>[] = [checkMode, checkPace]
const CHECKS: readonly Check[] = [...TERMS_CHECKS, checkQuantity, checkNotional, checkPrice]

function firstDenial<State>(checks: readonly Check<State>[], order: PlaceRequest, state: State): GuardDenial | null {
  for (const check of checks) {
    const denial = check(order, state)
    if (denial) return { code: denial[0], message: denial[1] }
  }
  return null
}

/** On Spot a sell makes a holding smaller, and a buy never does. */
function checkMode({ side, instrument }: PlaceRequest, { mode }: GuardTerms): ReturnType<Check> {
  if (mode === 'active' || (mode === 'reducing' && side === 'sell')) return null
  return ['ONLY_EXITS', message(`plan.only.${mode}`, { side: message(`side.${side}`), instrument })]
}

function checkPace(_: PlaceRequest, { limits: { ordersPerMinute }, placedLastMinute }: GuardTerms): ReturnType<Check> {
  if (ordersPerMinute === null || placedLastMinute < ordersPerMinute) return null
  return ['TOO_MANY_ORDERS', message('plan.tooManyOrders', { most: ordersPerMinute, now: placedLastMinute + 1 })]
}

function checkQuantity({ instrument, quantity }: PlaceRequest, { limits }: GuardState): ReturnType<Check> {
  if (limits.quantity === null || quantity.lte(limits.quantity)) return null
  const told = { most: amount(limits.quantity), instrument, quantity: amount(quantity) }
  return ['ORDER_TOO_LARGE', message('plan.tooLarge', told)]
}

function checkNotional(order: PlaceRequest, { limits, rate, reportingCoin }: GuardState): ReturnType<Check> {
  if (limits.notional === null) return null
  const told = { most: amount(limits.notional), coin: reportingCoin, instrument: order.instrument }
  if (rate === null) return ['ORDER_TOO_LARGE', message('plan.worthUnknown', told)]
  const value = notional(order.price, order.quantity).times(rate)
  if (value.lte(limits.notional)) return null
  return ['ORDER_TOO_LARGE', message('plan.worthTooMuch', { ...told, value: amount(value, 2) })]
}

function checkPrice(order: PlaceRequest, { limits: { priceBand }, market }: GuardState): ReturnType<Check> {
  if (priceBand === null) return null
  const { instrument, side, price } = order
  const told = { percent: amount(priceBand.times(100)), instrument }
  if (market === null) return ['PRICE_TOO_FAR', message('plan.marketUnknown', told)]
  const share = (side === 'buy' ? price.minus(market) : market.minus(price)).div(market)
  if (share.lte(priceBand)) return null
  const worse = { share: toFloat(share), places: 2 }
  return [
    'PRICE_TOO_FAR',
    message('plan.priceTooFar', { ...told, price: amount(price), worse, market: amount(market) }),
  ]
}
