import { localFailure, type Failure, type FailureKind } from '#shared/domain/failure.ts'
import { inARow, message } from '#shared/words/message.ts'
import type { AskTrouble } from './connection.ts'

/** Every way a vault call can fail. */
export type VaultTrouble = AskTrouble | 'notStarted' | 'locked' | 'lost'

const KIND: Readonly<Record<VaultTrouble, FailureKind>> = {
  addonMissing: 'vaultUnavailable',
  unreachable: 'vaultUnavailable',
  refused: 'vaultLocked',
  notKept: 'vaultUnavailable',
  damaged: 'vaultUnavailable',
  elsewhere: 'vaultUnavailable',
  locked: 'vaultLocked',
  lost: 'vaultUnavailable',
  notOpen: 'noCredentials',
  stuck: 'vaultUnavailable',
  crashed: 'vaultUnavailable',
  notStarted: 'vaultUnavailable',
  malformed: 'invalidParameter',
  notSealedForUs: 'vaultUnavailable',
  closed: 'closed',
}

/** The part of the system that the trader can fix: the keychain, or the component that talks to it. */
const AT: Readonly<Partial<Record<VaultTrouble, 'keychain' | 'addon'>>> = {
  addonMissing: 'addon',
  unreachable: 'keychain',
  refused: 'keychain',
  notKept: 'keychain',
}

/** What happened and what to do. `detail` is the system's own wording, quoted as such. */
export function vaultFailure(operation: string, trouble: VaultTrouble, detail: string | null = null): Failure {
  const own = message(`failure.vault.${trouble}`)
  const place = AT[trouble]
  const whatToDo = place ? [message(`failure.${place}.${system()}`)] : []
  const quoted = detail === null ? [] : [message('failure.systemWords', { text: detail })]
  return localFailure(KIND[trouble], `vault.${operation}`, inARow([own, ...whatToDo, ...quoted]))
}

function system(platform = process.platform): 'darwin' | 'win32' | 'linux' {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux'
}
