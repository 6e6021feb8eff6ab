import { randomUUID } from 'node:crypto'
import { areasAt } from '#shared/domain/addresses.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { AccountView } from '#shared/domain/snapshot.ts'
import type { AccountAdded, NewAccount } from '#shared/ipc/contract.ts'
import type { KeyPair, Vault } from '../vault/client.ts'
import { checkAddresses, probeVenue } from '../venue/client.ts'
import type { Dialect, SharedLimits } from '../venue/client.ts'
import type { AccountIndex } from './accounts.ts'
import { credentialsOf } from './credentials.ts'
import type { CurrentAccount } from './current-account.ts'
import { dialectOfProfile, storedDialect } from './venue-profiles.ts'

const ALREADY_HERE = 'This key at this venue is already here. Open it from the list, or forget it first.'

export interface AddAccountOptions {
  readonly vault: Vault
  readonly accounts: AccountIndex
  readonly current: CurrentAccount
  readonly clock: Clock
  readonly shared: SharedLimits
  /** Calls a probe off. */
  readonly signal: AbortSignal
}

/**
 * Probes the venue with the key, opens the account and stores it.
 * A key that is refused leaves nothing behind but the report.
 */
export async function addAccount(
  added: NewAccount,
  options: AddAccountOptions,
): Promise<Result<AccountAdded, Failure>> {
  const { profile, apiKey, apiSecret, ...typed } = added
  const told = dialectOfProfile(profile)
  if (!told.ok) return told
  const usable = checkAddresses(typed, 'account.add')
  if (!usable.ok) return usable
  const account: AccountView = { ...typed, id: randomUUID(), kind: 'venue', keyTail: apiKey.slice(-4) }
  if (isListed(account, options.accounts)) return err(localFailure('invalidParameter', 'account.add', ALREADY_HERE))
  // Proved first, stored after: a key that does not work leaves nothing behind.
  const held = await options.vault.hold(account.id, { apiKey, apiSecret })
  if (!held.ok) return held
  const done = await proveAndStore(account, { apiKey, apiSecret }, told.value, options)
  if (!done.ok || done.value.account === null) await options.vault.forget(account.id)
  return done
}

/** The same key at the same venue under a second name would not know what the first one is still doing. */
function isListed(added: AccountView, accounts: AccountIndex): boolean {
  const listed = accounts.list()
  const places = areasAt(added)
  return (
    listed.ok &&
    listed.value.some(
      (one) =>
        one.keyTail === added.keyTail && [...areasAt(one)].some(([area, address]) => places.get(area) === address),
    )
  )
}

/** With its key held. Without an account in the end nobody needs it any more. */
async function proveAndStore(
  account: AccountView,
  keys: KeyPair,
  told: Dialect,
  { vault, accounts, current, clock, shared, signal }: AddAccountOptions,
): Promise<Result<AccountAdded, Failure>> {
  const { id, name, spotBaseUrl, contractBaseUrl, keyTail } = account
  const credentials = credentialsOf(vault, id, keys.apiKey)
  const { report, dialect } = await probeVenue({
    ...{ spotBaseUrl, contractBaseUrl, credentials, clock, dialect: told, shared, signal },
  })
  if (report.verdict === 'refused') return ok({ account: null, report })
  const entered = await current.enter(account, { credentials, dialect, isKnown: true })
  if (!entered.ok) return entered
  // Listed before it is saved: a key that is in the keychain can always be seen here, and forgotten.
  const listed = accounts.add({ id, name, spotBaseUrl, contractBaseUrl, keyTail, ...storedDialect(dialect) })
  const saved = listed.ok ? await vault.save(id, keys) : listed
  if (saved.ok) return ok({ account, report })
  accounts.remove(id)
  await current.leave()
  return saved
}
