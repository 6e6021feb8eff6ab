/** The first row of a journal file whose earlier rows were archived. It carries the state they led to. */
import { z } from 'zod'
import { keptAction } from '#shared/desk/action-schema.ts'
import { legRequest, planEstimate } from '#shared/desk/plan-schema.ts'
import type { SubmitAnswer } from '#shared/desk/report.ts'
import { encode } from '#shared/domain/decimal.ts'
import { keptMessage as said } from '#shared/words/message-schema.ts'
import type { Intent, Leg } from '../state/intent.ts'
import type { Moment } from '../state/reduce.ts'
import { NOTHING_KNOWN, type DeskState } from '../state/desk-state.ts'
import { denialSchema, legRecord, orderSchema, triggerEffect } from './entry.ts'
import type { Tip } from './journal-head.ts'

/** The archive file and its newest row, whose hash the first row of the journal is chained to. */
export interface ArchiveRef extends Tip {
  readonly file: string
}

/** The state of one account, and the answers to its intents. */
export interface CarriedState {
  readonly state: DeskState
  readonly answers: ReadonlyMap<string, SubmitAnswer>
}

const text = z.string()
const number = z.number()

const leg = z.object({
  request: legRequest,
  record: legRecord,
  round: number,
  endsPosition: z.boolean(),
  changedAt: number,
  isOrphaned: z.boolean(),
  effect: triggerEffect.nullable(),
})

const intent = z.object({
  id: text,
  number,
  action: keptAction,
  createdAt: number,
  estimate: planEstimate.nullable(),
  legs: z.array(leg),
  orders: z.array(orderSchema),
  look: z.enum(['none', 'pending', 'clear', 'unseen']),
  note: said.nullable(),
  missed: said.nullable(),
  left: said.nullable(),
  clearAt: number.nullable(),
  seenAt: number.nullable(),
})

const account = z.object({
  account: text,
  intents: z.array(intent),
  remembered: z.array(intent),
  orderIds: z.array(text),
  refused: z.array(z.object({ id: text, action: keptAction, denial: denialSchema, at: number, times: number })),
  quarantined: number,
  unknownKinds: number,
  accepted: z.array(text),
  denied: z.array(z.tuple([text, denialSchema])),
})

const snapshot = z.object({
  kind: z.literal('archived'),
  archive: z.object({ file: text, seq: number, hash: text }),
  accounts: z.array(account),
})

/** The kind of a row that carries a snapshot. */
export const ARCHIVED = 'archived'

export function encodeSnapshot(archive: ArchiveRef, accounts: ReadonlyMap<string, CarriedState>): string {
  const all = [...accounts].map(([id, { state, answers }]) => {
    const { intents, remembered, pastOrderIds, refused, quarantined, unknownKinds } = state
    return {
      account: id,
      intents: intents.map(storedIntent),
      remembered: remembered.map(storedIntent),
      orderIds: pastOrderIds.flatMap((ids) => [...ids]),
      refused,
      quarantined,
      unknownKinds,
      accepted: [...answers].flatMap(([intentId, { kind }]) => (kind === 'accepted' ? [intentId] : [])),
      denied: [...answers].flatMap(([intentId, answer]) =>
        answer.kind === 'denied' ? [[intentId, answer.denial]] : [],
      ),
    }
  })
  return JSON.stringify(encode({ kind: ARCHIVED, archive, accounts: all }))
}

function storedIntent(intent: Intent) {
  return { ...intent, legs: intent.legs.map(storedLeg) }
}

function storedLeg({ request, record, round, endsPosition, changedAt, isOrphaned, effect }: Leg) {
  return { request, record, round, endsPosition, changedAt, isOrphaned, effect }
}

/** `monoOf` converts wall time to the monotonic clock. null: the text is not a snapshot. */
export function decodeSnapshot(body: string, monoOf: (at: number) => Moment) {
  const parsed = snapshot.safeParse(JSON.parse(body))
  if (!parsed.success) return null
  const { archive, accounts } = parsed.data
  return { archive, accounts: new Map(accounts.map((stored) => [stored.account, carriedOf(stored, monoOf)])) }
}

function carriedOf(stored: z.infer<typeof account>, monoOf: (at: number) => Moment): CarriedState {
  const { orderIds, refused, quarantined, unknownKinds, accepted, denied } = stored
  const restored = (each: z.infer<typeof intent>): Intent => ({
    ...each,
    legs: each.legs.map((one, index) => ({
      ...one,
      intentId: each.id,
      index,
      changedMono: monoOf(one.changedAt).mono,
    })),
  })
  const answers = [
    ...accepted.map((intentId): [string, SubmitAnswer] => [intentId, { kind: 'accepted', intentId }]),
    ...denied.map(([intentId, denial]): [string, SubmitAnswer] => [intentId, { kind: 'denied', denial }]),
  ]
  const state: DeskState = {
    ...NOTHING_KNOWN,
    intents: stored.intents.map(restored),
    remembered: stored.remembered.map(restored),
    pastOrderIds: orderIds.length > 0 ? [new Set(orderIds)] : [],
    refused,
    quarantined,
    unknownKinds,
  }
  return { state, answers: new Map(answers) }
}
