/**
 * Stops a second click: while something is being acted on, nothing else acts on it. A click claims its target before
 * its plan is made, and each leg of an intent claims its target until the leg ends.
 */
import { actionKey, isSameAction, type Action } from '#shared/desk/action.ts'
import type { OrdersRead } from '#shared/desk/facts.ts'
import { hasSucceeded, isInProgress, type LegRequest } from '#shared/desk/plan.ts'
import { instrumentKey, refKey } from '#shared/domain/instrument.ts'
import type { Order } from '#shared/domain/order.ts'
import type { DeskLog } from '../log/desk-log.ts'
import { isFinished, type Intent, type Leg } from './intent.ts'
import { byKind, type ByKind } from './leg-kinds.ts'

const KEYS: ByKind<[], string> = {
  cancel: ({ area, instrument, orderId }) => actionKey({ kind: 'cancelOrder', area, instrument, orderId }),
  close: ({ positionKey }) => JSON.stringify(['position', positionKey]),
  sell: ({ asset }) => JSON.stringify(['asset', asset]),
  protect: ({ positionKey, purpose }) => JSON.stringify(['protect', positionKey, purpose]),
  place: ({ area, instrument, standsFor }) => JSON.stringify(['place', area, instrument, standsFor]),
}

/**
 * The target of a leg, as text. It equals the key of the action that asks for exactly that, if there is one. No two
 * intents have legs with the same key in progress at the same time.
 */
export function legKey(request: LegRequest): string {
  return byKind(KEYS, request)
}

/** The keys of unfinished legs of all `intents` except `ownId`. */
export function keysInProgress(intents: readonly Intent[], ownId: string): ReadonlySet<string> {
  const legs = intents.filter(({ id }) => id !== ownId).flatMap((intent) => intent.legs)
  return new Set(legs.filter((leg) => isInProgress(leg.record.state)).map((leg) => legKey(leg.request)))
}

/**
 * `legs` without those that are blocked. While a close is blocked, the closing orders of its contract stay: another
 * intent may be closing with one of them, and a cancelled stop would protect nothing.
 */
export function withoutBlocked(
  legs: readonly LegRequest[],
  isBlocked: (leg: LegRequest) => boolean,
  orders: readonly Order[],
): readonly LegRequest[] {
  const waiting = new Set(legs.flatMap((leg) => (leg.kind === 'close' && isBlocked(leg) ? [leg.instrument] : [])))
  const closing = new Set(
    orders.flatMap(({ area, instrument, action, orderId }) =>
      area === 'contract' && action === 'close' && waiting.has(instrument) ? [orderId] : [],
    ),
  )
  const staysFor = (leg: LegRequest): boolean =>
    leg.kind === 'cancel' && leg.area === 'contract' && closing.has(leg.orderId)
  return legs.filter((leg) => !isBlocked(leg) && !staysFor(leg))
}

/**
 * The keys of cancels, of any intent, that took effect although `read` still lists their orders. So no order is
 * cancelled twice.
 */
export function cancelledSince(intents: readonly Intent[], read: OrdersRead): ReadonlySet<string> {
  const since = listedSince(read)
  const legs = intents.flatMap((intent) => intent.legs)
  const isSince = ({ request, record, changedMono }: Leg): boolean =>
    request.kind === 'cancel' && hasSucceeded(record.state) && changedMono >= since(request)
  return new Set(legs.filter(isSince).map(({ request }) => legKey(request)))
}

/**
 * The time, monotonic ms, from which an order of an instrument may have ended while the list still shows it. That is
 * the start of the reads, or earlier by the age of a list that was not read again.
 */
function listedSince({ readSince = Infinity, orderReads = [] }: OrdersRead) {
  const ages = new Map(orderReads.map((each) => [refKey(each), each.ageMs ?? 0]))
  return ({ area, instrument }: LegRequest): number => readSince - (ages.get(instrumentKey(area, instrument)) ?? 0)
}

/** After this long without a change, ms, an intent no longer blocks another try to get out of the same thing. */
const STILL_MS = 5_000

/** Whether the same action is running and progressed a moment ago: asking again would add nothing. */
export function isUnderWay(action: Action, { intents, now }: ReturnType<DeskLog['known']>): boolean {
  return intents.some((intent) => {
    if (isFinished(intent) || !isSameAction(intent.action, action)) return false
    return intent.legs.some((leg) => now - leg.changedMono < STILL_MS)
  })
}

/**
 * Claims the target of an action and returns the function that releases it; null: it is already claimed by a click that
 * is still being planned, by the legs of an intent, or by the same action a moment ago.
 */
export function createClaims(log: Pick<DeskLog, 'known'>): (intentId: string, action: Action) => (() => void) | null {
  const asked = new Set<string>()
  return (intentId, action) => {
    const key = actionKey(action)
    const known = log.known()
    if (asked.has(key) || keysInProgress(known.intents, intentId).has(key) || isUnderWay(action, known)) return null
    asked.add(key)
    return () => void asked.delete(key)
  }
}
