/**
 * The requests of a plan and its estimate, in one schema: the types of `plan.ts` and the check of the journal's rows come
 * from here. Unknown members, of a later Plimsoll, are ignored; a missing or invalid member is damage.
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
/** Ours, under 32 characters; the venue may not echo it. */
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
  /** Of the position at planning: some venues require it. Absent: not known. */
  leverage: amount.exactOptional(),
  /** null: at market. */
  price: amount.transform(asPrice).nullable(),
  /** Of an order with a price: `rest` waits at it; `IOC` takes what the book has up to it and drops the rest. */
  timeInForce: z.enum(['rest', 'IOC']),
  /** Age of the size at planning, ms, if the account could not be read. Absent: read for the plan. */
  knownMs: z.number().exactOptional(),
  clientOrderId,
})

/** Sells a Spot holding at market. */
const sell = z.object({
  kind: z.literal('sell'),
  ...onSpot,
  /** The asset sold. */
  asset: text,
  /** The whole balance at planning, base units. Absent: not known. */
  held: amount.exactOptional(),
})

/** A condition order at market that closes (a part of) a position. It has no client id, and the venue lists it nowhere. */
const protect = z.object({
  kind: z.literal('protect'),
  ...onPosition,
  purpose: z.enum(['stopLoss', 'takeProfit']),
  triggerPrice: amount.transform(asPrice),
  /** `rise`: fires when the price reaches the trigger from below; `fall`: from above. */
  trigger: z.enum(['rise', 'fall']),
})

/** A limit order placed again on Spot. (Contract orders do not tell their margin mode, so they can not be.) */
const place = z.object({
  kind: z.literal('place'),
  ...onSpot,
  /** The cancelled order that it replaces. */
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

/** The estimate of one leg. Unknown is null, never a guess. */
const legEstimate = z
  .object({
    /** The earliest start, ms from the start of the plan, by rate limits and the round trip. */
    startsAtMs: z.number(),
    /** "frees 4 contracts", "sells about 12 at 3,501.2 (9 bps below the mark)". */
    effect: keptMessage,
    /** Average price by the book now; null: the book is not known or not deep enough. */
    price: amount.nullable(),
    /** Slippage against the mark, and the fee; reporting coin. null: not known; zero for a cancel. */
    slippage: amount.nullable(),
    fee: amount.nullable(),
  })
  .readonly()

/** The estimate of a whole plan, when it was made. */
export const planEstimate = z
  .object({
    /** Calls that change something: a batch cancel counts once. */
    requests: z.number(),
    /** Until every effect is verified by a read, ms: likely, and 19 times in 20. */
    likelyMs: z.number(),
    p95Ms: z.number(),
    /** One for each leg, in the same order. */
    legs: z.array(legEstimate).readonly(),
    /** Sums of the known costs, reporting coin; `costIsPartial`: some are not known. */
    reportingCoin: text,
    slippage: amount,
    fee: amount,
    costIsPartial: z.boolean(),
    /** A fee is the venue's worst case, because the account's own rate is not known. Absent: none is. */
    feeIsAtMost: z.boolean().exactOptional(),
    /** Cost and margin are those of waiting orders, if filled at their prices. Absent: they are not. */
    isIfFilled: z.boolean().exactOptional(),
    /**
     * Margin rates of each unit that the plan touches. null after: no position left; null before: not known. Equal rates
     * of a cross unit: that or better.
     */
    margin: z
      .array(z.object({ unitId: text, before: z.number().nullable(), after: z.number().nullable() }).readonly())
      .readonly(),
    /** All warnings, worst first: "2 protective orders stay", "BTC/USDT could not be read". */
    warnings: z.array(keptMessage).readonly(),
  })
  .readonly()
