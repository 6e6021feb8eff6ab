/** What is stored about each account between runs, apart from its journal: one small file per account. */
import { join } from 'node:path'
import { z } from 'zod'
import { SPOT_POLICIES } from '#shared/desk/action.ts'
import { DRILL_CHECKS, DRILL_VERDICTS } from '#shared/desk/drill.ts'
import { TRADING_MODES } from '#shared/desk/guard.ts'
import { orderLimits, USUAL_LIMITS } from '#shared/desk/order-limits.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { message, verbatim } from '#shared/words/message.ts'
import { messageSchema } from '#shared/words/message-schema.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { err } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { deskNotes } from '../../desk/log/notes.ts'
import type { DeskNotes, EarlierNotes } from '../../desk/log/notes.ts'
import { readJsonFile, removeFile, writeJsonFile } from './json-file.ts'

const check = { name: z.enum(DRILL_CHECKS), verdict: z.enum(DRILL_VERDICTS) }
const checkSchema = z.strictObject({ ...check, found: z.array(messageSchema) })
/** The format of versions that stored sentences. */
const olderCheck = z
  .strictObject({ ...check, words: z.string() })
  .transform(({ words, ...rest }) => ({ ...rest, found: [verbatim(words)] }))
const cardSchema = z.strictObject({
  at: z.number(),
  flatten: z.strictObject({ likelyMs: z.number(), p95Ms: z.number() }).nullable(),
  checks: z.array(z.union([checkSchema, olderCheck])),
})
const notesSchema = z.strictObject({
  version: z.literal(1),
  mode: z.enum(TRADING_MODES),
  // Missing in files of earlier versions. Unreadable limits may have been stricter than the usual ones, so a file that
  // has them is damaged.
  limits: orderLimits.default(USUAL_LIMITS),
  // Missing in files of earlier versions.
  spotPolicy: z.enum(SPOT_POLICIES).default('keep'),
  // A card of another version is no reason to lose the mode.
  drill: cardSchema.nullable().catch(null),
})

export type DeskNotesStore = ReturnType<typeof openDeskNotes>

/** The notes stored in `folder`. Nothing is read or created there before the first call. */
export function openDeskNotes(folder: string) {
  const fileOf = (accountId: string): string => join(folder, `${accountId}.json`)
  return {
    /** The notes of one account. Never fails: the notes themselves say what could not be read or written. */
    open(accountId: string): DeskNotes {
      const file = fileOf(accountId)
      return deskNotes(earlier(file), (kept) => writeJsonFile(file, { version: 1, ...kept }))
    },
    /** Succeeds if there are none. */
    forget(accountId: string): Result<null, Failure> {
      const removed = removeFile(fileOf(accountId))
      if (removed.ok) return removed
      const why = message('storage.notes.kept', { file: fileOf(accountId), cause: removed.error })
      return err(localFailure('storage', 'notes.forget', why))
    },
  }
}

function earlier(file: string): EarlierNotes {
  const found = readJsonFile(file, notesSchema)
  if (!found.ok) return { unreadable: message('storage.notes.unread', { file, cause: found.error }) }
  if (!found.value.exists) return { kept: null }
  const { content, newer } = found.value
  if (newer !== null) return { unreadable: message('storage.notes.newer', { file, version: newer.version }) }
  return content === null ? { unreadable: message('storage.notes.damaged', { file }) } : { kept: content }
}
