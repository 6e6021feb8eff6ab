/** The account that was opened last, in a small file of the profile. The next start opens it again. */
import { z } from 'zod'
import { readJsonFile, writeJsonFile } from './json-file.ts'

const schema = z.strictObject({ version: z.literal(1), accountId: z.uuid().nullable() })

export type LastAccount = ReturnType<typeof openLastAccount>

export function openLastAccount(file: string) {
  return {
    /** null: none, or the file cannot be read. */
    id(): string | null {
      const found = readJsonFile(file, schema)
      return found.ok && found.value.exists ? (found.value.content?.accountId ?? null) : null
    },
    /** If this fails, only the next start's account is affected. */
    keep(accountId: string | null): void {
      writeJsonFile(file, { version: 1, accountId }, false)
    },
  }
}
