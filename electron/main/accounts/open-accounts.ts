import { join } from 'node:path'
import type { Message } from '#shared/domain/message.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import { createVault } from '../../vault/client.ts'
import { openDeskNotes } from '../files/desk-notes.ts'
import { openLastAccount } from '../files/last-account.ts'
import { openLimitsFile } from '../files/rate-limits-file.ts'
import { openStorage, type Storage } from '../files/storage.ts'
import { KEYCHAIN_MS, startDemoVenue, startVaultProcess } from '../lifecycle/processes.ts'
import { sinceBoot, systemClock } from '../system-clock.ts'
import { openAccountIndex } from './account-index.ts'
import { createAccounts, type Accounts, type AccountsOptions } from './accounts.ts'

/** The demo account is the same on every computer, and as the documentation shows it. */
const DEMO_SEED = 7

/** The accounts over the profile files in `folder`. Fails if another Plimsoll trades on it. */
export function openAccounts(
  folder: string,
  asked: Pick<AccountsOptions, 'onPush' | 'onProbe' | 'leavesAccount' | 'confirm' | 'isAsked' | 'reporting'>,
): Result<Pick<Storage, 'journal' | 'copyDatabase' | 'notices'> & { readonly accounts: Accounts }, Message> {
  const storage = openStorage(folder, systemClock)
  if (!storage.ok) return storage
  const { notices, close, copyDatabase, ...files } = storage.value
  const accounts = createAccounts({
    ...files,
    vault: createVault({ start: startVaultProcess, clock: systemClock, keychainMs: KEYCHAIN_MS }),
    index: openAccountIndex(join(folder, 'accounts.json')),
    notes: openDeskNotes(join(folder, 'notes')),
    last: openLastAccount(join(folder, 'last-account.json')),
    limits: openLimitsFile(join(folder, 'limits.json'), systemClock, sinceBoot),
    clock: systemClock,
    startDemoVenue: (onEnd) => startDemoVenue(DEMO_SEED, onEnd),
    ...asked,
  })
  return ok({
    accounts: { ...accounts, close: () => accounts.close().finally(close) },
    notices,
    journal: files.journal,
    copyDatabase,
  })
}
