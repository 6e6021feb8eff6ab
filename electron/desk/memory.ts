/** What later plans want to know of earlier intents. */
import type { OrderRef } from '#shared/desk/action.ts'
import type { LegState } from '#shared/desk/plan.ts'
import type { Order } from '#shared/domain/order.ts'
import type { Intent } from './intent.ts'

/** A leg in one of these had no effect at the venue. */
const WITHOUT_EFFECT: ReadonlySet<LegState> = new Set(['planned', 'rejected', 'notSent', 'absent', 'skipped'])

/**
 * The orders an intent is known to have cancelled, as last read before; without those that were placed again, or may
 * have been: nobody wants one twice.
 */
export function ordersCanceledBy(intentId: string, intents: readonly Intent[]): readonly Order[] {
  const intent = intents.find(({ id }) => id === intentId)
  const canceled = new Set(
    intent?.legs.flatMap(({ request, record }) =>
      request.kind === 'cancel' && record.state === 'verified' ? [keyOf(request)] : [],
    ),
  )
  const restored = new Set(
    intents.flatMap(({ legs }) =>
      legs.flatMap(({ request, record }) =>
        request.kind === 'place' && !WITHOUT_EFFECT.has(record.state)
          ? [keyOf({ ...request, orderId: request.standsFor })]
          : [],
      ),
    ),
  )
  return intent?.orders.filter((order) => canceled.has(keyOf(order)) && !restored.has(keyOf(order))) ?? []
}

function keyOf({ area, instrument, orderId }: OrderRef): string {
  return JSON.stringify([area, instrument, orderId])
}

const MINUTE_MS = 60_000

/** Orders that add risk sent in the minute before `now` (wall clock ms). */
export function placedLastMinute(intents: readonly Intent[], now: number): number {
  return intents
    .flatMap(({ legs }) => legs)
    .filter(
      ({ request, record, changedAt }) =>
        request.kind === 'place' && !WITHOUT_EFFECT.has(record.state) && now - changedAt < MINUTE_MS,
    ).length
}
