/** What Plimsoll itself did and does, to distinguish it from what others do. Pure. */
import { chaseOf } from '../desk/action.ts'
import { isInProgress, type LegRequest, type Protection, type RequestOf } from '../desk/plan.ts'
import type { DeskReport, LegReport } from '../desk/report.ts'

export interface OwnLeg extends Pick<LegReport, 'request' | 'state' | 'orderId' | 'executed' | 'waited' | 'changedAt'> {
  /** Unique over all intents. */
  readonly id: string
  /** Whether it may still trade: it is in progress, or a chase goes on with it. */
  readonly isOpen: boolean
}

export interface OwnActivity {
  /** Legs of the newest intents. */
  readonly legs: readonly OwnLeg[]
  readonly protections: readonly Protection[]
  /** Whether an order was placed by a leg, of this run or an earlier one. */
  readonly owns: (orderId: string) => boolean
}

export function ownActivityOf({ intents, protections }: DeskReport, owns: OwnActivity['owns']): OwnActivity {
  const legs = intents.flatMap(({ intentId, action, state, legs: reported }) => {
    const isChased = chaseOf(action) !== null && state === 'running'
    return reported.map(({ request, state: leg, orderId, executed, waited, changedAt }, index) => ({
      id: `${intentId} ${String(index)}`,
      request,
      state: leg,
      orderId,
      executed,
      changedAt,
      ...(waited && { waited }),
      isOpen: isInProgress(leg) || (isChased && leg === 'working'),
    }))
  })
  return { legs, protections, owns }
}

/** Legs of one kind. */
export function legsOf<K extends LegRequest['kind']>({ legs }: OwnActivity, kind: K) {
  return legs.filter((leg): leg is OwnLeg & { readonly request: RequestOf<K> } => leg.request.kind === kind)
}

/** Whether an order carries a client id of ours. */
export function isNamedByUs({ legs }: OwnActivity, clientOrderId: string | null): boolean {
  if (clientOrderId === null) return false
  return legs.some(({ request }) => 'clientOrderId' in request && request.clientOrderId === clientOrderId)
}
