/** The legs of an action before its estimate. */
import type { Message } from '../../domain/message.ts'
import { err, type Result } from '../../domain/result.ts'
import type { Denial, DenyCode, LegRequest } from '../plan.ts'

export interface Draft {
  readonly legs: readonly LegRequest[]
  /** What the legs leave undone, and their side effects. */
  readonly warnings: readonly Message[]
}

export function deny(code: DenyCode, message: Message): Result<never, Denial> {
  return err({ code, message })
}
