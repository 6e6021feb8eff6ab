/** Whether trading is open, and the desk's report to the window. */
import type { MaySend } from '#shared/desk/guard.ts'
import type { DeskReport } from '#shared/desk/report.ts'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import type { DeskLog } from './log/desk-log.ts'
import type { Journal } from './log/journal.ts'
import type { DeskNotes } from './log/notes.ts'
import { reportOfRefused } from './state/refused.ts'
import { reportOf, withRefused } from './state/intent-report.ts'
import { newestFirst } from './state/select.ts'
import type { createProtections } from './verify/watch-protections.ts'

interface StatusOptions {
  readonly journal: Journal
  readonly notes: DeskNotes
  readonly maySend: MaySend
  readonly onReport: (report: DeskReport) => void
  readonly log: DeskLog
  readonly protections: ReturnType<typeof createProtections>
}

const WHY_HALTED = { exits: message('intent.unproved'), nothing: message('plan.watching') } as const

export function createStatus({ journal, notes, maySend, onReport, log, protections }: StatusOptions) {
  let state: DeskReport['state'] = 'recovering'
  let reason: Message | null = journal.notice
  /** The last reported values that can change without a journal entry. */
  let shown = ''

  function report(): DeskReport {
    const intents = withRefused(newestFirst(log.state()).map(reportOf), log.state().refused.map(reportOfRefused))
    const unknownCount = intents.flatMap((intent) => intent.legs).filter((leg) => leg.state === 'unknown').length
    const { quarantined, unknownKinds } = log.state()
    return {
      state,
      reason,
      emergency: journal.emergency(),
      intents,
      unknownCount,
      protections: protections.now(),
      mode: maySend === 'all' ? notes.mode() : 'halted',
      limits: notes.limits(),
      spotPolicy: notes.spotPolicy(),
      modeNote: maySend === 'all' ? notes.modeNote() : WHY_HALTED[maySend],
      passedOver: { outOfPlace: quarantined, laterKinds: unknownKinds },
      drill: notes.drill(),
    }
  }

  function publish(): void {
    const current = report()
    shown = changingOf(current)
    onReport(current)
  }

  return {
    state: () => state,
    become(next: DeskReport['state'], why: Message | null): void {
      state = next
      reason = why
      publish()
    },
    report,
    publish,
    /** Reports changes without a journal entry: of protective orders, and of where journal rows go. */
    tellIfChanged(): void {
      if (changingOf({ protections: protections.now(), emergency: journal.emergency() }) !== shown) publish()
    },
  }
}

function changingOf({ protections, emergency }: Pick<DeskReport, 'protections' | 'emergency'>): string {
  return [emergency?.code, ...protections.map(({ state }) => state)].join()
}
