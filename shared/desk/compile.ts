/**
 * Turns an action into the concrete requests that carry it out. Pure: the same facts and ids always give the same plan.
 * Rounding only ever makes an order smaller.
 */
import { AREAS, type Area } from '../domain/instrument.ts'
import { isOffered } from '../domain/offered.ts'
import { assertNever, type Result } from '../domain/result.ts'
import { inARow, message } from '../words/message.ts'
import { isProtective, type Action } from './action.ts'
import { draftCancelMatching, draftCancelOrders } from './compile/cancel-legs.ts'
import { draftClose } from './compile/close.ts'
import { draftCloseSide, draftFlatten, draftReduceAll } from './compile/close-all.ts'
import { deny, type Draft } from './compile/draft.ts'
import { datedDraft } from './compile/last-known.ts'
import { withPending } from './compile/locks.ts'
import { draftBreakEvenAll, draftProtect } from './compile/protect.ts'
import { draftReduce } from './compile/reduce-positions.ts'
import { draftRestore } from './compile/restore.ts'
import { estimate } from './estimate.ts'
import type { DeskFacts } from './facts.ts'
import type { Denial, Plan } from './plan.ts'

/**
 * The plan of a draft, with an estimate from `facts`. With null `facts` the plan has no estimate: it is sent at once
 * and never shown.
 */
export function planOf(action: Action, draft: Draft, facts: DeskFacts | null): Plan {
  return { action, legs: draft.legs, estimate: facts && estimate(action, draft, facts) }
}

/**
 * The legs that carry out `action`, with warnings about what they leave undone; or why there are no legs.
 * `newClientOrderId` returns a new id of under 32 characters; it is called once per order.
 */
export function compile(action: Action, facts: DeskFacts, newClientOrderId: () => string): Result<Draft, Denial> {
  const absent = absentArea(action, facts)
  if (absent !== null) return deny('NO_SUCH_AREA', inARow([message(`noArea.${absent}`), message('plan.nothingSent')]))
  if (isProtective(action) && !isOffered('contract.conditionOrder', facts.pace.pools)) {
    return deny('NOT_OFFERED', inARow([message('plan.noStops'), message('plan.nothingSent')]))
  }
  const known = withPending(facts)
  return datedDraft(draftOf(action, known, newClientOrderId), known)
}

/** The area that `action` needs but the venue does not have; null if there is none. */
function absentArea(action: Action, { areas = AREAS }: DeskFacts): Area | null {
  const area = areaOf(action)
  return area === null || areas.includes(area) ? null : area
}

/**
 * The one area that `action` cannot do without; null if it needs none, or can do part of its work when an area is
 * missing.
 */
function areaOf(action: Action): Area | null {
  switch (action.kind) {
    case 'cancelMatching':
      return action.filter.area
    case 'closePosition':
    case 'closeSide':
    case 'reduceAll':
    case 'reduce':
    case 'protect':
    case 'breakEvenAll':
      return 'contract'
    case 'cancelOrder':
    case 'cancelOrders':
    case 'flatten':
    case 'restore':
      return null
    default:
      return assertNever(action)
  }
}

function draftOf(action: Action, facts: DeskFacts, newClientOrderId: () => string): Result<Draft, Denial> {
  switch (action.kind) {
    case 'cancelOrder':
      return draftCancelOrders([action])
    case 'cancelOrders':
      return draftCancelOrders(action.orders)
    case 'cancelMatching':
      return draftCancelMatching(action.filter, facts)
    case 'closePosition':
      return draftClose(action, facts, newClientOrderId)
    case 'closeSide':
      return draftCloseSide(action.side, facts, newClientOrderId)
    case 'reduceAll':
      return draftReduceAll(action, facts, newClientOrderId)
    case 'reduce':
      return draftReduce(action, facts, newClientOrderId)
    case 'flatten':
      return draftFlatten(action, facts, newClientOrderId)
    case 'protect':
      return draftProtect(action, facts)
    case 'breakEvenAll':
      return draftBreakEvenAll(facts)
    case 'restore':
      return draftRestore(facts, newClientOrderId)
    default:
      return assertNever(action)
  }
}
