/** The rule by which an account is put in front or closed: never under an open question, and never unasked. */
import { localFailure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import type { Asker } from '../../desk/plan/shown-plans.ts'
import { cutLines } from './left-behind.ts'
import type { MayLeave } from './live-accounts.ts'
import { cancelled } from './probe-key.ts'
import type { Session } from './session.ts'
import { overtaken } from './turns.ts'

/** Who wants to leave an account, and for what. */
interface Leaver {
  readonly operation: string
  readonly asker: Asker
  /** Aborts once the turn is over, because main went ahead. */
  readonly isOver: AbortSignal
  /** Aborts when the trader cancels what it was for. Absent: that cannot be cancelled. */
  readonly cancel?: AbortSignal
}

export interface MayLeaveOptions {
  /** Whether a dialog about the open account is shown. */
  readonly isAsked: () => boolean
  /** Asks, until `signal` aborts, whether the trader closes an account although `lines` are in progress on it. */
  readonly leavesAccount: (lines: readonly Message[], signal: AbortSignal) => Promise<boolean>
  /** The session of a live account. */
  readonly sessionOf: (accountId: string) => Session | undefined
}

/** Never aborts: for what cannot be cancelled. */
export const NEVER: AbortSignal = new AbortController().signal

export function createMayLeave({ isAsked, leavesAccount, sessionOf }: MayLeaveOptions) {
  /**
   * Whether another account may be put in front now and, if the account `left` is live, whether that may be closed. A
   * page may do neither while a question is open. Nobody may once the turn is over. `linesOf`: what would be cut short
   * or would go on unattended. The trader is asked until everything in progress is agreed to.
   */
  return function leaverFor(
    { operation, asker, isOver, cancel = NEVER }: Leaver,
    left: string | null = null,
    linesOf = cutLines,
  ): MayLeave {
    const agreed = new Set<string>()
    return async function mayLeave() {
      if (isOver.aborted) return overtaken(operation)
      if (cancel.aborted) return cancelled(operation)
      if (asker === 'page' && isAsked()) return err(localFailure('closed', operation, message('main.confirm.busy')))
      const session = left === null ? undefined : sessionOf(left)
      if (session === undefined) return ok(null)
      const { intents } = session.desk.report()
      const running = intents.filter(({ state }) => state === 'running').map(({ intentId }) => intentId)
      const lines = linesOf(session)
      const isAgreed = agreed.size > 0 && running.every((id) => agreed.has(id))
      if (lines.length === 0 || isAgreed) return ok(null)
      if (!(await leavesAccount(lines, AbortSignal.any([isOver, cancel]))))
        return err(localFailure('closed', operation, message('main.stayed')))
      session.desk.noteLeft(lines)
      for (const id of [operation, ...running]) agreed.add(id)
      return mayLeave()
    }
  }
}
