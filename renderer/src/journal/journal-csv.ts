/** The fields of an intent as CSV: what was planned beside what happened. Times taken are in seconds. */
import { toText } from '#shared/domain/decimal.ts'
import { isoTime, type CsvField } from '../kit/csv.ts'
import { say } from '../kit/say.ts'
import { plannedCost, succeededIn, type JournalRow } from './journal-rows.ts'

const seconds = (ms: number | null | undefined): number | null => (ms == null ? null : ms / 1000)

export const JOURNAL_CSV: readonly CsvField<JournalRow>[] = [
  { name: 'created_at', of: ({ intent }) => isoTime(intent.createdAt) },
  { name: 'intent_id', of: ({ intent }) => intent.intentId },
  { name: 'action', of: ({ intent }) => intent.action.kind },
  { name: 'title', of: ({ title }) => title },
  { name: 'state', of: ({ intent }) => intent.state },
  { name: 'requests_planned', of: ({ intent }) => intent.estimate?.legs.length },
  { name: 'requests_sent', of: ({ intent }) => intent.legs.length },
  { name: 'requests_succeeded', of: ({ intent }) => succeededIn(intent.legs) },
  { name: 'rounds', of: ({ rounds }) => rounds },
  { name: 'planned_s', of: ({ intent }) => seconds(intent.estimate?.likelyMs) },
  { name: 'took_s', of: ({ intent }) => seconds(intent.tookMs) },
  { name: 'planned_cost', of: costOf },
  { name: 'planned_cost_coin', of: ({ intent }) => intent.estimate?.reportingCoin },
  { name: 'seen_at', of: ({ intent }) => isoTime(intent.seenAt) },
  { name: 'note', of: ({ intent }) => intent.note && say(intent.note) },
]

/** Empty where a part of it is not known. */
function costOf({ intent: { estimate } }: JournalRow): string | null {
  if (estimate === null || estimate.costIsPartial) return null
  return toText(plannedCost(estimate))
}
