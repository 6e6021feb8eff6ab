/** The legs of an action before its estimate. */
import type { Message } from '../../domain/message.ts'
import { err, type Result } from '../../domain/result.ts'
import type { Denial, DenyCode, LegRequest } from '../plan.ts'

export interface Draft {
  readonly legs: readonly LegRequest[]
  /** What the legs leave undone, and their side effects. */
  readonly warnings: readonly Message[]
}

/** Returns a new id of under 32 characters; called once per order. */
export type NewClientOrderId = () => string

export function deny(code: DenyCode, message: Message): Result<never, Denial> {
  return err({ code, message })
}
