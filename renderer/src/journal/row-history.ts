/** How an order began, and how an order or a position ended, as far as events and our own requests tell. Pure. */
import { isInProgress } from '#shared/desk/plan.ts'
import type { LegReport } from '#shared/desk/report.ts'
import { positionKey, type Position } from '#shared/domain/account.ts'
import { decimal, type Encoded } from '#shared/domain/decimal.ts'
import type { Order } from '#shared/domain/order.ts'
import type { EventFacts } from '#shared/events/event.ts'
import type { Place } from '#shared/ipc/place.ts'
import { legProgress } from '../desk/intent-words.ts'
import { requestTitle } from '../desk/request-words.ts'
import { t } from '../kit/say.ts'
import { eventWords } from './event-words.ts'
import type { useAccountHistory } from './use-account-history.ts'

export interface Incident {
  /** "Liquidated: long E-SOL-USDT isolated, 1,150 ct". */
  readonly title: string
  readonly why: string
  /** Wall clock ms. */
  readonly at: number
  /** The row of the incident in the journal. */
  readonly place: Extract<Place, { readonly kind: 'row' }>
}

export type AccountHistory = ReturnType<ReturnType<typeof useAccountHistory>>

/** Why a position is no longer held; null: not known. */
export function positionEnd(key: string, history: AccountHistory): Incident | null {
  const isOfIt = (facts: Encoded<EventFacts>): boolean => 'marginMode' in facts && placeKey(facts) === key
  const hasLeft = (facts: Encoded<EventFacts>): boolean =>
    ('volume' in facts && 'after' in facts && isOfIt(facts) && decimal(facts.after).isZero()) ||
    // After a change of the margin mode, its contracts are held under another key.
    (facts.code === 'marginModeChanged' && placeKey({ ...facts, marginMode: facts.before }) === key)
  return newestOf(history, hasLeft, ({ request }) => request.kind === 'close' && request.positionKey === key)
}

const ENDS_ORDER: ReadonlySet<string> = new Set(['orderFilled', 'orderCanceled', 'orderRejected', 'orderGone'])

/** Why an order is no longer listed; null: not known. */
export function orderEnd({ area, orderId }: Pick<Order, 'area' | 'orderId'>, history: AccountHistory): Incident | null {
  const hasEnded = (facts: Encoded<EventFacts>): boolean =>
    ENDS_ORDER.has(facts.code) && 'isOwn' in facts && facts.area === area && facts.orderId === orderId
  return newestOf(history, hasEnded, (leg) => {
    const named = leg.request.kind === 'cancel' ? leg.request.orderId : leg.orderId
    return leg.request.area === area && named === orderId && leg.state !== 'working'
  })
}

/** Who placed an order: a request of ours, or an event about an order placed elsewhere; null: not known. */
export function orderStart(
  { area, orderId, clientOrderId }: Pick<Order, 'area' | 'orderId' | 'clientOrderId'>,
  history: AccountHistory,
): Incident | null {
  const isPlaced = (facts: Encoded<EventFacts>): boolean =>
    facts.code === 'orderPlaced' && facts.area === area && facts.orderId === orderId
  return newestOf(history, isPlaced, ({ request, orderId: placed }) => {
    if (request.kind === 'cancel' || request.area !== area) return false
    return placed === orderId || ('clientOrderId' in request && request.clientOrderId === clientOrderId)
  })
}

/** How a conditional order of ours ended. Without an event about it: the request that placed it. null: not known. */
export function conditionEnd(intentId: string, history: AccountHistory): Incident | null {
  const placed = history.intents.find((intent) => intent.intentId === intentId)?.legs[0]?.request
  const hasFired = (facts: Encoded<EventFacts>): boolean =>
    facts.code === 'stopFired' && placed?.kind === 'protect' && placeKey(facts) === placed.positionKey
  return newestOf(history, hasFired, (_, id) => id === intentId)
}

const placeKey = ({ contract, marginMode, side }: Pick<Position, 'contract' | 'marginMode' | 'side'>): string =>
  positionKey(contract, marginMode, side)

function newestOf(
  { events, intents, titleOf }: AccountHistory,
  isEvent: (facts: Encoded<EventFacts>) => boolean,
  isLeg: (leg: Encoded<LegReport>, intentId: string) => boolean,
): Incident | null {
  const happened = events
    .filter(({ facts }) => isEvent(facts))
    .map((event): Incident => {
      const { title, detail, readings } = eventWords(event, titleOf)
      const why = detail === '' ? readings : t('journal.readThenWhy', { readings, why: detail })
      return { title, why, at: event.at, place: { kind: 'row', list: 'events', key: event.id } }
    })
  const asked = intents.flatMap(({ intentId, legs }) =>
    legs
      .filter((leg) => isLeg(leg, intentId) && !isInProgress(leg.state))
      .map((leg): Incident => {
        const { word, why } = legProgress(leg)
        return {
          title: requestTitle(leg.request, { titleOf }),
          why: t('desk.wordWhy', { word, why }),
          at: leg.changedAt,
          place: { kind: 'row', list: 'intents', key: intentId },
        }
      }),
  )
  return [...happened, ...asked].toSorted((one, other) => other.at - one.at)[0] ?? null
}
