/**
 * The stored accounts, without their secrets. This index distinguishes a locked keychain from an empty one. The file is
 * small and is read for every call.
 */
import { z } from 'zod'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { ACCOUNT_COLOURS } from '#shared/domain/account-colour.ts'
import { AREAS } from '#shared/domain/instrument.ts'
import { accountFields } from '#shared/ipc/contract.ts'
import { message } from '#shared/words/message.ts'
import { dialectFieldsSchema, storedDialectSchema } from '../../venue/venue.ts'
import { openListFile } from '../files/list-file.ts'
import { keyTailOf } from './credentials.ts'

const storedAccount = accountFields.omit({ apiKey: true, profile: true, preset: true }).extend({
  id: z.uuid(),
  keyTail: z.string().min(1).max(4).overwrite(keyTailOf),
  /** How its venue differs from the default, as in a profile. Absent: it does not. */
  dialect: dialectFieldsSchema.optional(),
  /** The preset it was made from, with that preset's dialect at the time. */
  preset: z
    .strictObject({ id: z.string(), version: z.int().positive(), dialect: dialectFieldsSchema.optional() })
    .optional(),
  /** The venue's number of the account in each area, where a probe saw one. */
  uids: z.partialRecord(z.enum(AREAS), z.string().max(20)).optional(),
  /** The end of the key that only reads. Absent: the account has none. The key itself is in the vault (`readingIdOf`). */
  readingKeyTail: z.string().min(1).max(4).overwrite(keyTailOf).optional(),
  /** Wall clock ms of the newest probe of its key. Absent: that probe did not pass. */
  probedAt: z.int().nonnegative().optional(),
  /** Absent: the trader gave it none. */
  colour: z.enum(ACCOUNT_COLOURS).optional(),
})
const { preset, uids, probedAt, readingKeyTail, colour } = storedAccount.shape
/**
 * The account opens without `preset`, `uids`, `readingKeyTail`, `probedAt` and `colour`. One of them that is unreadable is
 * left out.
 */
const readAccount = storedAccount.extend({
  dialect: storedDialectSchema.optional(),
  preset: preset.catch(undefined),
  uids: uids.catch(undefined),
  readingKeyTail: readingKeyTail.catch(undefined),
  probedAt: probedAt.catch(undefined),
  colour: colour.catch(undefined),
})

export type StoredAccount = Readonly<z.infer<typeof storedAccount>>

/** Every failure has kind `storage`, or `invalidParameter` for an account that cannot be listed. */
export interface AccountIndex {
  /**
   * The stored accounts, oldest first. If the list is damaged, this is a failure that says where the file is, until an
   * account is added.
   */
  list(): Result<readonly StoredAccount[], Failure>
  /** Fails if a newer Plimsoll wrote the list. Such a list is shown as far as it can be read, and is not changed. */
  mayChange(): Result<null, Failure>
  add(account: StoredAccount): Result<null, Failure>
  /** Changes these fields of a listed account, and none that was changed meanwhile. `undefined` removes a field. */
  change(id: string, fields: Partial<Omit<StoredAccount, 'id'>>): Result<StoredAccount, Failure>
  /** Succeeds if it was not listed. */
  remove(id: string): Result<null, Failure>
}

/** The index stored in `file`. Nothing is read before the first call. */
export function openAccountIndex(file: string): AccountIndex {
  const stored = openListFile(file, 'accounts', readAccount)
  const written = (accounts: readonly StoredAccount[]): Result<null, Failure> => {
    const answer = stored.write(accounts)
    return answer.ok ? ok(null) : answer
  }

  return {
    list: stored.list,
    mayChange: stored.mayChange,

    add(given) {
      const account = known(given)
      if (!account.ok) return account
      const accounts = stored.forChange()
      if (!accounts.ok) return accounts
      if (accounts.value.some(({ id }) => id === given.id)) return err(invalid(message('storage.accounts.listed')))
      return written([...accounts.value, account.value])
    },

    change(id, fields) {
      const accounts = stored.forChange()
      if (!accounts.ok) return accounts
      const before = accounts.value.find((one) => one.id === id)
      if (before === undefined) return err(invalid(message('storage.accounts.notListed')))
      const account = known({ ...before, ...fields, id })
      if (!account.ok) return account
      const done = written(accounts.value.map((one) => (one === before ? account.value : one)))
      return done.ok ? account : done
    },

    remove(id) {
      const accounts = stored.forChange()
      if (!accounts.ok) return accounts
      const rest = accounts.value.filter((account) => account.id !== id)
      return rest.length === accounts.value.length ? ok(null) : written(rest)
    },
  }
}

/** Keeps only the fields of the schema, so that nothing else, such as a secret, gets in. */
function known(given: StoredAccount): Result<StoredAccount, Failure> {
  const kept = storedAccount.strip().safeParse(given)
  return kept.success ? ok(kept.data) : err(invalid(message('storage.accounts.badField')))
}

function invalid(why: Message): Failure {
  return localFailure('invalidParameter', 'accounts.add', why)
}
