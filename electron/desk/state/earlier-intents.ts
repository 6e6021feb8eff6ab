/** What later plans need to know of earlier intents. */
import type { OrderRef } from '#shared/desk/action.ts'
import type { Canceled } from '#shared/desk/facts.ts'
import { isInProgress, type LegState } from '#shared/desk/plan.ts'
import type { LegRecord } from '../log/entry.ts'
import type { Intent, Leg } from './intent.ts'
import { legsOfKind } from './select.ts'
import type { DeskState } from './desk-state.ts'

/** A leg in one of these states had no effect at the venue, and will have none. */
export const WITHOUT_EFFECT: ReadonlySet<LegState> = new Set(['rejected', 'notSent', 'absent', 'skipped', 'canceled'])

/**
 * The orders that an intent cancelled, as last read before the cancel. Left out are orders that any intent has placed
 * again, may have placed again, or is about to: no order is placed twice.
 */
export function canceledBy(intentId: string, state: DeskState): Canceled {
  const intent = state.intents.find(({ id }) => id === intentId)
  const restored = new Set(
    legsOfKind(state, 'place').flatMap(({ request, record }) =>
      request.kind === 'place' && !WITHOUT_EFFECT.has(record.state)
        ? [keyOf({ ...request, orderId: request.standsFor })]
        : [],
    ),
  )
  const refsIn = (state: LegState): ReadonlyMap<string, OrderRef> =>
    new Map(
      intent?.legs.flatMap(({ request, record }) =>
        request.kind === 'cancel' && record.state === state && !restored.has(keyOf(request))
          ? [[keyOf(request), request]]
          : [],
      ),
    )
  const verified = refsIn('verified')
  const orders = intent?.orders.filter((order) => verified.has(keyOf(order))) ?? []
  const known = new Set(orders.map(keyOf))
  const wanted = new Map([...verified, ...refsIn('needsHuman')])
  return { orders, unproved: [...wanted].flatMap(([key, ref]) => (known.has(key) ? [] : [ref])) }
}

/**
 * How many of an intent's Spot cancels are settled, while more may come. null: all of them are. Contract cancels do not
 * count, because their orders cannot be placed again.
 */
export function settlingOf(intentId: string, intents: readonly Intent[]): { settled: number; of: number } | null {
  const intent = intents.find(({ id }) => id === intentId)
  const cancels = intent?.legs.filter(({ request }) => request.kind === 'cancel' && request.area === 'spot') ?? []
  const settled = cancels.filter(({ record }) => !isInProgress(record.state)).length
  return settled < cancels.length || intent?.look === 'pending' ? { settled, of: cancels.length } : null
}

function keyOf({ area, instrument, orderId }: OrderRef): string {
  return JSON.stringify([area, instrument, orderId])
}

/**
 * Orders that this intent could not cancel, so what they lock stays locked. Orders refused for a passing reason, such
 * as our clock or call rate, are left out: the next round cancels them.
 */
export function stuckOrders({ legs }: Intent): readonly string[] {
  return legs.flatMap(({ request, record }) =>
    request.kind === 'cancel' && isRefusedForGood(record) ? [request.orderId] : [],
  )
}

function isRefusedForGood({ state, failure }: LegRecord): boolean {
  return state === 'needsHuman' || (state === 'rejected' && (failure === null || failure.retry === 'never'))
}

const MINUTE_MS = 60_000

/** States in which a leg may still be sent, however long ago it was accepted. */
const TO_BE_SENT: ReadonlySet<LegState> = new Set(['planned', 'journalled'])

/**
 * Counts orders that add risk and were sent in the last minute, or are about to be. `placements`: the legs that place
 * one.
 */
export function placedLastMinute(placements: readonly Leg[], now: number): number {
  return placements.filter(
    ({ record: { state }, changedMono }) =>
      TO_BE_SENT.has(state) || (!WITHOUT_EFFECT.has(state) && now - changedMono < MINUTE_MS),
  ).length
}
