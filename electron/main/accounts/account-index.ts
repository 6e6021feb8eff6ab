/**
 * The stored accounts, without their secrets. The index tells a locked keyring from an empty one. The file is small and read
 * for every call.
 */
import { z } from 'zod'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { accountFields } from '#shared/ipc/contract.ts'
import { message } from '#shared/words/message.ts'
import { dialectFieldsSchema } from '../../venue/venue.ts'
import { NEWER_VERSION, newestAside, readJsonFile, setAside, writeJsonFile, type Newer } from '../files/json-file.ts'

const storedAccount = accountFields.omit({ apiKey: true, profile: true, preset: true }).extend({
  id: z.uuid(),
  /** The last characters of the API key, to tell keys apart. */
  keyTail: z.string().min(1).max(4),
  /** How its venue differs from the usual, as a profile says it; nothing when it does not. */
  dialect: dialectFieldsSchema.optional(),
  /** The preset it was made from, and what that said of the dialect then. */
  preset: z
    .strictObject({ id: z.string(), version: z.int().positive(), dialect: dialectFieldsSchema.optional() })
    .optional(),
  /** When the newest probe of its key was, wall ms; nothing when that one did not pass. */
  probedAt: z.int().nonnegative().optional(),
})
const { preset, probedAt } = storedAccount.shape
/** No request depends on these two: if unreadable they are left out, and the account still opens. */
const readAccount = storedAccount.extend({ preset: preset.catch(undefined), probedAt: probedAt.catch(undefined) })
const fileSchema = z
  .strictObject({ version: z.literal(1), accounts: z.array(readAccount) })
  .refine(({ accounts }) => new Set(accounts.map(({ id }) => id)).size === accounts.length)

export type StoredAccount = Readonly<z.infer<typeof storedAccount>>

/** Every failure is of kind `storage`, or `invalidParameter` for an account that can not be listed. */
export interface AccountIndex {
  /**
   * The stored accounts, oldest first. A damaged file is set aside, never overwritten, and the list is then a failure that
   * says where the file is, in later runs too, until an account is added.
   */
  list(): Result<readonly StoredAccount[], Failure>
  /** An error when a newer Plimsoll wrote the list: it is shown as far as it can be read, and not changed. */
  mayChange(): Result<null, Failure>
  add(account: StoredAccount): Result<null, Failure>
  /** Replaces the account with the same id, which must be listed. */
  replace(account: StoredAccount): Result<null, Failure>
  /** Right when it was not listed. */
  remove(id: string): Result<null, Failure>
}

/**
 * The index kept in `file`, for this user's eyes only (0600 in a folder of 0700).
 * Nothing is read before the first call.
 */
export function openAccountIndex(file: string): AccountIndex {
  return {
    list() {
      const accounts = read(file)
      if (!accounts.ok) return accounts
      const aside = accounts.value ? null : newestAside(file)
      return aside === null ? ok(accounts.value ?? []) : err(damaged(aside))
    },

    mayChange() {
      const found = readJsonFile(file, fileSchema)
      return found.ok && found.value.exists && found.value.newer !== null ? err(ofNewer(file)) : ok(null)
    },

    add(given) {
      const account = known(given)
      if (!account.ok) return account
      const accounts = read(file)
      if (!accounts.ok) return accounts
      if (accounts.value?.some(({ id }) => id === given.id)) return err(invalid(message('storage.accounts.listed')))
      return write(file, [...(accounts.value ?? []), account.value])
    },

    replace(given) {
      const account = known(given)
      if (!account.ok) return account
      const accounts = read(file)
      if (!accounts.ok) return accounts
      if (!accounts.value?.some(({ id }) => id === given.id)) return err(invalid(message('storage.accounts.notListed')))
      return write(
        file,
        accounts.value.map((one) => (one.id === given.id ? account.value : one)),
      )
    },

    remove(id) {
      const accounts = read(file)
      if (!accounts.ok) return accounts
      const rest = accounts.value?.filter((account) => account.id !== id)
      return rest && rest.length !== accounts.value?.length ? write(file, rest) : ok(null)
    },
  }
}

/** Keeps only the fields of the schema: any other, a secret for instance, stays out. */
function known(given: StoredAccount): Result<StoredAccount, Failure> {
  const kept = storedAccount.safeParse(pick(given))
  return kept.success ? ok(kept.data) : err(invalid(message('storage.accounts.badField')))
}

/** null: there is no file. */
function read(file: string): Result<readonly StoredAccount[] | null, Failure> {
  const found = readJsonFile(file, fileSchema)
  if (!found.ok) {
    return err(failure('read', message('storage.accounts.unread', { file, cause: found.error })))
  }
  if (!found.value.exists) return ok(null)
  const { content, newer } = found.value
  if (newer !== null) return ok(readableIn(newer))
  return content ? ok(content.accounts) : err(setAsideFailure(file))
}

/** The accounts of a newer file that fit this version's schema. */
function readableIn({ json }: Newer): readonly StoredAccount[] {
  const accounts = 'accounts' in json && Array.isArray(json.accounts) ? (json.accounts as readonly unknown[]) : []
  const readable = accounts.flatMap((each) => {
    const fields = typeof each === 'object' && each !== null ? each : {}
    return readAccount.safeParse(pick(fields)).data ?? []
  })
  return [...new Map(readable.map((account) => [account.id, account])).values()]
}

function pick(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([name]) => name in storedAccount.shape))
}

function ofNewer(file: string): Failure {
  return failure('write', message('storage.accounts.newer', { file }))
}

function setAsideFailure(file: string): Failure {
  const aside = setAside(file)
  if (aside.ok) return damaged(aside.value)
  return failure('read', message('storage.accounts.notSetAside', { file, cause: aside.error }))
}

function write(file: string, accounts: readonly StoredAccount[]): Result<null, Failure> {
  const written = writeJsonFile(file, { version: 1, accounts })
  if (written.ok) return written
  if (written.error === NEWER_VERSION) return err(ofNewer(file))
  return err(failure('write', message('storage.accounts.unwritten', { file, cause: written.error })))
}

function failure(operation: string, why: Message): Failure {
  return localFailure('storage', `accounts.${operation}`, why)
}

function damaged(aside: string): Failure {
  return failure('read', message('storage.accounts.damaged', { aside }))
}

function invalid(why: Message): Failure {
  return localFailure('invalidParameter', 'accounts.add', why)
}
