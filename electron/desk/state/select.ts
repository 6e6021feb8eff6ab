/** Queries on the state. Pure. */
import type { LegRequest } from '#shared/desk/plan.ts'
import type { Intent, Leg, LegRef } from './intent.ts'
import type { DeskState } from './desk-state.ts'

export function intentOf({ intents, remembered }: DeskState, id: string): Intent | undefined {
  return intents.find((intent) => intent.id === id) ?? remembered.find((intent) => intent.id === id)
}

export function legOf(state: DeskState, { intentId, index }: LegRef): Leg | undefined {
  return intentOf(state, intentId)?.legs[index]
}

/** The reported intents, newest first, including every unfinished one. */
export function newestFirst({ intents }: DeskState): readonly Intent[] {
  return intents.toReversed()
}

/** Every leg of this kind, oldest intent first, including intents that are no longer reported. */
export function legsOfKind({ intents, remembered }: DeskState, kind: LegRequest['kind']): readonly Leg[] {
  return [...remembered, ...intents]
    .toSorted((one, other) => one.number - other.number)
    .flatMap(({ legs }) => legs.filter(({ request }) => request.kind === kind))
}

/** Whether the order belongs to one of our legs, of this run or an earlier one. */
export function owns({ intents, remembered, pastOrderIds }: DeskState, orderId: string): boolean {
  const isIts = (intent: Intent): boolean => legsByOrder(intent).has(orderId)
  return intents.some(isIts) || remembered.some(isIts) || pastOrderIds.some((ids) => ids.has(orderId))
}

/** Whether the order is known to belong to another leg, of this intent or another. */
export function isAnothers({ intents, remembered, pastOrderIds }: DeskState, leg: LegRef, orderId: string): boolean {
  if (pastOrderIds.some((ids) => ids.has(orderId))) return true
  return [...intents, ...remembered].some((intent) => {
    const owner = legsByOrder(intent).get(orderId)
    return owner !== undefined && (intent.id !== leg.intentId || owner !== leg.index)
  })
}

const known = new WeakMap<Intent, ReadonlyMap<string, number>>()

/** The orders of an intent, with the number of each order's leg. Computed once, as an intent never changes. */
function legsByOrder(intent: Intent): ReadonlyMap<string, number> {
  const found =
    known.get(intent) ??
    new Map(intent.legs.flatMap(({ record, index }) => (record.orderId === null ? [] : [[record.orderId, index]])))
  known.set(intent, found)
  return found
}
