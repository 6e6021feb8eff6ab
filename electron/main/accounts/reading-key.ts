/** The second key of an account, which only reads and signs its polls (ADR 0020). */
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import { err } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import type { Vault } from '../../vault/client.ts'
import type { StoredAccount } from './account-index.ts'
import { credentialsOf, keyTailOf, type ReadingKey } from './credentials.ts'
import { placesOf } from './key-places.ts'

/**
 * Where the vault holds the reading key of an account. This id follows from the account's own. So a changed list cannot
 * name the key of another account, and forgetting the account forgets this key too.
 */
export function readingIdOf(accountId: string): string {
  return `${accountId} reading`
}

export function readingKeyOf(vault: Vault, accountId: string, apiKey: string): ReadingKey {
  return { keyTail: keyTailOf(apiKey), credentials: credentialsOf(vault, readingIdOf(accountId), apiKey) }
}

/**
 * Opens the reading key of a stored account; null: it has none. One that cannot be opened is returned all the same: it
 * signs nothing, so the client puts it aside at the first poll and says why.
 */
export async function openReadingKey(account: StoredAccount, vault: Vault): Promise<ReadingKey | null> {
  const { id, readingKeyTail } = account
  if (readingKeyTail === undefined) return null
  const opened = await vault.open(readingIdOf(id), true, placesOf(account))
  if (!opened.ok) return unusable(readingKeyTail, opened.error)
  if (opened.value !== null && 'apiKey' in opened.value) return readingKeyOf(vault, id, opened.value.apiKey)
  return unusable(readingKeyTail, localFailure('vaultUnavailable', 'vault.open', message('main.reading.elsewhere')))
}

function unusable(keyTail: string, failure: Failure): ReadingKey {
  return { keyTail, credentials: { apiKey: keyTail, sign: async () => err(failure) } }
}

/**
 * Keeps the reading key for the places that a new probe found, if it was kept for those before. If it is not kept for
 * them, the next opening says so.
 */
export async function moveReadingKey(before: StoredAccount, now: StoredAccount, vault: Vault): Promise<void> {
  if (now.readingKeyTail === undefined || placesOf(before) === placesOf(now)) return
  const opened = await vault.open(readingIdOf(now.id), true, placesOf(before))
  if (opened.ok && opened.value !== null && 'apiKey' in opened.value)
    await vault.bind(readingIdOf(now.id), placesOf(now))
}
