import type { Action } from '#shared/desk/action.ts'
import { hiddenFrom } from '#shared/desk/compile/cancel-legs.ts'
import type { DeskFacts } from '#shared/desk/facts.ts'
import type { Message } from '#shared/domain/message.ts'
import { inARow } from '#shared/words/message.ts'

/** What the plan of a cancel may miss, as lists were not read whole; null: nothing. A later look reads them again. */
export function missedBy(action: Action, facts: DeskFacts): Message | null {
  const hidden = action.kind === 'cancelMatching' ? hiddenFrom(action.filter, facts) : []
  return hidden.length > 0 ? inARow(hidden) : null
}
