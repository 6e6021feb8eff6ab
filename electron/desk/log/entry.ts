/**
 * The contents of the journal: one entry per row, as a line of text. Fields of a later Plimsoll are ignored; a missing
 * or wrong field is damage.
 */
import { z } from 'zod'
import { keptAction } from '#shared/desk/action-schema.ts'
import { LEG_STATES, type DenyCode, type Plan } from '#shared/desk/plan.ts'
import { amount, legRequest, planEstimate } from '#shared/desk/plan-schema.ts'
import { encode } from '#shared/domain/decimal.ts'
import { OUTCOMES, RETRIES, type Failure, type FailureKind } from '#shared/domain/failure.ts'
import { AREAS } from '#shared/domain/instrument.ts'
import { parsedJson } from '#shared/domain/json.ts'
import { ORDER_ACTIONS, ORDER_SIDES, ORDER_STATUSES, ORDER_TYPES, type Order } from '#shared/domain/order.ts'
import { keptMessage as said } from '#shared/words/message-schema.ts'
import { message } from '#shared/words/message.ts'

const text = z.string()

export const orderSchema: z.ZodType<Order> = z.object({
  area: z.enum(AREAS),
  instrument: text,
  orderId: text,
  clientOrderId: text.nullable(),
  side: z.enum(ORDER_SIDES),
  action: z.enum(ORDER_ACTIONS).nullable(),
  type: z.enum(ORDER_TYPES),
  price: amount.nullable(),
  quantity: amount,
  executed: amount,
  averagePrice: amount.nullable(),
  status: z.enum(ORDER_STATUSES),
  createdAt: z.number().nullable(),
})

const failure: z.ZodType<Failure> = z.object({
  // It is only shown, so a word of another version does no harm.
  kind: z.custom<FailureKind>((value) => typeof value === 'string'),
  operation: text,
  outcome: z.enum(OUTCOMES),
  retry: z.enum(RETRIES),
  message: said,
  venue: z.object({ code: text, message: text }).nullable(),
  httpStatus: z.number().nullable(),
  timestamp: z.number().nullable(),
})

const filled = z.array(z.object({ orderId: text, executed: amount }).readonly()).readonly()

/** What the venue showed just before a close was sent. Later reads are compared with it. */
const beforeClose = z
  .object({
    /** Venue time of the read, ms, biased to the past; null when that clock was not known. */
    at: z.number().nullable(),
    /** Open orders of the contract; null: they could not be read. */
    orderIds: z.array(text).readonly().nullable(),
    /** The opening orders among them, and how much of each was filled: those fills make the position larger. */
    opening: filled,
    /** The closing orders, and how much of each was filled. Absent: they may close another position on the same side. */
    closing: filled.exactOptional(),
    /** Contracts of the position not locked by a closing order, and those locked by one. */
    closable: amount,
    pendingClose: amount,
    /** Locked contracts that no listed order accounts for. Absent: none. */
    unexplained: amount.exactOptional(),
    /** The position could not be read, so both amounts are a meaningless 0. */
    isUnread: z.literal(true).exactOptional(),
    /** Contracts last known of a position that could not be read, less what our closes took since. */
    lastHeld: amount.exactOptional(),
  })
  .readonly()
export type BeforeClose = z.infer<typeof beforeClose>

/** Everything known of one leg. Each change is journalled as a whole record. */
export const legRecord = z
  .object({
    state: z.enum(LEG_STATES),
    orderId: text.nullable(),
    executed: amount.nullable(),
    /** Average price of what was executed, as the venue gives it with the order. Absent: not known. */
    fillPrice: amount.exactOptional(),
    detail: said,
    failure: failure.nullable(),
    /**
     * Venue time, ms, after which the request can no longer take effect. null: unknown; it is then counted from the
     * first look.
     */
    expiresAt: z.number().nullable(),
    before: beforeClose.nullable(),
    /**
     * Contracts that a cancelled closing order freed when it ended, taken from the order itself. Absent: we did not see
     * it.
     */
    freed: z
      .object({ side: z.enum(ORDER_SIDES), volume: amount })
      .readonly()
      .exactOptional(),
    /** Its order waited at its price before this state. Absent: it did not. */
    waited: z.literal(true).exactOptional(),
    /** The trader was warned that the request may still take effect. The warning is shown once. */
    isAwaited: z.literal(true).exactOptional(),
  })
  .readonly()
