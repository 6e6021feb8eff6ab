/** What was asked for and is in no leg of the plan. */
import { sum, toText } from '../../domain/decimal.ts'
import type { DeskFacts } from '../facts.ts'
import type { Plan } from '../plan.ts'
import { sliceBounds } from '../slice.ts'
import { volumeOf } from './close.ts'
import { holdingOf, markOf } from './known.ts'

/**
 * The part of what `plan` was asked for that it leaves undone and nobody looks for afterwards, in words; null: none.
 * `facts` are those it was made from.
 */
export function shortOf({ action, legs }: Plan, facts: DeskFacts): string | null {
  if (action.kind === 'restore') {
    const left = new Set(facts.canceled.map(({ area, orderId }) => `${area} ${orderId}`)).size - legs.length
    return left > 0 ? `Cancelled orders that could not be placed again: ${left}.` : null
  }
  if (action.kind !== 'closePosition' && action.kind !== 'protect') return null
  const holding = holdingOf(action.positionKey, facts)
  if (!holding.ok) return null
  const { position, contract } = holding.value
  const bounds = sliceBounds(contract, markOf(position, facts))
  const wanted = volumeOf(action.size, position, bounds, position.volume, '')
  if (!wanted.ok) return null
  const planned = sum(legs.flatMap((leg) => (leg.kind === 'close' || leg.kind === 'protect' ? [leg.volume] : [])))
  const missing = wanted.value.minus(planned)
  if (missing.lte(0)) return null
  return `${toText(missing)} of ${toText(wanted.value)} contracts of ${contract.name} did not go into this plan: ask again for them.`
}
