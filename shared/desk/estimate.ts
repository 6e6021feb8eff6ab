/** Estimates the effect, cost and time of a plan from its facts. An unknown figure is null, never a guess. */
import { decimal, sum } from '../domain/decimal.ts'
import type { Message } from '../domain/message.ts'
import type { Order } from '../domain/order.ts'
import { amount, message } from '../words/message.ts'
import { wrongWay } from './book-price.ts'
import type { Draft } from './compile/draft.ts'
import { ageOf } from './compile/unread.ts'
import { costsOf, type LegCost } from './estimate/costs.ts'
import { marginOf } from './estimate/margin-after.ts'
import { worstFirst } from './estimate/warning-order.ts'
import { effectsIn } from './estimate/effect.ts'
import type { DeskFacts, Pace } from './facts.ts'
import { tacticOf, type Action } from './action.ts'
import { takesAtOnce, type PlanEstimate } from './plan.ts'
import { predict, type TimedLeg, type TimeRange } from './predict-time.ts'
import { worthIn } from './worth.ts'

/** Whether the account is read again after the last leg, to check that nothing is left. */
export function looksAgain(action: Action): boolean {
  if (action.kind !== 'closePosition') return action.kind === 'flatten' || action.kind === 'closeSide'
  const { size, tactic } = action
  return size.kind === 'percent' && size.percent === 100 && tactic.kind === 'market'
}

/** What the legs of `draft` are expected to do. */
export function estimate(action: Action, { legs, warnings }: Draft, facts: DeskFacts): PlanEstimate {
  const worth = worthIn(facts)
  const costs = costsOf(legs, facts, worth)
  const { legs: starts, requests, likelyMs, p95Ms } = predict(legs, facts.pace, looksAgain(action), facts.orders)
  const effectOf = effectsIn(action, facts, worth.reportingCoin)
  return {
    requests,
    likelyMs,
    p95Ms,
    legs: costs.map((cost, index) => ({
      startsAtMs: starts[index] ?? 0,
      effect: effectOf(cost),
      price: cost.price,
      slippage: cost.slippage,
      fee: cost.fee,
    })),
    reportingCoin: worth.reportingCoin,
    slippage: sum(costs.flatMap(({ slippage }) => slippage ?? [])),
    fee: sum(costs.flatMap(({ fee }) => fee ?? [])),
    costIsPartial: costs.some(({ slippage, fee }) => slippage === null || fee === null),
    ...(costs.some(({ feeIsAtMost }) => feeIsAtMost) && { feeIsAtMost: true }),
    ...(costs.some(mayNotFill) && { isIfFilled: true }),
    margin: marginOf(costs, facts),
    warnings: worstFirst([...heldBackWarning(facts), ...warnings, ...bookWarnings(costs), ...costly(action, costs)]),
  }
}

/**
 * Whether the leg is a close whose estimate holds only if it fills: it waits at its price, or has a bound and the book
 * is not known that far.
 */
function mayNotFill({ leg, filled }: LegCost): boolean {
  return leg.kind === 'close' && (!takesAtOnce(leg) || (leg.price !== null && filled === null))
}

/** A plan, either in main or in the form that crosses IPC. */
interface TimedPlan {
  readonly action: Action
  readonly legs: readonly TimedLeg[]
  readonly estimate: (TimeRange & { readonly legs: readonly { readonly startsAtMs: number }[] }) | null
}

/**
 * `plan` with its times recomputed for `pace`, because other calls share the same limits. `orders`: the known open
 * orders.
 */
export function retimed<P extends TimedPlan>(
  plan: P,
  pace: Pace,
  orders: readonly Pick<Order, 'action' | 'orderId'>[],
): P {
  const { action, legs, estimate } = plan
  if (estimate === null) return plan
  const { legs: starts, likelyMs, p95Ms } = predict(legs, pace, looksAgain(action), orders)
  const timed = estimate.legs.map((leg, index) => ({ ...leg, startsAtMs: starts[index] ?? 0 }))
  return { ...plan, estimate: { ...estimate, likelyMs, p95Ms, legs: timed } }
}

function heldBackWarning({ heldBackMs }: DeskFacts): readonly Message[] {
  if (heldBackMs === undefined) return []
  return [heldBackMs === null ? message('plan.venueSlowUnaged') : message('plan.venueSlow', { age: ageOf(heldBackMs) })]
}

/** A close that trades this much worse than the market, percent, is worth another look at how it is done. */
const COSTLY_PERCENT = decimal(1)

/** Names what would trade far from its price at once. A trader who set a bound has chosen how far, except on Spot. */
function costly(action: Action, costs: readonly LegCost[]): readonly Message[] {
  const isBound = tacticOf(action).kind !== 'market'
  const names = costs.flatMap(({ leg, price, market }) => {
    if ((leg.kind !== 'close' || isBound || !takesAtOnce(leg)) && leg.kind !== 'sell') return []
    if (price === null || market === null) return []
    const side = leg.kind === 'sell' ? 'sell' : leg.side
    const bound = wrongWay(side, market, COSTLY_PERCENT)
    return (side === 'sell' ? price.lt(bound) : price.gt(bound)) ? [leg.instrument] : []
  })
  if (names.length === 0) return []
  return [message('plan.costly', { names: [...new Set(names)].sort(), percent: amount(COSTLY_PERCENT) })]
}

function bookWarnings(costs: readonly LegCost[]): readonly Message[] {
  const unpriced = costs.filter(
    ({ leg, price, filled }) => (leg.kind === 'close' || leg.kind === 'sell') && price === null && filled === null,
  )
  const unsound = unpriced.flatMap(({ leg, unsound: why }) =>
    why === null ? [] : [message('plan.bookUnsound', { names: [leg.instrument], why })],
  )
  const short = unpriced.flatMap(({ leg, unsound: why }) => (why === null ? [leg.instrument] : []))
  const names = [...new Set(short)].sort()
  return [...(names.length > 0 ? [message('plan.bookShort', { names })] : []), ...unsound]
}
