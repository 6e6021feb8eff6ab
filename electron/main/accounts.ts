/**
 * Which accounts are stored: everything about them but their keys. With it a locked keyring is told from an empty one.
 * The file is the truth; it is small and read anew for every call.
 */
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { newAccountSchema } from '#shared/ipc/contract.ts'
import { dialectFieldsSchema } from '../venue/client.ts'

const storedAccount = newAccountSchema.omit({ apiKey: true, apiSecret: true, profile: true }).extend({
  id: z.uuid(),
  /** The last characters of the API key, to tell keys apart. */
  keyTail: z.string().min(1).max(4),
  /** How its venue differs from the usual, as a profile says it; nothing when it does not. */
  dialect: dialectFieldsSchema.optional(),
})
const fileSchema = z
  .strictObject({ version: z.literal(1), accounts: z.array(storedAccount) })
  .refine(({ accounts }) => new Set(accounts.map(({ id }) => id)).size === accounts.length)

export type StoredAccount = Readonly<z.infer<typeof storedAccount>>

/** Every failure is of kind `storage`, or `invalidParameter` for an account that can not be listed. */
export interface AccountIndex {
  /**
   * The stored accounts, oldest first. A damaged file is set aside, never overwritten, and its list is not empty but
   * a failure that says where it went: in this run and every later one, until an account is added again.
   */
  list(): Result<readonly StoredAccount[], Failure>
  add(account: StoredAccount): Result<null, Failure>
  /** Right when it was not listed. */
  remove(id: string): Result<null, Failure>
}

/** The index kept in `file`, for this user's eyes only (0600 in a folder of 0700). Nothing is read before the first call. */
export function openAccountIndex(file: string): AccountIndex {
  return {
    list() {
      const accounts = read(file)
      if (!accounts.ok) return accounts
      const damages = accounts.value ? 0 : timesSetAside(file)
      return damages > 0 ? err(damaged(asideName(file, damages))) : ok(accounts.value ?? [])
    },

    add({ id, name, spotBaseUrl, contractBaseUrl, keyTail, dialect }) {
      const account = storedAccount.safeParse({ id, name, spotBaseUrl, contractBaseUrl, keyTail, dialect })
      if (!account.success) return err(invalid('The account has a field that is missing, empty or too long.'))
      const accounts = read(file)
      if (!accounts.ok) return accounts
      if (accounts.value?.some((other) => other.id === id)) return err(invalid('This account is listed already.'))
      return write(file, [...(accounts.value ?? []), account.data])
    },

    remove(id) {
      const accounts = read(file)
      if (!accounts.ok) return accounts
      const rest = accounts.value?.filter((account) => account.id !== id)
      return rest && rest.length !== accounts.value?.length ? write(file, rest) : ok(null)
    },
  }
}

/** null: there is no file. */
function read(file: string): Result<readonly StoredAccount[] | null, Failure> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (code(error) === 'ENOENT') return ok(null)
    return err(
      failure('read', `The list of accounts, ${file}, can not be read (${code(error)}). Check its permissions.`),
    )
  }
  const content = parse(text)
  return content ? ok(content.accounts) : setAside(file)
}

/** What a file says, null when it is not all ours to the last field. */
function parse(text: string): z.infer<typeof fileSchema> | null {
  try {
    return fileSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

function setAside(file: string): Result<never, Failure> {
  const aside = asideName(file, timesSetAside(file) + 1)
  try {
    renameSync(file, aside)
  } catch (error) {
    return err(failure('read', `The list of accounts, ${file}, is damaged and can not be set aside (${code(error)}).`))
  }
  return err(damaged(aside))
}

function timesSetAside(file: string): number {
  let times = 0
  while (existsSync(asideName(file, times + 1))) times += 1
  return times
}

function asideName(file: string, n: number): string {
  return `${file}.corrupt-${n}`
}

/** All or nothing: a new file is finished on the disk before it takes the old one's name. */
function write(file: string, accounts: readonly StoredAccount[]): Result<null, Failure> {
  const folder = dirname(file)
  const draft = join(folder, `.${basename(file)}.draft`)
  try {
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o700)
    rmSync(draft, { force: true })
    // Exclusive: what lies at that name now, a link included, is nobody's but ours.
    const descriptor = openSync(draft, 'wx', 0o600)
    try {
      writeFileSync(descriptor, `${JSON.stringify({ version: 1, accounts }, null, 2)}\n`)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(draft, file)
    syncFolder(folder)
    return ok(null)
  } catch (error) {
    return err(
      failure(
        'write',
        `The list of accounts, ${file}, can not be written (${code(error)}). Check space and permissions.`,
      ),
    )
  }
}

function syncFolder(folder: string): void {
  // Windows opens no folders; its rename is in the journal of the file system.
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function failure(operation: string, message: string): Failure {
  return localFailure('storage', `accounts.${operation}`, message)
}

function damaged(aside: string): Failure {
  const advice = 'The keys are still in the keyring, but can not be matched without it: add the accounts again.'
  return failure('read', `The list of accounts was damaged and is kept as ${aside}. ${advice}`)
}

function invalid(message: string): Failure {
  return localFailure('invalidParameter', 'accounts.add', message)
}

function code(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}
