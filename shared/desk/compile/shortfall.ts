import { sum } from '../../domain/decimal.ts'
import type { Message } from '../../domain/message.ts'
import { inARow, listed, message, positionTitle } from '../../words/message.ts'
import type { Action, CloseSize } from '../action.ts'
import type { DeskFacts } from '../facts.ts'
import type { Plan } from '../plan.ts'
import { sliceBounds } from '../slice.ts'
import { MOST_NAMES } from './cancel-legs.ts'
import { shareOf, volumeOf } from './close.ts'
import { heldOn } from './close-all.ts'
import { holdingOf, markOf } from './known.ts'
import { unreadPositions, whyPartial } from './unread.ts'

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
  const parts = askedIn(action, legs, facts).flatMap((asked) => missingOf(asked, legs, facts) ?? [])
  const short = [
    ...(parts.length > 0 ? [message('plan.notPlanned', { parts })] : []),
    ...untouched(action, legs, facts),
  ]
  return short.length > 0 ? inARow(short) : null
}

/**
 * Names the positions that should be reduced but have no order in the plan, and says whether there may be more
 * positions.
 */
function untouched(action: Action, legs: Plan['legs'], facts: DeskFacts): readonly Message[] {
  if (action.kind === 'breakEvenAll') return facts.isPartial === true ? [whyPartial(facts)] : []
  if (action.kind === 'reduce') {
    const keys = action.closes.map(({ positionKey }) => positionKey)
    return notReduced(keys.filter((key) => cannotTrade(key, facts)))
  }
  if (action.kind !== 'reduceAll') return []
  const keys = heldOn(action.side, facts.positions ?? []).map(({ key }) => key)
  return [...notReduced(keys.filter((key) => !isClosedBy(legs, key))), ...unreadPositions(facts, 0)]
}

/** Whether the position is held, or may be held unread, and the venue takes no order for it. */
function cannotTrade(positionKey: string, facts: DeskFacts): boolean {
  const holding = holdingOf(positionKey, facts)
  return !holding.ok && holding.error.code !== 'POSITION_NOT_FOUND'
}

function notReduced(keys: readonly string[]): readonly Message[] {
  if (keys.length === 0) return []
  return [message('plan.untouched', { names: listed(keys.map(positionTitle), MOST_NAMES) })]
}

function isClosedBy(legs: Plan['legs'], positionKey: string): boolean {
  return legs.some((leg) => leg.kind === 'close' && leg.positionKey === positionKey)
}

type Asked = { readonly positionKey: string; readonly size: CloseSize }

function askedIn(action: Action, legs: Plan['legs'], facts: DeskFacts): readonly Asked[] {
  if (action.kind === 'closePosition' || action.kind === 'protect') return [action]
  if (action.kind === 'reduceAll') {
    const { side, percent } = action
    const closed = heldOn(side, facts.positions ?? []).filter(({ key }) => isClosedBy(legs, key))
    return closed.map(({ key: positionKey }) => ({ positionKey, size: { kind: 'percent', percent } }))
  }
  if (action.kind === 'breakEvenAll') {
    const stops = legs.filter((leg) => leg.kind === 'protect')
    return stops.map(({ positionKey }) => ({ positionKey, size: { kind: 'percent', percent: 100 } }))
  }
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
