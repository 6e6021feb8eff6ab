/** Whether a request may still be sent once its turn has come: what was so when it was handed over may not be any more. */
import { DEFAULT_LIMITS, guardAgain, type GuardMode } from '#shared/desk/guard.ts'
import type { LegRequest } from '#shared/desk/plan.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { message } from '#shared/words/message.ts'
import type { Message } from '#shared/domain/message.ts'

/** Call it when the request is handed over, and what it gives when it is to leave: why it may not; null: it may. */
export type Permit = (request: LegRequest) => () => Message | null

export interface PermitOptions {
  readonly clock: Clock
  readonly mode: () => GuardMode
  /** Whether the machine slept since a person asked for it. */
  readonly slept: () => boolean
}

/**
 * An order that adds risk was held against the market of a moment ago. An exit is wanted still, however long it waits
 * for its turn.
 */
const LONGEST_WAIT_MS: Readonly<Record<LegRequest['kind'], number>> = {
  cancel: Infinity,
  close: Infinity,
  sell: Infinity,
  protect: Infinity,
  place: 60_000,
}

export function createPermit({ clock, mode, slept }: PermitOptions): Permit {
  return (request) => {
    const handedOverAt = clock.mono()
    return () => {
      if (slept()) return message('leg.barred.slept')
      if (clock.mono() - handedOverAt > LONGEST_WAIT_MS[request.kind]) return message('leg.barred.tooLong')
      // Its place in the minute was counted when it was taken on.
      const barred = guardAgain([request], { mode: mode(), limits: DEFAULT_LIMITS, placedLastMinute: 0 })
      return barred && barred.message
    }
  }
}
