/**
 * The requests of a plan and what is expected of it, in one schema: the types of `plan.ts` and the check of the journal's
 * rows come from here. A member that is not here is of a later Plimsoll and is passed over; a member that is missing, or
 * is not what it should be, is damage.
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
  /** Of the position, as it was planned by: some venues take no order without it. Absent: not known. */
  leverage: amount.exactOptional(),
  /** null: at market. */
  price: amount.transform(asPrice).nullable(),
  /** Of an order with a price: `rest` waits at it; `IOC` takes what the book has up to it and gives up what is left. */
  timeInForce: z.enum(['rest', 'IOC']),
  /** How old the size was that it was planned by, ms, where the account could not be read. Absent: read for the plan. */
  knownMs: z.number().exactOptional(),
  clientOrderId,
})

/** Sells a Spot holding at market. */
const sell = z.object({
  kind: z.literal('sell'),
  ...onSpot,
  /** The asset sold. */
  asset: text,
  /** All that was held of it when this was planned, base units. Absent: not known. */
  held: amount.exactOptional(),
})

/**
 * A condition order at market that closes (a part of) a position. The venue takes no client id for it and lists it
 * nowhere.
 */
const protect = z.object({
  kind: z.literal('protect'),
  ...onPosition,
  purpose: z.enum(['stopLoss', 'takeProfit']),
  triggerPrice: amount.transform(asPrice),
  /** `rise`: fires when the price reaches the trigger from below; `fall`: from above. */
  trigger: z.enum(['rise', 'fall']),
})

/** A limit order placed again on Spot. (A contract order does not tell its margin mode, so it can not be.) */
const place = z.object({
  kind: z.literal('place'),
  ...onSpot,
  /** The cancelled order it stands in for. */
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

/** What one leg is expected to do, cost and take. Unknown is null, never a guess. */
const legEstimate = z
  .object({
    /** ms from the start, at the earliest, by rate limits and the round trip. */
    startsAtMs: z.number(),
    /** "frees 4 contracts", "sells about 12 at 3,501.2 (9 bps below the mark)". */
    effect: keptMessage,
    /** Average price the book gives now; null where the book is not known or not deep enough. */
    price: amount.nullable(),
    /**
     * What the trade gives away against the mark, and the fee; reporting coin. null when not known; zero for a cancel.
     */
    slippage: amount.nullable(),
    fee: amount.nullable(),
  })
  .readonly()

/** What a whole plan is expected to do, as of when it was made. */
export const planEstimate = z
  .object({
    /** Calls that change something: a batch cancel counts once. */
    requests: z.number(),
    /** From the first byte until every effect was seen in a read, ms: as likely as not, and 19 times in 20. */
    likelyMs: z.number(),
    p95Ms: z.number(),
    /** One for each leg, in the same order. */
    legs: z.array(legEstimate).readonly(),
    /** Sums of what is known; `costIsPartial` when a leg's is not. Reporting coin. */
    reportingCoin: text,
    slippage: amount,
    fee: amount,
    costIsPartial: z.boolean(),
    /** Whether a fee in it is the worst the venue may take, because what the account pays is not known. Absent: it is. */
    feeIsAtMost: z.boolean().exactOptional(),
    /** Whether cost and margin are of orders that wait, if they are filled at their prices. Absent: they are not. */
    isIfFilled: z.boolean().exactOptional(),
    /**
     * Margin rate of each margin unit the plan touches. null after: no position left; null before: not known. The same
     * after as before on a cross unit: that or better.
     */
    margin: z
      .array(z.object({ unitId: text, before: z.number().nullable(), after: z.number().nullable() }).readonly())
      .readonly(),
    /** What else happens or does not, all of it, worst first: "2 protective orders stay", "BTC/USDT could not be read". */
    warnings: z.array(keptMessage).readonly(),
  })
  .readonly()
