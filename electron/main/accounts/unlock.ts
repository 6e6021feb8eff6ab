import { localFailure } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import type { Asker } from '../../desk/plan/shown-plans.ts'
import type { Credentials } from '../../venue/port.ts'
import type { Vault } from '../../vault/client.ts'
import type { Confirm } from '../authority/confirm.ts'
import type { AccountIndex, StoredAccount } from './account-index.ts'
import { credentialsOf, keyTailOf, type ReadingKey } from './credentials.ts'
import { elsewhereQuestion, isProbeOf, placesOf } from './key-places.ts'
import { openReadingKey } from './reading-key.ts'

interface Unlocking {
  readonly vault: Vault
  readonly index: Pick<AccountIndex, 'change'>
  /** Asks before a key is used at addresses other than those it is kept for. */
  readonly confirm: Confirm
}

interface Unlocked {
  readonly account: StoredAccount
  readonly credentials: Credentials
  /** null: it has none. */
  readonly reading: ReadingKey | null
}

/**
 * Unlocks a stored account for the places its key is kept for, or for other places if the trader agrees. A venue that
 * only the list of accounts names was never probed with this key, whatever the list says.
 */
export async function unlock(
  account: StoredAccount,
  operation: string,
  asker: Asker,
  { vault, index, confirm }: Unlocking,
): Promise<Result<Unlocked, Failure>> {
  const { id } = account
  const places = placesOf(account)
  let isProbed = true
  let opened = await vault.open(id, true, places)
  if (opened.ok && opened.value !== null && 'elsewhere' in opened.value) {
    const { elsewhere } = opened.value
    const question = elsewhereQuestion(account, elsewhere)
    // A box that a page opened does not keep main from an account: main's question waits until that box is closed.
    const answer = await confirm(question, asker === 'main' ? async () => question : undefined, asker)
    if (answer !== 'yes') return err(localFailure('closed', operation, message(`main.confirm.${answer}`)))
    isProbed = isProbeOf(places, elsewhere)
    // The list must call the account unprobed before the key is kept for these places. Otherwise the next run would ask
    // nothing and would trust the list. If the list cannot be written, the account still opens, but only for this run.
    const isListed = isProbed || index.change(id, { probedAt: undefined }).ok
    opened = isListed ? await vault.bind(id, places) : await vault.lend(id, places)
  }
  if (!opened.ok) return opened
  if (opened.value === null || !('apiKey' in opened.value))
    return err(localFailure('vaultLocked', operation, message('main.keyUnread')))
  const { apiKey, isLent = false } = opened.value
  const allowed = isProbed && !isLent ? account : unprobed(account)
  // The list of accounts may be wrong, so the last characters are those of the key that signs.
  return ok({
    account: { ...allowed, keyTail: keyTailOf(apiKey) },
    credentials: credentialsOf(vault, id, apiKey),
    reading: await openReadingKey(account, vault),
  })
}

function unprobed(account: StoredAccount): StoredAccount {
  return { ...account, probedAt: undefined }
}
