/** The journal as text to be copied: for a machine, every field as reported; for a reader, what is on the screen. */
import type { IntentReport } from '#shared/desk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { formatTime } from '../kit/format.ts'
import { say } from '../kit/say.ts'
import type { JournalRow, LegRow } from './journal-rows.ts'

/** One intent a line, amounts as decimal text. */
export function asJsonLines(intents: readonly Encoded<IntentReport>[]): string {
  return intents.map((intent) => `${JSON.stringify(intent)}\n`).join('')
}

export function asText(rows: readonly JournalRow[]): string {
  return rows.map(rowText).join('\n')
}

function rowText({
  intent,
  title,
  progress,
  requests,
  rounds,
  timePlanned,
  timeTaken,
  cost,
  legs,
}: JournalRow): string {
  const head = `${new Date(intent.createdAt).toISOString()}  ${title}: ${progress.word}`
  const facts = `  requests ${requests}, rounds ${rounds}, time ${timePlanned} planned, ${timeTaken} taken, cost ${cost} planned`
  const note = intent.note === null ? [] : [`  ${say(intent.note)}`]
  return `${[head, facts, ...note, ...legs.map(legText)].join('\n')}\n`
}

function legText({ round, title, progress, planned, executed, ids, venue, changedAt }: LegRow): string {
  const said = venue === null ? '' : ` [the venue: ${venue}]`
  const facts = [ids, `planned ${planned}`, `executed ${executed}`].filter(Boolean).join(', ')
  return `  ${round}. ${title}: ${progress.word} at ${formatTime(changedAt, 'utc')}. ${progress.why}${said} (${facts})`
}
