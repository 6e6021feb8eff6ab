/** What is recorded about a chase that this run does not continue. */
import { inARow, message } from '#shared/words/message.ts'
import type { DeskLog } from '../../log/desk-log.ts'
import type { Intent } from '../../state/intent.ts'
import { newestClose, restartMessages } from './chase-words.ts'

/** Ends a chase of an earlier run. If its order still waits, the order is looked up again. */
export function takeUpChase(intent: Intent, log: DeskLog): void {
  const leg = newestClose(intent)
  if (leg?.record.state === 'working') {
    log.noteLeg(leg, { state: 'acknowledged', detail: message('leg.chase.lookedFor') })
  }
  recordChaseEnd(intent, log)
}

/** Records the outcome from the present state of its orders. */
export function recordChaseEnd(initial: Intent, log: DeskLog): void {
  const intent = log.intent(initial)
  if (intent.look === 'clear') return
  const problems = [...restartMessages(intent), ...(intent.missed === null ? [] : [intent.missed])]
  if (problems.length === 0) log.note(intent.id, { kind: 'looked', look: 'clear', note: null })
  else log.note(intent.id, { kind: 'looked', look: 'unseen', note: inARow(problems) })
}
