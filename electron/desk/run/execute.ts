/** Sends a leg once: journals it, makes one call, and records the answer. */
import type { CloseRequest, LegRequest } from '#shared/desk/plan.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import type { Order } from '#shared/domain/order.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { named, type Answer, type BatchCanceled, type CallOptions, type VenueClient } from '../../venue/port.ts'
import type { BeforeClose, LegRecord } from '../log/entry.ts'
import type { DeskLog } from '../log/desk-log.ts'
import type { Leg } from '../state/intent.ts'
import { asKind, byKind, type ByKind } from '../state/leg-kinds.ts'
import { isAnothers } from '../state/select.ts'
import type { createPermit } from './permit.ts'

/** The venue takes no request older than this (its default recvWindow), and none this far ahead of its clock. */
const RECV_WINDOW_MS = 5_000
const CLOCK_SKEW_MS = 1_000
/** The time that a request accepted at the last moment may need to show in a read. */
const GRACE_MS = 1_000

/** How long after its timestamp a request may still take effect and show, in venue time. */
export const EXPIRY_MS = RECV_WINDOW_MS + CLOCK_SKEW_MS + GRACE_MS

export interface SendOptions {
  readonly client: VenueClient
  readonly log: DeskLog
  readonly permit: ReturnType<typeof createPermit>
  /** Nothing more is sent once this aborts. Answers on their way are still awaited. */
  readonly signal: AbortSignal
}

/** The one call of each kind of leg. Returns the venue's id of what it placed. */
const CALLS: ByKind<[VenueClient, CallOptions], Promise<Result<string | null, Failure>>> = {
  async cancel({ area, instrument, orderId }, client, options) {
    const canceled = await client.call(`${area}.cancelOrder`, { ...named(area, instrument), orderId }, options)
    return canceled.ok ? ok(null) : canceled
  },
  async close(request, client, options) {
    const { instrument: contract, side, marginMode, leverage, volume, clientOrderId } = request
    const what = { contract, side, action: 'close', marginMode, volume, clientOrderId } as const
    const order = { ...what, ...(leverage && { leverage }), ...termsOf(request) }
    return placed(await client.call('contract.placeOrder', order, options))
  },
  async sell({ instrument: symbol, quantity, clientOrderId }, client, options) {
    const order = { symbol, side: 'sell', type: 'market', quantity, clientOrderId } as const
    return placed(await client.call('spot.placeOrder', order, options))
  },
  async protect({ instrument: contract, side, marginMode, volume, triggerPrice, trigger }, client, options) {
    const order = { contract, side, action: 'close', marginMode, volume, triggerPrice, trigger } as const
    const armed = await client.call('contract.conditionOrder', { ...order, type: 'market' }, options)
    return armed.ok ? ok(armed.value.value.triggerId) : armed
  },
  async place({ instrument: symbol, side, price, quantity, clientOrderId }, client, options) {
    const order = { symbol, side, type: 'limit', price, quantity, clientOrderId } as const
    // No exit waits behind it.
    return placed(await client.call('spot.placeOrder', order, { ...options, lane: 'place' }))
  },
}

function termsOf({ price, timeInForce }: CloseRequest) {
  if (price === null) return { type: 'market' } as const
  return timeInForce === 'IOC' ? ({ type: 'limit', price, timeInForce } as const) : ({ type: 'limit', price } as const)
}

function placed(answer: Result<Answer<Pick<Order, 'orderId' | 'clientOrderId'>>, Failure>): Result<string, Failure> {
  return answer.ok ? ok(answer.value.value.orderId) : answer
}

type Meaning = Pick<LegRecord, 'state' | 'detail'>

const CHECKING: Meaning = { state: 'acknowledged', detail: message('leg.checking') }

/** The state of a leg that the venue accepted. */
const ANSWERED: { readonly [K in LegRequest['kind']]: Meaning } = {
  cancel: CHECKING,
  close: CHECKING,
  sell: CHECKING,
  protect: { state: 'accepted', detail: message('leg.armed') },
  place: CHECKING,
}

/** A refused cancel often means that the order is already gone: only a read can tell. */
const REFUSED_CANCEL: Meaning = { state: 'unknown', detail: message('leg.cancelRefused') }

