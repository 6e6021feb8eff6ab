/** Whether trading is open, and what the window is told of the desk. */
import type { DeskReport } from '#shared/desk/report.ts'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import type { DeskLog } from './log/desk-log.ts'
import type { Journal } from './log/journal.ts'
import type { DeskNotes } from './log/notes.ts'
import { reportOfRefused } from './state/refused.ts'
import { reportOf, withRefused } from './state/intent-report.ts'
import { newestFirst } from './state/select.ts'
import type { Protections } from './verify/watch-protections.ts'

export interface Status {
  readonly state: () => DeskReport['state']
  become(next: DeskReport['state'], why: Message | null): void
  readonly report: () => DeskReport
  tell(): void
  tellIfProtectionsChanged(): void
}

interface StatusOptions {
  readonly journal: Journal
  readonly notes: DeskNotes
  readonly isProved: boolean
  readonly onReport: (report: DeskReport) => void
  readonly log: DeskLog
  readonly protections: Protections
}

export function createStatus({ journal, notes, isProved, onReport, log, protections }: StatusOptions): Status {
  let state: DeskReport['state'] = 'recovering'
  let reason: Message | null = journal.notice
  /** States of the protective orders as last told. */
  let shown = ''

  function report(): DeskReport {
    const intents = withRefused(newestFirst(log.state()).map(reportOf), log.state().refused.map(reportOfRefused))
    const unknownCount = intents.flatMap((intent) => intent.legs).filter((leg) => leg.state === 'unknown').length
    const trouble = log.trouble()
    const { quarantined, unknownKinds } = log.state()
    return {
      state: trouble === null ? state : 'closed',
      reason: trouble ?? reason,
      intents,
      unknownCount,
      protections: protections.now(),
      mode: isProved ? notes.mode() : 'halted',
      modeNote: isProved ? notes.modeNote() : message('intent.unproved'),
      passedOver: { outOfPlace: quarantined, laterKinds: unknownKinds },
      drill: notes.drill(),
    }
  }

  function tell(): void {
    const told = report()
    shown = statesOf(told.protections)
    onReport(told)
  }

  return {
    state: () => state,
    become(next, why) {
      state = next
      reason = why
      tell()
    },
    report,
    tell,
    tellIfProtectionsChanged() {
      if (statesOf(protections.now()) !== shown) tell()
    },
  }
}

function statesOf(protections: DeskReport['protections']): string {
  return protections.map(({ state }) => state).join()
}
