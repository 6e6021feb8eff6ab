/**
 * The schema of every action a trader can ask for. It is plain data, with amounts as decimal text as typed. An action
 * names its targets; sizes and prices that the trader did not type are taken from the newest read when the plan is
 * made. The types in `action.ts`, the check of the window's requests and the check of journal rows all come from this
 * schema.
 */
import { z } from 'zod'
import { AREAS, VENUE_NAME } from '../domain/instrument.ts'
import type { Message } from '../domain/message.ts'
import { message } from '../words/message.ts'

/** The most orders one action can cancel. */
const MOST_ORDERS = 1_000
/** The most positions one `reduce` can name. */
const MOST_CLOSES = 20

/** How strict a schema is about unknown members, text formats and list lengths. */
interface Rules {
  readonly object: <S extends z.core.$ZodShape>(shape: S) => z.ZodReadonly<z.ZodObject<S>>
  readonly text: (strict: z.ZodType<string, string>) => z.ZodType<string, string>
  readonly listOf: <T extends z.ZodType>(entry: T, most: number) => z.ZodReadonly<z.ZodArray<T>>
}

/** For the window: no unknown members, and nothing longer than is realistic. */
const ASKED: Rules = {
  object: (shape) => z.strictObject(shape).readonly(),
  text: (strict) => strict,
  listOf: (entry, most) => z.array(entry).min(1).max(most).readonly(),
}

/** For the journal: it holds rows of every version, so limits added later must not reject them. */
const KEPT: Rules = {
  object: (shape) => z.object(shape).readonly(),
  text: () => z.string(),
  listOf: (entry) => z.array(entry).readonly(),
}

/** The message for a refused value, used when naming its field is not enough. */
export function saying(says: Message): { readonly params: { readonly says: Message } } {
  return { params: { says } }
}

/** As `positionKey` of shared/domain/account.ts makes them. */
const POSITION_KEY = new RegExp(`${VENUE_NAME.source.slice(0, -1)}:(cross|isolated):(long|short)$`, 'u')

/** Decimal text as a trader types it: above zero, no sign, no exponent. */
export const typedAmount = z
  .string()
  .refine((text) => /^(?=.*[1-9])\d{1,20}(\.\d{1,20})?$/.test(text), saying(message('main.typedAmount')))

export const askedAction = actionBy(ASKED)
export const keptAction = actionBy(KEPT)

function actionBy(rules: Rules) {
  const { object, text, listOf } = rules
  const area = z.enum(AREAS)
  // The window returns instrument names and ids exactly as the venue sent them. Native boxes show them, so a page cannot
  // put a sentence of its own there.
  const instrument = text(z.string().regex(VENUE_NAME))
  const orderRef = { area, instrument, orderId: text(z.string().regex(/^\d{1,20}$/)) }
  const positionKey = text(z.string().regex(POSITION_KEY))
  const amount = text(typedAmount)

  /** How much of a position: a percentage of what is held when the plan is made, or a number of contracts. */
  const size = z.discriminatedUnion('kind', [
    object({ kind: z.literal('percent'), percent: z.literal([25, 50, 75, 100]) }),
    object({ kind: z.literal('volume'), volume: amount }),
  ])

  /** How a close is executed at a distance from the mark, percent, when the plan is made. */
  const fromMark = [
    /** At once, no further from the mark than this; the part that does not fill stays open. */
    object({ kind: z.literal('capped'), percent: amount }),
    /** With a limit order this much better than the mark. */
    object({ kind: z.literal('offset'), percent: amount }),
  ] as const
  /** Of many closes at once. Absent: at market. */
  const tacticOfAll = z.discriminatedUnion('kind', fromMark).optional()

  /** How a close is executed. */
  const tactic = z.discriminatedUnion('kind', [
    /** At once, at any price in the order book. */
    object({ kind: z.literal('market') }),
    ...fromMark,
    /** With a limit order at this price. */
    object({ kind: z.literal('limit'), price: amount }),
    /**
     * With an order at the best price of its own side of the book, moved whenever that price moves, until it fills or
     * the price is `stopPercent` worse than at the start.
     */
    object({ kind: z.literal('chase'), stopPercent: amount }),
  ])

  return z.discriminatedUnion('kind', [
    object({ kind: z.literal('cancelOrder'), ...orderRef }),
    object({ kind: z.literal('cancelOrders'), orders: listOf(object(orderRef), MOST_ORDERS) }),
    object({
      kind: z.literal('cancelMatching'),
      /** Cancels the open orders that match every member; null matches any. */
      filter: object({
        area: area.nullable(),
        instrument: instrument.nullable(),
        side: z.enum(['buy', 'sell']).nullable(),
        /** Whether orders that close a position are included; they may be its stops. */
        closing: z.boolean(),
      }),
    }),
    object({ kind: z.literal('closePosition'), positionKey, size, tactic }),
    object({ kind: z.literal('closeSide'), side: z.enum(['long', 'short']) }),
    /** Closes the same share of every position, or of those of one side. Nothing else is touched. */
    object({
      kind: z.literal('reduceAll'),
      side: z.enum(['long', 'short']).nullable(),
      percent: z.literal([25, 50, 75, 100]),
      tactic: tacticOfAll,
    }),
    /** Reduces several positions, to get back to a chosen margin rate. */
    object({
      kind: z.literal('reduce'),
      closes: listOf(object({ positionKey, volume: amount }), MOST_CLOSES),
      tactic: tacticOfAll,
    }),
    /**
     * Cancels every open order and closes every position, then verifies both. `sell` also sells Spot holdings, always at
     * market. An order that waits would not be flat, so the one tactic besides the market is a cap.
     */
    object({ kind: z.literal('flatten'), spot: z.enum(['keep', 'sell']), tactic: fromMark[0].optional() }),
    object({
      kind: z.literal('protect'),
      positionKey,
      purpose: z.enum(['stopLoss', 'takeProfit']),
      size,
      /** The trigger: a price, or the price at which the position breaks even after fees. */
      trigger: z.discriminatedUnion('kind', [
        object({ kind: z.literal('price'), price: amount }),
        object({ kind: z.literal('breakEven') }),
      ]),
    }),
    /** A stop-loss at break-even for the whole of every position where the market allows it. */
    object({ kind: z.literal('breakEvenAll') }),
    /**
     * Places again the unfilled rest of orders that an earlier intent cancelled. They lose their place in the queue.
     */
    object({ kind: z.literal('restore'), intentId: text(z.uuid()) }),
  ])
}
