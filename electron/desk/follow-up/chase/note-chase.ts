/** What is recorded about a chase that this run does not continue. */
import { inARow, message } from '#shared/words/message.ts'
import type { DeskLog } from '../../log/desk-log.ts'
import type { Intent } from '../../state/intent.ts'
import { newestClose, toldAfterRestart } from './chase-words.ts'

/** Ends a chase of an earlier run. Its waiting order is looked up again. */
export function takeUpChase(intent: Intent, log: DeskLog): void {
  const leg = newestClose(intent)
  if (leg?.record.state === 'working') {
    log.noteLeg(leg, { state: 'acknowledged', detail: message('leg.chase.lookedFor') })
  }
  tellChase(intent, log)
}

/** Records the outcome from the present state of its orders. */
export function tellChase(begun: Intent, log: DeskLog): void {
  const intent = log.intent(begun)
  if (intent.look === 'clear') return
  const told = [...toldAfterRestart(intent), ...(intent.missed === null ? [] : [intent.missed])]
  if (told.length === 0) log.note(intent.id, { kind: 'looked', look: 'clear', note: null })
  else log.note(intent.id, { kind: 'looked', look: 'unseen', note: inARow(told) })
}