/**
 * Sends a planned leg and records the outcome. Later reads of a close are compared with `before`. Throws if the leg is
 * not `planned`: a leg that may have been sent is never sent again.
 */
export async function execute(leg: Leg, options: SendOptions, before: BeforeClose | null): Promise<void> {
  const { client, log } = options
  if (!isWrittenDown(leg, before, log)) return
  const sent = await byKind(CALLS, leg.request, client, callOptions(leg, options))
  log.noteLeg(leg, sent.ok ? afterAnswer(leg, sent.value, log) : afterFailure(sent.error, leg.request))
}

/** Sends the cancels of one Spot pair in one call, up to the batch size. Each has its own outcome. */
export async function executeBatch(legs: readonly Leg[], options: SendOptions): Promise<void> {
  const { client, log } = options
  const written = legs.filter((leg) => isWrittenDown(leg, null, log))
  const [first] = written
  if (first === undefined) return
  const orderIds = written.map(({ request }) => asKind(request, 'cancel').orderId)
  const order = { symbol: first.request.instrument, orderIds }
  const sent = await client.call('spot.batchCancel', order, callOptions(first, options))
  for (const leg of written) {
    log.noteLeg(leg, sent.ok ? batchOutcome(leg, sent.value) : afterFailure(sent.error, leg.request))
  }
}

function callOptions({ request }: Leg, { permit, signal }: SendOptions): CallOptions {
  return { signal, whyNot: permit(request) }
}

/** Journals that the leg is about to be sent. False: it could not be written and must not be sent. */
function isWrittenDown(leg: Leg, before: BeforeClose | null, log: DeskLog): boolean {
  const { state } = log.leg(leg).record
  if (state !== 'planned') throw new Error(`expected a planned leg, was ${state}`)
  const written = log.commitLeg(leg, {
    state: 'journalled',
    before,
    detail: message(before?.isUnread === true ? 'leg.sendingUnread' : 'leg.sending'),
  })
  if (!written.ok)
    log.noteLeg(leg, { state: 'notSent', detail: message('leg.notSent', { why: written.error.message }) })
  return written.ok
}

/** What the reply to a batch says about one order. If it does not name the order, the outcome is unknown. */
function batchOutcome(leg: Leg, { value, timestamp }: Answer<readonly BatchCanceled[]>): Partial<LegRecord> {
  const outcome = value.find(({ orderId }) => orderId === asKind(leg.request, 'cancel').orderId)?.outcome ?? 'unknown'
  if (outcome === 'accepted') return CHECKING
  const [kind, code, became] =
    outcome === 'refused'
      ? (['rejected', 'leg.batchRefused', 'rejected'] as const)
      : (['unexpectedReply', 'leg.batchUnnamed', 'unknown'] as const)
  const failure = { ...localFailure(kind, 'spot.batchCancel', message(code)), outcome: became, timestamp }
  return afterFailure(failure, leg.request)
}

/** If the id belongs to another leg, the answer counts as lost: a gateway may have repeated an earlier answer. */
function afterAnswer(leg: Leg, orderId: string | null, log: DeskLog): Partial<LegRecord> {
  const { request } = leg
  if (orderId === null || !isAnothers(log.state(), leg, orderId)) return { ...ANSWERED[request.kind], orderId }
  const failure = localFailure('unexpectedReply', request.kind, message('leg.anothersId'))
  return afterFailure({ ...failure, outcome: 'unknown' }, request)
}

function afterFailure(failure: Failure, { kind }: LegRequest): Partial<LegRecord> {
  const { timestamp, message: why } = failure
  switch (failure.outcome) {
    case 'notSent':
      return { state: 'notSent', failure, detail: message('leg.notSent', { why }) }
    case 'rejected':
      if (kind === 'cancel') return { ...REFUSED_CANCEL, failure }
      return { state: 'rejected', failure, detail: message('leg.refused', { why }) }
    case 'unknown':
      return {
        state: 'unknown',
        failure,
        expiresAt: timestamp === null ? null : timestamp + EXPIRY_MS,
        detail: message('leg.mayHaveHappened', { why }),
      }
  }
}
