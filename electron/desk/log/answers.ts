/** Reads the answers to intents from the rows of a journal file. */
import type { DatabaseSync } from 'node:sqlite'
import type { SubmitAnswer } from '#shared/desk/report.ts'
import { decodeEntry, type Entry } from './entry.ts'
import type { Row } from './replay.ts'

type Answered = Pick<Row, 'intent' | 'kind' | 'body'>

const IS_ANSWER = "leg IS NULL AND kind IN ('accepted', 'denied')"

/** Every answer to an intent of `account` in this file. */
export function answersIn(db: DatabaseSync, account: string): readonly (readonly [string, SubmitAnswer])[] {
  const rows = db.prepare(`SELECT intent, kind, body FROM event WHERE account = ? AND ${IS_ANSWER}`).all(account)
  return (rows as unknown as readonly Answered[]).flatMap((row) => {
    const answer = answerOf(row)
    return answer === null ? [] : [[row.intent, answer] as const]
  })
}

/** Looks up the answer to one intent; null: this file has none. */
export function answersBy(db: DatabaseSync): (account: string, intent: string) => SubmitAnswer | null {
  const find = db.prepare(`SELECT intent, kind, body FROM event WHERE account = ? AND intent = ? AND ${IS_ANSWER}`)
  return (account, intent) => {
    const row = find.get(account, intent) as Answered | undefined
    return row === undefined ? null : answerOf(row)
  }
}

function answerOf({ intent, kind, body }: Answered): SubmitAnswer | null {
  if (kind === 'accepted') return { kind: 'accepted', intentId: intent }
  const entry = decodeEntry(body)
  return entry && answerIn(intent, entry)
}

/** The answer to its intent that an entry records; null: the entry is not an answer. */
export function answerIn(intentId: string, entry: Entry): SubmitAnswer | null {
  if (entry.kind === 'accepted') return { kind: 'accepted', intentId }
  return entry.kind === 'denied' ? { kind: 'denied', denial: entry.denial } : null
}
