import { sum } from '../../domain/decimal.ts'
import type { Message } from '../../domain/message.ts'
import { message } from '../../words/message.ts'
import type { Action, CloseSize } from '../action.ts'
import type { DeskFacts } from '../facts.ts'
import type { Plan } from '../plan.ts'
import { sliceBounds } from '../slice.ts'
import { shareOf, volumeOf } from './close.ts'
import { holdingOf, markOf } from './known.ts'

/**
 * The part of the action that `plan` leaves undone and no later look will do; null if none. `facts`: those the plan was
 * made from.
 */
export function shortOf({ action, legs }: Plan, facts: DeskFacts): Message | null {
  if (action.kind === 'restore') {
    const canceled = [...facts.canceled, ...(facts.unproved ?? [])]
    const left = new Set(canceled.map(({ area, orderId }) => `${area} ${orderId}`)).size - legs.length
    return left > 0 ? message('plan.notPlacedAgain', { count: left }) : null
  }
  const parts = askedIn(action).flatMap((asked) => missingOf(asked, legs, facts) ?? [])
  return parts.length > 0 ? message('plan.notPlanned', { parts }) : null
}

type Asked = { readonly positionKey: string; readonly size: CloseSize }

function askedIn(action: Action): readonly Asked[] {
  if (action.kind === 'closePosition' || action.kind === 'protect') return [action]
  if (action.kind !== 'reduce') return []
  return action.closes.map(({ positionKey, volume }) => ({ positionKey, size: { kind: 'volume', volume } }))
}

function missingOf({ positionKey, size }: Asked, legs: Plan['legs'], facts: DeskFacts): Message | null {
  const holding = holdingOf(positionKey, facts)
  if (!holding.ok) return null
  const { position, contract } = holding.value
  const bounds = sliceBounds(contract, markOf(position, facts))
  const wanted = volumeOf(size, position, bounds, position.volume)
  if (!wanted.ok) return null
  const own = legs.filter((leg) => leg.kind === 'close' || leg.kind === 'protect')
  const planned = own.filter((leg) => leg.positionKey === positionKey).map(({ volume }) => volume)
  const missing = wanted.value.minus(sum(planned))
  return missing.gt(0) ? shareOf(contract.name, missing, wanted.value) : null
}
