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
import { elsewhereQuestion, isSameVenue, placesOf } from './key-places.ts'

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
  let allowed = account
  let opened = await vault.open(id, true, places)
  if (opened.ok && opened.value !== null && 'elsewhere' in opened.value) {
    const { elsewhere } = opened.value
    const question = elsewhereQuestion(account, elsewhere)
    // A page's open box does not keep main from an account: main's own question waits for it.
    const answer = await confirm(question, asker === 'main' ? async () => question : undefined, asker)
    if (answer !== 'yes') return err(localFailure('closed', operation, message(`main.confirm.${answer}`)))
    if (!isSameVenue(places, elsewhere)) {
      allowed = { ...account, probedAt: undefined }
      // Before the key is kept for it. If that fails, the account still opens, and this session does not trust it.
      index.replace(allowed)
    }
    opened = await vault.bind(id, places)
  }
  if (!opened.ok) return opened
  if (opened.value === null || !('apiKey' in opened.value))
    return err(localFailure('vaultLocked', operation, message('main.keyUnread')))
  const { apiKey } = opened.value
  // The list of accounts may be wrong; this is the key that signs.
  return ok({ account: { ...allowed, keyTail: keyTailOf(apiKey) }, credentials: credentialsOf(vault, id, apiKey) })
}
