/** The journal as text to be copied: for a machine, every field as reported; for a reader, what is on the screen. */
import type { IntentReport } from '#shared/desk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { formatTime, NOT_APPLICABLE } from '../kit/format.ts'
import { say, t } from '../kit/say.ts'
import { legsOf, type JournalRow } from './journal-rows.ts'

/** One intent a line, amounts as decimal text. */
export function asJsonLines(intents: readonly Encoded<IntentReport>[]): string {
  return intents.map((intent) => `${JSON.stringify(intent)}\n`).join('')
}

export function asText(rows: readonly JournalRow[]): string {
  return rows.map(rowText).join('\n')
}

function rowText(row: JournalRow): string {
  const { intent, title, progress, requests, rounds, timePlanned, timeTaken, cost } = row
  const at = new Date(intent.createdAt).toISOString()
  const head = t('journal.text.head', { at, title, state: progress.word })
  const times = { planned: timePlanned, taken: timeTaken }
  const facts = `  ${t('journal.text.facts', { requests, rounds, ...times, cost })}`
  const note = intent.note === null ? [] : [`  ${say(intent.note)}`]
  return `${[head, facts, ...note, ...legsOf(row).map(legText)].join('\n')}\n`
}

function legText({
  round,
  title,
  progress,
  planned,
  executed,
  fillPrice,
  fillCost,
  ids,
  venue,
  changedAt,
}: ReturnType<typeof legsOf>[number]): string {
  const { word: state, why } = progress
  const line = t('journal.text.leg', { round, title, state, at: formatTime(changedAt, 'utc'), why })
  const venueText = venue === null ? [] : [t('journal.text.venue', { words: venue })]
  const filled = fillPrice === NOT_APPLICABLE ? [] : [t('journal.text.filled', { price: fillPrice }), fillCost]
  const amounts = [t('journal.text.planned', { planned }), t('orders.executed', { executed }), ...filled]
  return `  ${[line, ...venueText, `(${[ids, ...amounts].filter(Boolean).join(', ')})`].join(' ')}`
}
