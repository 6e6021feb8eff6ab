import { localFailure, type Failure, type FailureKind } from '#shared/domain/failure.ts'
import { verbatim } from '#shared/words/message.ts'
import type { AskTrouble } from './connection.ts'

/** Everything a vault call can end in short of its aim. */
export type VaultTrouble = AskTrouble | 'notStarted' | 'locked' | 'lost'

const KEYRING: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Open Keychain Access and unlock the login keychain',
  win32: 'Check that the Credential Manager service is running',
}
const FIX_KEYRING =
  KEYRING[process.platform] ?? 'Start and unlock a Secret Service keyring (GNOME Keyring, KWallet or KeePassXC)'

const MEANING: Record<VaultTrouble, readonly [FailureKind, string]> = {
  addonMissing: [
    'vaultUnavailable',
    'The keychain component could not be loaded. On Linux install libsecret (Debian and Ubuntu: libsecret-1-0), then restart Plimsoll.',
  ],
  unreachable: ['vaultUnavailable', `No keyring answered. ${FIX_KEYRING}, then try again.`],
  refused: [
    'vaultLocked',
    `The keyring is there but does not let anything be changed: it is locked or has no default collection. ${FIX_KEYRING}, then try again. Nothing was changed.`,
  ],
  notKept: [
    'vaultUnavailable',
    `The keyring took the key but did not give the same key back, so the key was not saved. ${FIX_KEYRING}, then try again.`,
  ],
  damaged: [
    'vaultUnavailable',
    "The keyring's entry for this account is not one Plimsoll wrote. Forget the account and add its key again.",
  ],
  locked: [
    'vaultLocked',
    'The key of this account is stored but the keyring does not give it: it is locked. Unlock it and open the account again. If it is unlocked, its entry was deleted outside Plimsoll: forget the account and add its key again.',
  ],
  lost: [
    'vaultUnavailable',
    'The key of this account was kept in memory only and went with the vault process. Open the account again.',
  ],
  notOpen: ['noCredentials', 'This account is not open, so there is no key to sign with. Open the account first.'],
  stuck: [
    'vaultUnavailable',
    'The keyring did not answer in time. Look for its unlock window and answer it, or unlock the keyring yourself, then try again in a minute.',
  ],
  crashed: [
    'vaultUnavailable',
    'The vault process stopped unexpectedly. It is started again when it is next needed: try again, and restart Plimsoll if it stops again.',
  ],
  notStarted: [
    'vaultUnavailable',
    'The vault process could not be started. Restart Plimsoll; reinstall it if that does not help.',
  ],
  malformed: [
    'invalidParameter',
    'The vault was asked for something with an empty or missing part. Check the key and its secret.',
  ],
  closed: ['closed', 'The vault is closed.'],
}

/** What happened and what to do. `said` is the system's own wording, quoted as such. */
export function vaultFailure(operation: string, trouble: VaultTrouble, said: string | null = null): Failure {
  const [kind, message] = MEANING[trouble]
  return localFailure(
    kind,
    `vault.${operation}`,
    verbatim(said === null ? message : `${message} (The system says: "${said}")`),
  )
}
