/** What a journal row may hold. Fields of a later Plimsoll are ignored; a missing or wrong field is damage. */
import { z } from 'zod'
import { keptAction } from '#shared/desk/action-schema.ts'
import type { DenyCode, LegState } from '#shared/desk/plan.ts'
import { amount, legRequest, planEstimate } from '#shared/desk/plan-schema.ts'
import type { FailureKind } from '#shared/domain/failure.ts'
import type { Order, OrderStatus, OrderType } from '#shared/domain/order.ts'
import { keptMessage as said } from '#shared/words/message-schema.ts'
import { NEXT_STATES } from '../state/transitions.ts'
import type { Entry, LegRecord } from './entry.ts'

const text = z.string()
/** An enum of all words of a type. Leaving one out of the table does not compile. */
function word<W extends string>(words: { readonly [K in W]: K }): z.ZodEnum<{ readonly [K in W]: K }> {
  return z.enum(words)
}

const area = word({ spot: 'spot', contract: 'contract' })
const side = word({ buy: 'buy', sell: 'sell' })
const orderAction = word({ open: 'open', close: 'close' })
const orderType = word<OrderType>({ limit: 'limit', market: 'market', other: 'other' })

const orderStatus = word<OrderStatus>({
  new: 'new',
  'partially-filled': 'partially-filled',
  filled: 'filled',
  canceling: 'canceling',
  canceled: 'canceled',
  rejected: 'rejected',
  expired: 'expired',
  unknown: 'unknown',
})

export const orderSchema: z.ZodType<Order> = z.object({
  ...{ area, instrument: text, orderId: text },
  clientOrderId: text.nullable(),
  side,
  action: orderAction.nullable(),
  type: orderType,
  price: amount.nullable(),
  quantity: amount,
  executed: amount,
  averagePrice: amount.nullable(),
  status: orderStatus,
  createdAt: z.number().nullable(),
})

const failure = z.object({
  // It is only shown, so a word of another version does no harm.
  kind: z.custom<FailureKind>((value) => typeof value === 'string'),
  operation: text,
  outcome: z.enum(['notSent', 'rejected', 'unknown']),
  retry: z.enum(['never', 'soon', 'later', 'afterClockSync']),
  message: said,
  venue: z.object({ code: text, message: text }).nullable(),
  httpStatus: z.number().nullable(),
  timestamp: z.number().nullable(),
})

const filled = z.array(z.object({ orderId: text, executed: amount }))

const before = z.object({
  at: z.number().nullable(),
  orderIds: z.array(text).nullable(),
  opening: filled,
  closing: filled.exactOptional(),
  closable: amount,
  pendingClose: amount,
  unexplained: amount.exactOptional(),
  isUnread: z.literal(true).exactOptional(),
  lastHeld: amount.exactOptional(),
})

export const recordSchema: z.ZodType<LegRecord> = z.object({
  state: z.enum(Object.keys(NEXT_STATES) as LegState[]),
  orderId: text.nullable(),
  executed: amount.nullable(),
  fillPrice: amount.exactOptional(),
  detail: said,
  failure: failure.nullable(),
  expiresAt: z.number().nullable(),
  before: before.nullable(),
  freed: z.object({ side: z.enum(['buy', 'sell']), volume: amount }).exactOptional(),
  waited: z.literal(true).exactOptional(),
  isAwaited: z.literal(true).exactOptional(),
})

export const denialSchema = z.object({ code: z.custom<DenyCode>((value) => typeof value === 'string'), message: said })
const legs = z.array(legRequest)
const orders = z.array(orderSchema)

const leg = z.int().nonnegative()

const entries = [
  z.object({
    kind: z.literal('accepted'),
    plan: z.object({ action: keptAction, legs, estimate: planEstimate.nullable() }),
    orders,
    missed: said.nullable(),
    left: said.exactOptional(),
  }),
  z.object({ kind: z.literal('extended'), legs, orders }),
  z.object({ kind: z.literal('looked'), look: z.enum(['clear', 'unseen', 'none']), note: said.nullable() }),
  z.object({ kind: z.literal('orphaned'), leg }),
  z.object({ kind: z.literal('triggered'), leg, effect: z.enum(['closed', 'nothing']) }),
  z.object({ kind: z.literal('seen') }),
  z.object({ kind: z.literal('left'), lines: z.array(said) }),
  z.object({ kind: z.literal('denied'), action: keptAction, denial: denialSchema }),
  z.object({ kind: z.literal('leg'), leg, record: recordSchema }),
] as const

export const entrySchema: z.ZodType<Entry> = z.discriminatedUnion('kind', entries)

/** The kinds of entry that this version knows. */
export const KINDS: ReadonlySet<string> = new Set(entries.map(({ shape }) => shape.kind.value))
