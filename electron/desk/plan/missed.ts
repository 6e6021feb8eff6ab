import type { Action } from '#shared/desk/action.ts'
import { hiddenFrom } from '#shared/desk/compile/cancel-legs.ts'
import type { DeskFacts } from '#shared/desk/facts.ts'

/** What a plan of a cancel may miss by lists that were not read whole; null: nothing. A look afterwards reads them again. */
export function missedBy(action: Action, facts: DeskFacts): string | null {
  return action.kind === 'cancelMatching' ? hiddenFrom(action.filter, facts).join(' ') || null : null
}
