/**
 * The schema of a plan's requests and estimate. The types in `plan.ts` and the check of journal rows come from it.
 * Unknown members, written by a later Plimsoll, are ignored; a missing or invalid member is damage.
 */
import { z } from 'zod'
import { asBaseQuantity, asContracts, asPrice } from '../domain/amounts.ts'
import { parseDecimal, type Decimal } from '../domain/decimal.ts'
import { AREAS } from '../domain/instrument.ts'
import { keptMessage } from '../words/message-schema.ts'

const text = z.string()

/** An amount as decimal text. */
export const amount = text.transform((value, context): Decimal => {
  const parsed = parseDecimal(value)
  if (parsed !== null) return parsed
  context.issues.push({ code: 'custom', message: 'notDecimal', input: value })
  return z.NEVER
})

/** Trade side: sell closes a long, buy closes a short. */
const side = z.enum(['buy', 'sell'])
/** Our own id, under 32 characters. The venue may not echo it. */
const clientOrderId = text

const onPosition = {
  area: z.literal('contract'),
  instrument: text,
  positionKey: text,
  side,
  marginMode: z.enum(['cross', 'isolated']),
  volume: amount.transform(asContracts),
}
const onSpot = {
  area: z.literal('spot'),
  instrument: text,
  quantity: amount.transform(asBaseQuantity),
  clientOrderId,
}

const cancel = z.object({ kind: z.literal('cancel'), area: z.enum(AREAS), instrument: text, orderId: text })

const close = z.object({
  kind: z.literal('close'),
  ...onPosition,
  /** Leverage of the position at planning; some venues require it. Absent: unknown. */
  leverage: amount.exactOptional(),
  /** null: at market. */
  price: amount.transform(asPrice).nullable(),
  /**
   * For an order with a price: `rest` waits at that price, `IOC` takes what the book offers up to it and drops the
   * rest.
   */
  timeInForce: z.enum(['rest', 'IOC']),
  /**
   * Age of the position's size at planning, ms, if the account could not be read. Absent: the size was read for this
   * plan.
   */
  knownMs: z.number().exactOptional(),
  clientOrderId,
})

/** Sells a Spot holding at market. */
const sell = z.object({
  kind: z.literal('sell'),
  ...onSpot,
  /** The asset sold. */
  asset: text,
  /** The whole balance at planning, base units. Absent: unknown. */
  held: amount.exactOptional(),
})

/**
 * A conditional order at market that closes all or part of a position. It has no client id, and no endpoint of the venue
 * lists it.
 */
const protect = z.object({
  kind: z.literal('protect'),
  ...onPosition,
  purpose: z.enum(['stopLoss', 'takeProfit']),
  triggerPrice: amount.transform(asPrice),
  /** `rise`: fires when the price reaches the trigger from below; `fall`: from above. */
  trigger: z.enum(['rise', 'fall']),
})

/**
 * Places a cancelled Spot limit order again. Contract orders do not state their margin mode, so they cannot be
 * restored.
 */
const place = z.object({
  kind: z.literal('place'),
  ...onSpot,
  /** Id of the cancelled order that this one replaces. */
  standsFor: text,
  side,
  price: amount.transform(asPrice),
})

export const legRequest = z.discriminatedUnion('kind', [
  cancel.readonly(),
  close.readonly(),
  sell.readonly(),
  protect.readonly(),
  place.readonly(),
])

/** The estimate of one leg. An unknown figure is null, never a guess. */
const legEstimate = z
  .object({
    /** The earliest start, ms from the start of the plan, given the rate limits and the round trip. */
    startsAtMs: z.number(),
    /** "frees 4 contracts", "sells about 12 at 3,501.2 (9 bps below the mark)". */
    effect: keptMessage,
    /** Average price from the current book; null if the book is unknown or too thin. */
    price: amount.nullable(),
    /** Slippage against the mark, and the fee, in the reporting coin. Null if unknown; zero for a cancel. */
    slippage: amount.nullable(),
    fee: amount.nullable(),
  })
  .readonly()

/** The estimate of a whole plan at the time it was made. */
export const planEstimate = z
  .object({
    /** Calls that change something; a batch cancel counts as one. */
    requests: z.number(),
    /** Time until a read has verified every effect, ms: the likely figure, and the 95th percentile. */
    likelyMs: z.number(),
    p95Ms: z.number(),
    /** One for each leg, in the same order. */
    legs: z.array(legEstimate).readonly(),
    /** Sums of the known costs, in the reporting coin. `costIsPartial`: some costs are unknown. */
    reportingCoin: text,
    slippage: amount,
    fee: amount,
    costIsPartial: z.boolean(),
    /** True if a fee uses the venue's worst-case rate because the account's own is unknown. Absent: no fee does. */
    feeIsAtMost: z.boolean().exactOptional(),
    /** True if cost and margin assume that orders fill which wait, or whose book is not known. Absent: there are none. */
    isIfFilled: z.boolean().exactOptional(),
    /**
     * Margin rates of each unit that the plan touches. Null `after`: no position is left. Null `before`: unknown. Equal
     * rates of a cross unit mean "this or better".
     */
    margin: z
      .array(z.object({ unitId: text, before: z.number().nullable(), after: z.number().nullable() }).readonly())
      .readonly(),
    /** All warnings, worst first: "2 protective orders stay", "BTC/USDT could not be read". */
    warnings: z.array(keptMessage).readonly(),
  })
  .readonly()
