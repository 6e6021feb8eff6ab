/** Sends one leg, once: on disk first, then one call, then what came back. */
import type { LegRequest } from '#shared/desk/plan.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import type { VenueClient } from '../venue/client.ts'
import type { Before, LegRecord } from './entries.ts'
import type { Leg } from './intents.ts'

/** The venue takes no request older than this (its default recvWindow), and none this far ahead of its clock. */
const RECV_WINDOW_MS = 5_000
const CLOCK_SKEW_MS = 1_000
/** Time for a request taken in at the last moment to show in a read. */
const GRACE_MS = 1_000

/** How long after its timestamp a request may still take effect and show, venue time. */
export const EXPIRY_MS = RECV_WINDOW_MS + CLOCK_SKEW_MS + GRACE_MS

/**
 * Sends a planned leg and notes the outcome. `before` is what later reads of a close are held against. Throws when the
 * leg is not `planned`: a leg that may have been sent is never sent again.
 */
export async function execute(leg: Leg, client: VenueClient, before: Before | null): Promise<void> {
  if (leg.record.state !== 'planned') throw new Error(`expected a planned leg, was ${leg.record.state}`)
  const written = leg.commit({ state: 'journalled', before, detail: 'Sending.' })
  if (!written.ok) {
    leg.note({ state: 'notSent', detail: `Nothing was sent. ${written.error}` })
    return
  }
  const sent = await call(client, leg.request)
  leg.note(
    sent.ok
      ? { state: 'acknowledged', orderId: sent.value, detail: 'The venue accepted it; checking.' }
      : afterFailure(sent.error, leg.request),
  )
}

async function call(client: VenueClient, request: LegRequest): Promise<Result<string | null, Failure>> {
  if (request.kind === 'close') {
    const { instrument: contract, side, marginMode, volume, clientOrderId } = request
    const order = { contract, side, action: 'close', marginMode, volume, clientOrderId, type: 'market' } as const
    const placed = await client.call('contract.placeOrder', order)
    return placed.ok ? ok(placed.value.value.orderId) : placed
  }
  const { area, instrument, orderId } = request
  const canceled =
    area === 'spot'
      ? await client.call('spot.cancelOrder', { symbol: instrument, orderId })
      : await client.call('contract.cancelOrder', { contract: instrument, orderId })
  return canceled.ok ? ok(null) : canceled
}

function afterFailure(failure: Failure, request: LegRequest): Partial<LegRecord> {
  switch (failure.outcome) {
    case 'notSent':
      return { state: 'notSent', failure, detail: `Nothing was sent: ${failure.message}` }
    case 'rejected':
      // A refused cancel often means the order is gone already: only a read can tell.
      return request.kind === 'cancel'
        ? {
            state: 'unknown',
            failure,
            detail: 'The venue refused the cancel; checking whether the order is still open.',
          }
        : { state: 'rejected', failure, detail: `The venue refused it: ${failure.message}` }
    case 'unknown':
      return {
        state: 'unknown',
        failure,
        expiresAt: failure.timestamp === null ? null : failure.timestamp + EXPIRY_MS,
        detail: `It may or may not have happened (${failure.message}); looking for it at the venue.`,
      }
  }
}
