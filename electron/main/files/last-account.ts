/** The account that was opened last, in a small file of the profile. The next start opens it again. */
import { z } from 'zod'
import { readJsonFile, writeJsonFile } from './json-file.ts'

const schema = z.strictObject({ version: z.literal(1), accountId: z.uuid().nullable() })

export interface LastAccount {
  /** null: none, or the file cannot be read. */
  readonly id: () => string | null
  /** If this fails, only the next start's account is affected. */
  readonly keep: (accountId: string | null) => void
}

export function openLastAccount(file: string): LastAccount {
  return {
    id() {
      const found = readJsonFile(file, schema)
      return found.ok && found.value.exists ? (found.value.content?.accountId ?? null) : null
    },
    keep(accountId) {
      writeJsonFile(file, { version: 1, accountId }, false)
    },
  }
}
