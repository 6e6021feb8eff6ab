/** What is told of a chase that this run does not go on with. */
import type { DeskLog } from '../../log/desk-log.ts'
import type { Intent } from '../../state/intent.ts'
import { newestClose, wordsAfterRestart } from './chase-words.ts'

/** A chase of an earlier run is not continued. What became of its waiting order is asked for again. */
export function takeUpChase(intent: Intent, log: DeskLog): void {
  const leg = newestClose(intent)
  if (leg?.record.state === 'working')
    log.noteLeg(leg, { state: 'acknowledged', detail: 'Looking whether it still waits.' })
  tellChase(intent, log)
}

/** What it came to, by how its orders stand now. */
export function tellChase(begun: Intent, log: DeskLog): void {
  const intent = log.intent(begun)
  if (intent.look === 'clear') return
  const words = [wordsAfterRestart(intent), intent.missed].filter((each) => each !== null)
  if (words.length === 0) log.note(intent.id, { kind: 'looked', look: 'clear', note: null })
  else log.note(intent.id, { kind: 'looked', look: 'unseen', note: words.join(' ') })
}
