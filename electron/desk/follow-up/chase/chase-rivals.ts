/** Later intents on the position of a chase. A trader who asks for one of these wants the chase to end. */
import { chaseOf, type Action } from '#shared/desk/action.ts'
import type { CloseRequest } from '#shared/desk/plan.ts'
import { CLOSING_SIDE } from '#shared/domain/account.ts'
import { message } from '#shared/words/message.ts'
import type { Message } from '#shared/domain/message.ts'
import { firstClose, isChase } from './chase-words.ts'
import { keysInProgress, legKey } from '../../state/claims.ts'
import { isFinished, type Intent } from '../../state/intent.ts'
import type { DeskLog } from '../../log/desk-log.ts'

/**
 * `busy`: another intent acts on the position or the order, or is about to. `over`: another intent has acted on it, or
 * was refused.
 */
export type Rivalry = 'none' | 'busy' | 'over'

/** Call it when the chase begins. The returned function reports rivals at any later moment. */
export function createRivals(intent: Intent, log: DeskLog): () => Rivalry {
  const request = firstClose(intent)
  const key = legKey(request)
  const refusedBefore = new Set(log.state().crossed)
  return () => {
    const orderIds = orderIdsOf(log.intent(intent))
    // Another chase of the same position is refused; asking for it does not mean that this one should end.
    const isIts = (action: Action): boolean => chaseOf(action) === null && concerns(action, request, orderIds)
    const all = log.known().intents
    const own = all.findIndex(({ id }) => id === intent.id)
    const newer = all.slice(0, own).filter(({ action }) => isIts(action))
    if (keysInProgress(all, intent.id).has(key) || newer.some((other) => !isFinished(other))) return 'busy'
    const refused = log.state().crossed.filter((action) => !refusedBefore.has(action) && isIts(action))
    return newer.length + refused.length > 0 ? 'over' : 'none'
  }
}

/** Why another chase of the same position cannot begin; null: it can. */
export function chaseInTheWay(action: Action, intents: readonly Intent[]): Message | null {
  if (action.kind !== 'closePosition' || chaseOf(action) === null) return null
  const isSame = (other: Intent): boolean => isChase(other) && firstClose(other).positionKey === action.positionKey
  return intents.some((other) => !isFinished(other) && isSame(other)) ? message('intent.denied.chased') : null
}

function orderIdsOf({ legs }: Intent): ReadonlySet<string> {
  return new Set(legs.flatMap(({ request, record }) => (request.kind === 'close' ? (record.orderId ?? []) : [])))
}

/** Whether an action concerns the position that `request` closes, or one of these orders. */
function concerns(action: Action, request: CloseRequest, orderIds: ReadonlySet<string>): boolean {
  const { positionKey, instrument, side } = request
  switch (action.kind) {
    case 'flatten':
      return true
    case 'closeSide':
      return CLOSING_SIDE[action.side] === side
    case 'reduceAll':
      return action.side === null || CLOSING_SIDE[action.side] === side
    case 'closePosition':
      return action.positionKey === positionKey
    case 'reduce':
      return action.closes.some((close) => close.positionKey === positionKey)
    case 'cancelOrder':
      return orderIds.has(action.orderId)
    case 'cancelOrders':
      return action.orders.some(({ orderId }) => orderIds.has(orderId))
    case 'cancelMatching': {
      const { filter } = action
      const isIts = filter.instrument === null || filter.instrument === instrument
      return filter.closing && filter.area !== 'spot' && isIts && (filter.side === null || filter.side === side)
    }
    case 'protect':
    case 'breakEvenAll':
    case 'restore':
      return false
  }
}
