/**
 * The one rule for what may be sent: a preview in the window, the law in main. Exits are never denied; what adds risk
 * is, by mode and by limits that catch a slip of the hand, not a decision.
 */
import { decimal, toText, type Decimal } from '../domain/decimal.ts'
import type { OrderSide } from '../domain/order.ts'
import type { Denial, DenyCode, LegRequest, PlaceRequest } from './plan.ts'

/**
 * `reducing`: only what makes a position or a holding smaller, a Spot sell among it. `halted`: exits only. Kept over
 * restarts until a person changes it.
 */
export const TRADING_MODES = ['active', 'reducing', 'halted'] as const
export type TradingMode = (typeof TRADING_MODES)[number]

/** What orders are held to: the mode that was chosen, or exits only for a key whose probe has not passed. */
export type GuardMode = TradingMode | 'unproved'

/** null: no limit. */
export interface GuardLimits {
  /** Base units of one order: assets differ, so there is none unless the trader sets it. */
  readonly quantity: Decimal | null
  /** Value of one order, reporting coin. */
  readonly notional: Decimal | null
  /** How much worse than the market an order's price may be, a fraction; better ones only wait. */
  readonly priceBand: Decimal | null
  readonly ordersPerMinute: number | null
}

export const DEFAULT_LIMITS: GuardLimits = {
  quantity: null,
  notional: decimal(100_000),
  priceBand: decimal('0.05'),
  ordersPerMinute: 120,
}

/** What orders are held against whatever they are. */
export interface GuardTerms {
  readonly mode: GuardMode
  readonly limits: GuardLimits
  /** Orders that add risk sent in the last minute, or taken on and about to be. */
  readonly placedLastMinute: number
}

/** What one order is held against. */
export interface GuardState extends GuardTerms {
  /**
   * The market price of the order's instrument, and what its quote coin is worth in the reporting coin; null: not
   * known.
   */
  readonly market: Decimal | null
  readonly rate: Decimal | null
  readonly reportingCoin: string
}

/** The codes the guard denies with, and no others. */
type GuardCode = Extract<DenyCode, 'ONLY_EXITS' | 'ORDER_TOO_LARGE' | 'PRICE_TOO_FAR' | 'TOO_MANY_ORDERS'>

type GuardDenial = Denial & { readonly code: GuardCode }

/** Why `request` may not be sent; null: it may. What can not be checked against a limit is denied. */
export function guard(request: LegRequest, state: GuardState): GuardDenial | null {
  return request.kind === 'place' ? firstDenial(CHECKS, request, state) : null
}

/**
 * The same for all of a plan, by what may have changed since it was made and needs no read: why it may not be sent;
 * null: it may.
 */
export function guardAgain(requests: readonly LegRequest[], terms: GuardTerms): GuardDenial | null {
  const placed = requests.filter((request) => request.kind === 'place')
  for (const [before, order] of placed.entries()) {
    const denial = firstDenial(TERMS_CHECKS, order, { ...terms, placedLastMinute: terms.placedLastMinute + before })
    if (denial !== null) return denial
  }
  return null
}

type Check<State = GuardState> = (order: PlaceRequest, state: State) => readonly [GuardCode, string] | null

/** The first that denies is told. */
const TERMS_CHECKS: readonly Check<GuardTerms>[] = [checkMode, checkPace]
const CHECKS: readonly Check[] = [...TERMS_CHECKS, checkQuantity, checkNotional, checkPrice]

function firstDenial<State>(checks: readonly Check<State>[], order: PlaceRequest, state: State): GuardDenial | null {
  for (const check of checks) {
    const denial = check(order, state)
    if (denial) return { code: denial[0], message: denial[1] }
  }
  return null
}

function checkMode({ side, instrument }: PlaceRequest, { mode }: GuardTerms): ReturnType<Check> {
  const { words, mayPlace, advice = 'change the mode in Accounts' } = MODES[mode]
  if (mayPlace.includes(side)) return null
  return ['ONLY_EXITS', `${words} An order to ${side} ${instrument} is not sent; ${advice}.`]
}

interface ModeRule {
  readonly words: string
  readonly mayPlace: readonly OrderSide[]
  readonly advice?: string
}

/** On Spot a sell makes a holding smaller, and a buy never does. */
const MODES: Readonly<Record<GuardMode, ModeRule>> = {
  active: { words: 'Trading is active.', mayPlace: ['buy', 'sell'] },
  reducing: {
    words: 'Trading is reducing: only what makes a position or a holding smaller is sent.',
    mayPlace: ['sell'],
  },
  halted: { words: 'Trading is halted: only exits are sent.', mayPlace: [] },
  unproved: {
    words: 'Trading is off until the probe has passed for this key: only exits are sent.',
    mayPlace: [],
    advice: 'probe the account in Accounts',
  },
}

function checkPace(_: PlaceRequest, { limits: { ordersPerMinute }, placedLastMinute }: GuardTerms): ReturnType<Check> {
  if (ordersPerMinute === null || placedLastMinute < ordersPerMinute) return null
  const now = placedLastMinute + 1
  return ['TOO_MANY_ORDERS', `At most ${ordersPerMinute} orders go out in a minute; this would be number ${now}.`]
}

function checkQuantity({ instrument, quantity }: PlaceRequest, { limits }: GuardState): ReturnType<Check> {
  if (limits.quantity === null || quantity.lte(limits.quantity)) return null
  const bound = `An order may be at most ${toText(limits.quantity)}`
  return ['ORDER_TOO_LARGE', `${bound}; the one for ${instrument} is ${toText(quantity)}.`]
}

function checkNotional(order: PlaceRequest, { limits, rate, reportingCoin }: GuardState): ReturnType<Check> {
  if (limits.notional === null) return null
  const bound = `An order may be worth at most ${toText(limits.notional)} ${reportingCoin}`
  if (rate === null) return ['ORDER_TOO_LARGE', `${bound}; what the one for ${order.instrument} is worth is not known.`]
  const value = order.price.times(order.quantity).times(rate)
  if (value.lte(limits.notional)) return null
  return ['ORDER_TOO_LARGE', `${bound}; the one for ${order.instrument} is worth ${value.toFixed(2)}.`]
}

function checkPrice(order: PlaceRequest, { limits: { priceBand }, market }: GuardState): ReturnType<Check> {
  if (priceBand === null) return null
  const { instrument, side, price } = order
  const percent = toText(priceBand.times(100))
  const bound = `A price may be at most ${percent} % worse than the market`
  if (market === null) return ['PRICE_TOO_FAR', `${bound}; the market price of ${instrument} is not known.`]
  const worse = side === 'buy' ? price.minus(market) : market.minus(price)
  const share = worse.div(market)
  if (share.lte(priceBand)) return null
  const gap = `${share.times(100).toFixed(2)} % worse than ${toText(market)}`
  return ['PRICE_TOO_FAR', `${bound}; ${toText(price)} for ${instrument} is ${gap}.`]
}