export type LegRecord = z.infer<typeof legRecord>

export const PLANNED: LegRecord = {
  state: 'planned',
  orderId: null,
  executed: null,
  detail: message('leg.waitsTurn'),
  failure: null,
  expiresAt: null,
  before: null,
}

/** What a protective order did once the price passed its trigger. */
export const triggerEffect = z.enum(['closed', 'nothing'])
export type TriggerEffect = z.infer<typeof triggerEffect>

export const denialSchema = z.object({ code: z.custom<DenyCode>((value) => typeof value === 'string'), message: said })

const legs = z.array(legRequest).readonly()
const orders = z.array(orderSchema).readonly()
const plan: z.ZodType<Plan> = z.object({ action: keptAction, legs, estimate: planEstimate.nullable() })
const leg = z.int().nonnegative()

const entries = [
  z.object({
    kind: z.literal('accepted'),
    plan,
    /** The orders that the plan cancels, as last read before. `restore` places them again. */
    orders,
    /** The part of the action that the plan may miss; null: none. */
    missed: said.nullable(),
    /** The part of the action that was left to another intent. Absent: none. */
    left: said.exactOptional(),
  }),
  /** The further legs that a look planned. Numbering continues from the earlier legs. No legs: nothing is left. */
  z.object({ kind: z.literal('extended'), legs, orders }),
  /**
   * The last look. `clear`: nothing is left. `unseen`: whether anything is left is unknown, and `note` says what is
   * known. `none`: there was nothing to look for.
   */
  z.object({ kind: z.literal('looked'), look: z.enum(['clear', 'unseen', 'none']), note: said.nullable() }),
  /** The position of a protective order was seen gone. A position held later under the same key is another one. */
  z.object({ kind: z.literal('orphaned'), leg }),
  /** The price passed the trigger of a protective order. `effect`: whether the order then closed its position. */
  z.object({ kind: z.literal('triggered'), leg, effect: triggerEffect }),
  /** The trader marked the intent as seen. */
  z.object({ kind: z.literal('seen') }),
  /**
   * The trader left while something was in progress, after seeing `lines`. It has its own id, not that of an intent.
   */
  z.object({ kind: z.literal('left'), lines: z.array(said).readonly() }),
  z.object({ kind: z.literal('denied'), action: keptAction, denial: denialSchema }),
  z.object({ kind: z.literal('leg'), leg, record: legRecord }),
] as const

const entrySchema = z.discriminatedUnion('kind', entries).readonly()

/** `unknown`: a row of a later Plimsoll. It is counted and ignored, and never written. */
export type Entry = z.infer<typeof entrySchema> | { readonly kind: 'unknown' }

/** The kinds of entry that this version knows. */
const KINDS: ReadonlySet<string> = new Set(entries.map(({ shape }) => shape.kind.value))

/** One line of JSON, amounts as decimal text. It cannot hold a key, a signature or a secret: none of its types can. */
export function encodeEntry(value: Entry): string {
  return JSON.stringify(encode(value))
}

/** The entry in `line`; null: it is not one. */
export function decodeEntry(line: string): Entry | null {
  const json = parsedJson(line)
  const kind = typeof json === 'object' && json !== null && 'kind' in json ? json.kind : null
  if (typeof kind !== 'string') return null
  if (!KINDS.has(kind)) return { kind: 'unknown' }
  const entry = entrySchema.safeParse(json)
  return entry.success ? entry.data : null
}
