/** What was asked for and is in no leg of the plan. */
import { sum, toText } from '../../domain/decimal.ts'
import type { Action, CloseSize } from '../action.ts'
import type { DeskFacts } from '../facts.ts'
import type { Plan } from '../plan.ts'
import { sliceBounds } from '../slice.ts'
import { volumeOf } from './close.ts'
import { holdingOf, markOf } from './known.ts'

/**
 * What `plan` leaves undone of its action and no later look makes up for, in words; null: nothing. `facts` are those
 * the plan was made from.
 */
export function shortOf({ action, legs }: Plan, facts: DeskFacts): string | null {
  if (action.kind === 'restore') {
    const canceled = [...facts.canceled, ...(facts.unproved ?? [])]
    const left = new Set(canceled.map(({ area, orderId }) => `${area} ${orderId}`)).size - legs.length
    return left > 0 ? `Cancelled orders that could not be placed again: ${left}.` : null
  }
  return (
    askedIn(action)
      .flatMap((asked) => missingOf(asked, legs, facts) ?? [])
      .join(' ') || null
  )
}

/** How much of which position. */
interface Asked {
  readonly positionKey: string
  readonly size: CloseSize
}

function askedIn(action: Action): readonly Asked[] {
  if (action.kind === 'closePosition' || action.kind === 'protect') return [action]
  if (action.kind !== 'reduce') return []
  return action.closes.map(({ positionKey, volume }) => ({ positionKey, size: { kind: 'volume', volume } }))
}

function missingOf({ positionKey, size }: Asked, legs: Plan['legs'], facts: DeskFacts): string | null {
  const holding = holdingOf(positionKey, facts)
  if (!holding.ok) return null
  const { position, contract } = holding.value
  const bounds = sliceBounds(contract, markOf(position, facts))
  const wanted = volumeOf(size, position, bounds, position.volume, '')
  if (!wanted.ok) return null
  const own = legs.filter((leg) => leg.kind === 'close' || leg.kind === 'protect')
  const planned = own.filter((leg) => leg.positionKey === positionKey).map(({ volume }) => volume)
  const missing = wanted.value.minus(sum(planned))
  if (missing.lte(0)) return null
  return `${toText(missing)} of ${toText(wanted.value)} contracts of ${contract.name} did not go into this plan: ask again for them.`
}
