/** The legs of an action before its estimate. */
import type { Message } from '../../domain/message.ts'
import { err, type Result } from '../../domain/result.ts'
import type { Denial, DenyCode, LegRequest } from '../plan.ts'

export interface Draft {
  readonly legs: readonly LegRequest[]
  /** What the legs leave undone, or else cause. */
  readonly warnings: readonly Message[]
}

/** Gives a new id of under 32 characters each time; asked once per order placed. */
export type NewClientOrderId = () => string

export function deny(code: DenyCode, message: Message): Result<never, Denial> {
  return err({ code, message })
}
