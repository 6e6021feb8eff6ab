/**
 * What a trader asks for, in one schema: plain data, amounts as decimal text as typed. It names things; sizes and prices
 * that are not typed come from the newest read when the plan is made. The types of `action.ts`, the check of what the
 * window asks and the check of the journal's rows all come from here.
 */
import { z } from 'zod'
import { AREAS } from '../domain/instrument.ts'
import type { Message } from '../domain/message.ts'
import { message } from '../words/message.ts'

/** The most orders one click can take back. */
const MOST_ORDERS = 1_000
/** The most positions one plan makes smaller by sizes of their own. */
const MOST_CLOSES = 20

type Text = z.ZodType<string, string>

/** How strict a schema is: about unknown members, texts, and the length of lists. */
interface Rules {
  readonly object: <S extends z.core.$ZodShape>(shape: S) => z.ZodReadonly<z.ZodObject<S>>
  readonly text: (strict: Text) => Text
  readonly listOf: <T extends z.ZodType>(entry: T, most: number) => z.ZodReadonly<z.ZodArray<T>>
}

/** For the window: no unknown members, and nothing longer than is realistic. */
const ASKED: Rules = {
  object: (shape) => z.strictObject(shape).readonly(),
  text: (strict) => strict,
  listOf: (entry, most) => z.array(entry).min(1).max(most).readonly(),
}

/** For the journal: rows of every version, so later bounds do not apply. */
const KEPT: Rules = {
  object: (shape) => z.object(shape).readonly(),
  text: () => z.string(),
  listOf: (entry) => z.array(entry).readonly(),
}

/** The message for a refused value, where naming its field is not enough. */
export function saying(says: Message): { readonly params: { readonly says: Message } } {
  return { params: { says } }
}

/** Decimal text as a trader types it: above zero, no sign, no exponent. */
export const typedAmount = z
  .string()
  .refine((text) => /^(?=.*[1-9])\d{1,20}(\.\d{1,20})?$/.test(text), saying(message('main.typedAmount')))

export const askedAction = actionBy(ASKED)
export const keptAction = actionBy(KEPT)

function actionBy(rules: Rules) {
  const { object, text, listOf } = rules
  const area = z.enum(AREAS)
  // Instrument names and ids come back from the window exactly as the venue gave them.
  const instrument = text(z.string().min(1).max(64))
  const orderRef = { area, instrument, orderId: text(z.string().regex(/^\d{1,20}$/)) }
  const positionKey = text(z.string().min(1).max(128))
  const amount = text(typedAmount)

  /** How much of a position: a share of what is held when the plan is made, or contracts. */
  const size = z.discriminatedUnion('kind', [
    object({ kind: z.literal('percent'), percent: z.literal([25, 50, 75, 100]) }),
    object({ kind: z.literal('volume'), volume: amount }),
  ])

  const tactic = tacticBy(rules)

  return z.discriminatedUnion('kind', [
    object({ kind: z.literal('cancelOrder'), ...orderRef }),
    object({ kind: z.literal('cancelOrders'), orders: listOf(object(orderRef), MOST_ORDERS) }),
    object({
      kind: z.literal('cancelMatching'),
      /** Open orders that match all of these; null: any. */
      filter: object({
        area: area.nullable(),
        instrument: instrument.nullable(),
        side: z.enum(['buy', 'sell']).nullable(),
        /** Whether closing orders are included: they may protect a position. */
        closing: z.boolean(),
      }),
    }),
    object({ kind: z.literal('closePosition'), positionKey, size, tactic }),
    object({ kind: z.literal('closeSide'), side: z.enum(['long', 'short']) }),
    /** Reduces several positions at market: a way back to a margin rate. */
    object({ kind: z.literal('reduce'), closes: listOf(object({ positionKey, volume: amount }), MOST_CLOSES) }),
    /** Cancels every open order, closes every position and verifies it; `sell`: sells Spot holdings too. */
    object({ kind: z.literal('flatten'), spot: z.enum(['keep', 'sell']) }),
    object({
      kind: z.literal('protect'),
      positionKey,
      purpose: z.enum(['stopLoss', 'takeProfit']),
      size,
      /** Where it fires: at a price, or where the position comes out even, fees included. */
      trigger: z.discriminatedUnion('kind', [
        object({ kind: z.literal('price'), price: amount }),
        object({ kind: z.literal('breakEven') }),
      ]),
    }),
    /** Places again what an earlier intent cancelled, as far as it was not filled; its place in the queue is lost. */
    object({ kind: z.literal('restore'), intentId: text(z.uuid()) }),
  ])
}

/** How a close trades. */
function tacticBy({ object, text }: Rules) {
  const amount = text(typedAmount)
  return z.discriminatedUnion('kind', [
    /** At once, at any price in the order book. */
    object({ kind: z.literal('market') }),
    /** At once, at most `percent` away from the mark; what the book does not fill by there stays. */
    object({ kind: z.literal('capped'), percent: amount }),
    /** By an order that waits at a price. */
    object({ kind: z.literal('limit'), price: amount }),
    /**
     * By an order at the best price of its own side of the book that is moved after it, until it is filled or the price
     * is `stopPercent` worse than at the start.
     */
    object({ kind: z.literal('chase'), stopPercent: amount }),
  ])
}
