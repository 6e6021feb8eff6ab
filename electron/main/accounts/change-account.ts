/** The name and the colour of a stored account, as the trader changes them. */
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { err } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { CommandArgs } from '#shared/ipc/contract.ts'
import { message } from '#shared/words/message.ts'
import type { Vault } from '../../vault/client.ts'
import type { Confirm } from '../authority/confirm.ts'
import type { AccountIndex, StoredAccount } from './account-index.ts'
import { placesOf } from './key-places.ts'
import type { LiveAccounts } from './live-accounts.ts'
import { moveReadingKey } from './reading-key.ts'
import { unlock } from './unlock.ts'

const OPERATION = 'account.change'

export type AccountChange = Omit<CommandArgs<'changeAccount'>, 'accountId'>

interface Changing {
  readonly vault: Vault
  readonly index: AccountIndex
  readonly live: LiveAccounts
  readonly confirm: Confirm
  /** Whether a native box is asking. It may name the account. */
  readonly isAsked: () => boolean
}

/**
 * Changes an account, live or not, at once wherever it is shown. The name is kept with the key too, so that a changed
 * list alone renames nothing: a new name needs the keychain.
 */
export async function changeAccount(
  account: StoredAccount,
  { name = account.name, colour = account.colour ?? null }: AccountChange,
  changing: Changing,
): Promise<Result<StoredAccount, Failure>> {
  const now = { name, colour: colour ?? undefined }
  if (name === account.name) return apply(account, now, changing)
  // Only a key that is kept for what the list says may be kept for the new name.
  const unlocked = await unlock(account, OPERATION, 'page', changing)
  if (!unlocked.ok) return unlocked
  if (changing.isAsked()) return err(localFailure('closed', OPERATION, message('main.confirm.busy')))
  const changed = apply(account, now, changing)
  if (!changed.ok) return changed
  const bound = await changing.vault.bind(account.id, placesOf(changed.value))
  if (!bound.ok) {
    const { name: before, colour: its } = account
    const back = apply(changed.value, { name: before, colour: its }, changing)
    return back.ok ? bound : back
  }
  await moveReadingKey(account, changed.value, changing.vault)
  return changed
}

function apply(
  account: StoredAccount,
  now: Pick<StoredAccount, 'name' | 'colour'>,
  { index, live }: Pick<Changing, 'index' | 'live'>,
): Result<StoredAccount, Failure> {
  const changed = index.change(account.id, now)
  if (!changed.ok) return changed
  const { name, colour = null } = changed.value
  live.relabel(account.id, { name, colour }, { before: placesOf(account), now: placesOf({ ...account, name }) })
  return changed
}
