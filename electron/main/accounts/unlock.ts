import { localFailure } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import type { Asker } from '../../desk/plan/shown-plans.ts'
import type { Vault } from '../../vault/client.ts'
import type { Credentials } from '../../venue/port.ts'
import type { Confirm } from '../authority/confirm.ts'
import type { AccountIndex, StoredAccount } from './account-index.ts'
import { credentialsOf, keyTailOf } from './credentials.ts'
import { elsewhereQuestion, isProbeOf, placesOf } from './key-places.ts'

interface Unlocking {
  readonly vault: Vault
  readonly index: Pick<AccountIndex, 'replace'>
  /** Asks before a key is used at addresses other than those it is kept for. */
  readonly confirm: Confirm
}

/** A stored account as it may be used, and what signs for it. */
interface Unlocked {
  readonly account: StoredAccount
  readonly credentials: Credentials
}

/**
 * Unlocks a stored account for the addresses its key is kept for, or for others after the trader agreed. A venue that
 * only the list of accounts names was never probed with this key, whatever that list says.
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
    // A page's open box does not keep main from an account: main's own question waits for it.
    const answer = await confirm(question, asker === 'main' ? async () => question : undefined, asker)
    if (answer !== 'yes') return err(localFailure('closed', operation, message(`main.confirm.${answer}`)))
    isProbed = isProbeOf(places, elsewhere)
    // The list must say so before the key is kept for it, or the next run would ask nothing and trust the list. If it
    // can not be written the account still opens, for this run.
    const isListed = isProbed || index.replace(unprobed(account)).ok
    opened = isListed ? await vault.bind(id, places) : await vault.lend(id, places)
  }
  if (!opened.ok) return opened
  if (opened.value === null || !('apiKey' in opened.value))
    return err(localFailure('vaultLocked', operation, message('main.keyUnread')))
  const { apiKey, isLent = false } = opened.value
  const allowed = isProbed && !isLent ? account : unprobed(account)
  // The list of accounts may be wrong; this is the key that signs.
  return ok({ account: { ...allowed, keyTail: keyTailOf(apiKey) }, credentials: credentialsOf(vault, id, apiKey) })
}

function unprobed(account: StoredAccount): StoredAccount {
  return { ...account, probedAt: undefined }
}
