/** What the journal says, typed: one entry per row, written as JSON text and read back through a schema. */
import { z } from 'zod'
import type { Action } from '#shared/desk/action.ts'
import type { Denial, DenyCode, LegState, Plan } from '#shared/desk/plan.ts'
import { encode, parseDecimal, type Decimal } from '#shared/domain/decimal.ts'
import type { Failure, FailureKind } from '#shared/domain/failure.ts'
import { AREAS } from '#shared/domain/instrument.ts'

/** What was true of the venue just before a close was sent: what later reads are held against. */
export interface Before {
  /** Open orders of the contract; null when they could not be read. */
  readonly orderIds: readonly string[] | null
  /** Contracts of the position no closing order had taken, and those one had. */
  readonly closable: Decimal
  readonly pendingClose: Decimal
}

/** Everything known of one leg; each change is journalled whole. */
export interface LegRecord {
  readonly state: LegState
  readonly orderId: string | null
  readonly executed: Decimal | null
  readonly detail: string
  readonly failure: Failure | null
  /**
   * Venue time, ms, after which a request that has had no effect can have none any more; null when that moment is not
   * known, and then it is counted from when looking for it begins.
   */
  readonly expiresAt: number | null
  readonly before: Before | null
}

export const PLANNED: LegRecord = {
  state: 'planned',
  orderId: null,
  executed: null,
  detail: 'Waiting for its turn.',
  failure: null,
  expiresAt: null,
  before: null,
}

export type Entry =
  | { readonly kind: 'accepted'; readonly plan: Plan }
  | { readonly kind: 'denied'; readonly action: Action; readonly denial: Denial }
  | { readonly kind: 'leg'; readonly leg: number; readonly record: LegRecord }

const LEG_STATES: { readonly [S in LegState]: S } = {
  planned: 'planned',
  journalled: 'journalled',
  acknowledged: 'acknowledged',
  verified: 'verified',
  alreadyGone: 'alreadyGone',
  partial: 'partial',
  rejected: 'rejected',
  notSent: 'notSent',
  unknown: 'unknown',
  absent: 'absent',
  needsHuman: 'needsHuman',
  skipped: 'skipped',
}

const text = z.string()
const amount = text.transform((value, context): Decimal => {
  const parsed = parseDecimal(value)
  if (parsed !== null) return parsed
  context.issues.push({ code: 'custom', message: 'expected a decimal', input: value })
  return z.NEVER
})
const area = z.enum(AREAS)

const action = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('cancelOrder'), area, instrument: text, orderId: text }),
  z.strictObject({ kind: z.literal('cancelInstrument'), area, instrument: text }),
  z.strictObject({ kind: z.literal('closePosition'), positionKey: text }),
])

const request = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('cancel'), area, instrument: text, orderId: text }),
  z.strictObject({
    kind: z.literal('close'),
    area: z.literal('contract'),
    instrument: text,
    positionKey: text,
    side: z.enum(['buy', 'sell']),
    marginMode: z.enum(['cross', 'isolated']),
    volume: amount,
    clientOrderId: text,
  }),
])

const failure = z.strictObject({
  // Only ever shown, so a word of another version does no harm.
  kind: z.custom<FailureKind>((value) => typeof value === 'string'),
  operation: text,
  outcome: z.enum(['notSent', 'rejected', 'unknown']),
  retry: z.enum(['never', 'soon', 'later', 'afterClockSync']),
  message: text,
  venue: z.strictObject({ code: text, message: text }).nullable(),
  httpStatus: z.number().nullable(),
  timestamp: z.number().nullable(),
})

const record = z.strictObject({
  state: z.enum(LEG_STATES),
  orderId: text.nullable(),
  executed: amount.nullable(),
  detail: text,
  failure: failure.nullable(),
  expiresAt: z.number().nullable(),
  before: z.strictObject({ orderIds: z.array(text).nullable(), closable: amount, pendingClose: amount }).nullable(),
})

const denial = z.strictObject({ code: z.custom<DenyCode>((value) => typeof value === 'string'), message: text })

const entry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('accepted'), plan: z.strictObject({ action, legs: z.array(request) }) }),
  z.strictObject({ kind: z.literal('denied'), action, denial }),
  z.strictObject({ kind: z.literal('leg'), leg: z.int().nonnegative(), record }),
])

/** One line of JSON; amounts as decimal text. Never holds a key, a signature or a secret: none of its types can. */
export function encodeEntry(value: Entry): string {
  return JSON.stringify(encode(value))
}

/** The entry written in `line`, or null if it is not one. */
export function decodeEntry(line: string): Entry | null {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    return null
  }
  const parsed = entry.safeParse(json)
  return parsed.success ? parsed.data : null
}
