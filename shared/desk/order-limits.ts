/**
 * The limits that a trader sets for an account on orders that add risk. They are text as typed: in the file, on the
 * wire and in the report. Exits have no limits.
 */
import { z } from 'zod'
import { decimal, toText } from '../domain/decimal.ts'
import { message } from '../words/message.ts'
import { saying, typedAmount } from './action-schema.ts'
import type { GuardLimits } from './guard.ts'

/** The largest price limit, percent: no sell can be priced more than 100 % below the market. */
export const MOST_PERCENT = 100
export const MOST_PER_MINUTE = 1_000

const amountText = typedAmount.transform((text) => toText(decimal(text)))

export const orderLimits = z.strictObject({
  /** Highest value of one order, in `MARKET_COIN`. */
  value: amountText,
  /** How much worse than the market an order's price may be, percent. */
  percent: amountText.refine(
    (text) => decimal(text).lte(MOST_PERCENT),
    saying(message('main.limitPercent', { most: MOST_PERCENT })),
  ),
  /** New orders per minute. */
  perMinute: z.int().min(1).max(MOST_PER_MINUTE),
})
export type OrderLimits = z.infer<typeof orderLimits>

/** The limits of an account for which none were chosen. */
export const USUAL_LIMITS: OrderLimits = {
  value: toText(decimal(100_000)),
  percent: toText(decimal(5)),
  perMinute: 120,
}

export const LIMIT_NAMES = ['value', 'percent', 'perMinute'] as const satisfies readonly (keyof OrderLimits)[]

/** The chosen limits in the form that the guard enforces. */
export function guardLimits({ value, percent, perMinute }: OrderLimits): GuardLimits {
  return {
    notional: decimal(value),
    priceBand: decimal(percent).div(100),
    ordersPerMinute: perMinute,
  }
}

export const DEFAULT_LIMITS: GuardLimits = guardLimits(USUAL_LIMITS)

/** The names of those limits that allow more than the limits `than`. */
export function loosened(limits: OrderLimits, than: OrderLimits): readonly (keyof OrderLimits)[] {
  return LIMIT_NAMES.filter((name) => decimal(limits[name]).gt(decimal(than[name])))
}

/** The limits `than`, made as tight as `limits` where those allow less. */
export function tightened(limits: OrderLimits, than: OrderLimits): OrderLimits {
  return { ...limits, ...Object.fromEntries(loosened(limits, than).map((name) => [name, than[name]])) }
}

export function sameLimits(one: OrderLimits, other: OrderLimits): boolean {
  return LIMIT_NAMES.every((name) => one[name] === other[name])
}
