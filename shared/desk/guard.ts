/**
 * Decides what may be sent. The window uses it as a preview; main enforces it. Exits are never denied. Orders that add
 * risk are denied by mode, and by limits that catch typing errors.
 */
import { notional } from '../domain/amounts.ts'
import { toFloat, type Decimal } from '../domain/decimal.ts'
import { MARKET_COIN } from '../risk/cash.ts'
import { amount, message } from '../words/message.ts'
import type { Denial, LegRequest, PlaceRequest } from './plan.ts'

/**
 * `reducing`: only orders that reduce a position or holding, such as a Spot sell. `halted`: exits only. The mode
 * survives restarts. Sorted from loosest to strictest.
 */
export const TRADING_MODES = ['active', 'reducing', 'halted'] as const
export type TradingMode = (typeof TRADING_MODES)[number]

/** Whether `mode` allows more than `than`. The strictest one never does. */
export function isLooser(mode: TradingMode, than: TradingMode): mode is Exclude<TradingMode, 'halted'> {
  return TRADING_MODES.indexOf(mode) < TRADING_MODES.indexOf(than)
}

/**
 * What may be sent for an account. `exits`: its key has not passed the probe. `nothing`: its key is only for watching.
 */
export type MaySend = 'all' | 'exits' | 'nothing'

/**
 * The mode in force: the chosen one; or `unproved` (exits only) for a key that has not passed the probe; or `watching`
 * (nothing, not even exits) for a key that is only for watching.
 */
export type GuardMode = TradingMode | 'unproved' | 'watching'

/** What a trader chose (`order-limits.ts`), as the guard uses it. */
export interface GuardLimits {
  /** Highest value of one order, in `MARKET_COIN`. */
  readonly notional: Decimal
  /** How much worse than the market an order's price may be, as a fraction. */
  readonly priceBand: Decimal
  readonly ordersPerMinute: number
}

/** The part of the guard's state that is the same for every order. */
export interface GuardTerms {
  readonly mode: GuardMode
  readonly limits: GuardLimits
  /** Orders that add risk, sent in the last minute or accepted and about to be sent. */
  readonly placedLastMinute: number
}

/** The guard's state for one order. */
export interface GuardState extends GuardTerms {
  /** The market price of the instrument, and `MARKET_COIN` per quote coin; null if unknown. */
  readonly market: Decimal | null
  readonly rate: Decimal | null
}

/** Why `request` must not be sent; null if it may. An order that cannot be checked is denied. */
export function guard(request: LegRequest, state: GuardState): Denial | null {
  return request.kind === 'place' ? firstDenial(CHECKS, request, state) : null
}

/**
 * Checks a whole plan again, by those terms that need no read, because they may have changed since the plan was made.
 */
export function guardAgain(requests: readonly LegRequest[], terms: GuardTerms): Denial | null {
  const placed = requests.filter((request) => request.kind === 'place')
  for (const [before, order] of placed.entries()) {
    const denial = firstDenial(TERMS_CHECKS, order, { ...terms, placedLastMinute: terms.placedLastMinute + before })
    if (denial !== null) return denial
  }
  return null
}

type Check<State = GuardState> = (order: PlaceRequest, state: State) => Denial | null

/** Checked in this order; the first denial wins. */
const TERMS_CHECKS: readonly Check<GuardTerms>[] = [checkMode, checkPace]
const CHECKS: readonly Check[] = [...TERMS_CHECKS, checkNotional, checkPrice]

function firstDenial<State>(checks: readonly Check<State>[], order: PlaceRequest, state: State): Denial | null {
  for (const check of checks) {
    const denial = check(order, state)
    if (denial) return denial
  }
  return null
}

/** On Spot a sell reduces a holding; a buy never does. */
function checkMode({ side, instrument }: PlaceRequest, { mode }: GuardTerms): Denial | null {
  if (mode === 'active' || (mode === 'reducing' && side === 'sell')) return null
  return { code: 'ONLY_EXITS', message: message(`plan.only.${mode}`, { side: message(`side.${side}`), instrument }) }
}

function checkPace(_: PlaceRequest, { limits: { ordersPerMinute }, placedLastMinute }: GuardTerms): Denial | null {
  if (placedLastMinute < ordersPerMinute) return null
  return {
    code: 'TOO_MANY_ORDERS',
    message: message('plan.tooManyOrders', { most: ordersPerMinute, now: placedLastMinute + 1 }),
  }
}

function checkNotional(order: PlaceRequest, { limits, rate }: GuardState): Denial | null {
  const facts = { most: amount(limits.notional), coin: MARKET_COIN, instrument: order.instrument }
  if (rate === null) return { code: 'ORDER_TOO_LARGE', message: message('plan.worthUnknown', facts) }
  const value = notional(order.price, order.quantity).times(rate)
  if (value.lte(limits.notional)) return null
  return { code: 'ORDER_TOO_LARGE', message: message('plan.worthTooMuch', { ...facts, value: amount(value, 2) }) }
}

function checkPrice(order: PlaceRequest, { limits: { priceBand }, market }: GuardState): Denial | null {
  const { instrument, side, price } = order
  const facts = { percent: amount(priceBand.times(100)), instrument }
  if (market === null) return { code: 'PRICE_TOO_FAR', message: message('plan.marketUnknown', facts) }
  const share = (side === 'buy' ? price.minus(market) : market.minus(price)).div(market)
  if (share.lte(priceBand)) return null
  const worse = { share: toFloat(share), places: 2 }
  return {
    code: 'PRICE_TOO_FAR',
    message: message('plan.priceTooFar', { ...facts, price: amount(price), worse, market: amount(market) }),
  }
}
