/** Whether a request may still be sent when its turn comes, as things may have changed since it was queued. */
import { guardAgain, type GuardMode } from '#shared/desk/guard.ts'
import { DEFAULT_LIMITS } from '#shared/desk/order-limits.ts'
import type { LegRequest } from '#shared/desk/plan.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { message } from '#shared/words/message.ts'
import type { Message } from '#shared/domain/message.ts'

/**
 * How long a request may wait in the queue. An order that adds risk was checked against the market when it was queued.
 * An exit has no such limit.
 */
const LONGEST_WAIT_MS: { readonly [K in LegRequest['kind']]?: number } = { place: 60_000 }

/**
 * Call what it returns when a request is queued, and what that returns just before sending: it says why the request may
 * not be sent; null: it may. `slept`: whether the machine slept since a person asked for it.
 */
export function createPermit(clock: Clock, mode: () => GuardMode, slept: () => boolean) {
  return (request: LegRequest) => {
    const handedOverAt = clock.mono()
    return (): Message | null => {
      if (slept()) return message('leg.barred.slept')
      if (clock.mono() - handedOverAt > (LONGEST_WAIT_MS[request.kind] ?? Infinity))
        return message('leg.barred.tooLong')
      // The order was counted against the limit per minute when its intent was accepted.
      const barred = guardAgain([request], { mode: mode(), limits: DEFAULT_LIMITS, placedLastMinute: 0 })
      return barred?.message ?? null
    }
  }
}
