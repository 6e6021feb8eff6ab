/** What later plans want to know of earlier intents. */
import type { OrderRef } from '#shared/desk/action.ts'
import type { LegState } from '#shared/desk/plan.ts'
import type { Order } from '#shared/domain/order.ts'
import type { Leg } from './intent.ts'
import type { IntentBook } from './intents.ts'

/** A leg in one of these had no effect at the venue, and will have none. */
const WITHOUT_EFFECT: ReadonlySet<LegState> = new Set(['rejected', 'notSent', 'absent', 'skipped'])

/**
 * The orders an intent is known to have cancelled, as last read before; without those that were placed again, by
 * whichever intent and however long ago, or may have been, or are about to be: nobody wants one twice.
 */
export function ordersCanceledBy(intentId: string, book: Pick<IntentBook, 'all' | 'placements'>): readonly Order[] {
  const intent = book.all().find(({ id }) => id === intentId)
  const canceled = new Set(
    intent?.legs.flatMap(({ request, record }) =>
      request.kind === 'cancel' && record.state === 'verified' ? [keyOf(request)] : [],
    ),
  )
  const restored = new Set(
    book
      .placements()
      .flatMap(({ request, record }) =>
        request.kind === 'place' && !WITHOUT_EFFECT.has(record.state)
          ? [keyOf({ ...request, orderId: request.standsFor })]
          : [],
      ),
  )
  return intent?.orders.filter((order) => canceled.has(keyOf(order)) && !restored.has(keyOf(order))) ?? []
}

function keyOf({ area, instrument, orderId }: OrderRef): string {
  return JSON.stringify([area, instrument, orderId])
}

const MINUTE_MS = 60_000

/** The venue may get a leg in one of these yet, however long ago it was taken on. */
const TO_BE_SENT: ReadonlySet<LegState> = new Set(['planned', 'journalled'])

/** Orders that add risk sent in the last minute, or about to be. `placements`: the legs that place one. */
export function placedLastMinute(placements: readonly Leg[]): number {
  return placements.filter(
    ({ record: { state }, ageMs }) => TO_BE_SENT.has(state) || (!WITHOUT_EFFECT.has(state) && ageMs < MINUTE_MS),
  ).length
}
