import { join } from 'node:path'
import type { Message } from '#shared/domain/message.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import { createVault } from '../../vault/client.ts'
import { openDeskNotes } from '../files/desk-notes.ts'
import { openLastAccount } from '../files/last-account.ts'
import { openLimitsFile } from '../files/limits-file.ts'
import { openStorage, type Storage } from '../files/storage.ts'
import { KEYCHAIN_MS, startDemoVenue, startVaultProcess } from '../lifecycle/processes.ts'
import { sinceBoot, systemClock } from '../system-clock.ts'
import { openAccountIndex } from './account-index.ts'
import { createWorkspace, type Workspace, type WorkspaceOptions } from './workspace.ts'

/** The demo account is the same on every computer, and as the documentation shows it. */
const DEMO_SEED = 7

export interface OpenedWorkspace extends Pick<Storage, 'journal' | 'copyDatabase' | 'notices'> {
  readonly workspace: Workspace
}

/** The workspace over the profile files in `folder`. Fails if another Plimsoll trades on it. */
export function openWorkspace(
  folder: string,
  asked: Pick<WorkspaceOptions, 'onPush' | 'leavesAccount' | 'confirm' | 'isAsked' | 'reporting'>,
): Result<OpenedWorkspace, Message> {
  const storage = openStorage(folder, systemClock)
  if (!storage.ok) return storage
  const { notices, close, copyDatabase, ...files } = storage.value
  const workspace = createWorkspace({
    ...files,
    vault: createVault({ start: startVaultProcess, clock: systemClock, keychainMs: KEYCHAIN_MS }),
    accounts: openAccountIndex(join(folder, 'accounts.json')),
    notes: openDeskNotes(join(folder, 'notes')),
    last: openLastAccount(join(folder, 'last-account.json')),
    limits: openLimitsFile(join(folder, 'limits.json'), systemClock, sinceBoot),
    clock: systemClock,
    startDemoVenue: (onEnd) => startDemoVenue(DEMO_SEED, onEnd),
    ...asked,
  })
  return ok({
    workspace: { ...workspace, close: () => workspace.close().finally(close) },
    notices,
    journal: files.journal,
    copyDatabase,
  })
}
